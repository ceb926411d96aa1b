import { useEffect, useLayoutEffect } from 'react';
import { warnOfLeaving } from '../../warn-of-leaving.ts';
import type { SavingManager } from '../managers/saving.ts';

/** Lets what is being typed count when the page is left or closed, and asks before while something is kept nowhere. */
export function useLeaving(saving: SavingManager): void {
  useEffect(
    () =>
      warnOfLeaving(() => {
        leaveField();
        return saving.hasUnsaved && ['saving', 'refused', 'unkept'].includes(saving.get().kind);
      }),
    [saving],
  );
  // Before the fields are gone, and the scene.
  useLayoutEffect(() => leaveField, []);
}

/** Fields take what was typed when they lose the keys. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) {
    document.activeElement.blur();
  }
}
