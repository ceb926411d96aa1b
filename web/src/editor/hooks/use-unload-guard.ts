import { useEffect } from 'react';
import { warnBeforeUnload } from '../../warn-before-unload.ts';
import type { SavingManager } from '../managers/saving.ts';

/**
 * Commits typed text when the page is closed or reloaded, and asks for confirmation while edits are unsaved.
 */
export function useUnloadGuard(saving: SavingManager): void {
  useEffect(
    () =>
      warnBeforeUnload(() => {
        leaveField();
        return saving.hasUnsaved && ['saving', 'refused', 'unkept'].includes(saving.state.value.kind);
      }),
    [saving],
  );
}

/** Fields commit on blur, which the end of a page does not trigger. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) {
    document.activeElement.blur();
  }
}
