import type { KeyboardEvent } from 'react';

/** Folds what was unfolded from within it. */
export function closeByEscape({ key, currentTarget: details }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key === 'Escape') {
    details.open = false;
    details.querySelector('summary')?.focus();
  }
}
