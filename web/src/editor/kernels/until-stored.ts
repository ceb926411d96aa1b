import type { SaveState } from '../managers/saving.ts';
import type { Readable } from '../store.ts';

/** Time after which a publication does not wait for the last edit any longer, in milliseconds. */
const MAX_WAIT_MS = 3_000;

/** Resolves once all edits are stored by the server, or after a few seconds. */
export function untilStored(saving: Readable<SaveState>): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(finish, MAX_WAIT_MS);
    const stop = saving.subscribe(() => {
      if (saving.get().kind === 'saved') {
        finish();
      }
    });
    if (saving.get().kind === 'saved') {
      finish();
    }
  });
}
