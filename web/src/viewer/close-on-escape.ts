import type { KeyboardEvent } from 'react';

/** Closes the parent `<details>` on Escape. */
export function closeOnEscape({ key, currentTarget: details }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key === 'Escape') {
    details.open = false;
    details.querySelector('summary')?.focus();
  }
}
