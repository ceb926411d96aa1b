import type { ReadonlySignal } from '@preact/signals-core';
import type { SaveState } from '../managers/saving.ts';
import { when } from '../signals.ts';

/** Time after which a publication does not wait for the last edit any longer, in milliseconds. */
const MAX_WAIT_MS = 3_000;

/** Resolves once all edits are stored by the server, or after a few seconds. */
export function untilStored(saving: ReadonlySignal<SaveState>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      stop();
      resolve();
    }, MAX_WAIT_MS);
    const isSaved = () => saving.value.kind === 'saved';
    const stop = when(isSaved, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
