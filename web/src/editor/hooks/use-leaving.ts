import { useEffect } from 'react';
import { warnOfLeaving } from '../../warn-of-leaving.ts';
import type { SavingManager } from '../managers/saving.ts';

/** Lets what is being typed count when the page is closed or loaded anew, and asks before while something is kept nowhere. */
export function useLeaving(saving: SavingManager): void {
  useEffect(
    () =>
      warnOfLeaving(() => {
        leaveField();
        return saving.hasUnsaved && ['saving', 'refused', 'unkept'].includes(saving.get().kind);
      }),
    [saving],
  );
}

/** Fields take what was typed when they lose the keys, which they do not by a page's end. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) {
    document.activeElement.blur();
  }
}
