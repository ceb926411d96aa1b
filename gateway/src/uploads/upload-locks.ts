import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  acquireUpload,
  releaseUpload,
  renewUpload,
} from '@diorama/shared/server/assets/open-uploads.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';

const KEEP_MS = 1_000;
const ASK_MS = 200;
/** Longer than it takes to release the upload of a killed gateway. */
const WAIT_MS = 15_000;

/**
 * Allows one request at a time to write to an upload, over all gateways. The latest request wins.
 * The previous one, whose connection may have been dead for long, is asked to stop.
 */
export function createUploadLocks(db: Knex): Locker {
  return { newLock: (id) => new UploadLock(db, id) };
}

class UploadLock implements Lock {
  readonly #db: Knex;
  readonly #id: string;
  readonly #writer = randomUUID();
  #keeping: NodeJS.Timeout | undefined;

  constructor(db: Knex, id: string) {
    this.#db = db;
    this.#id = id;
  }

  async lock(signal: AbortSignal, cancel: RequestRelease): Promise<void> {
    const claim = { id: this.#id, writer: this.#writer };
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const answer = await acquireUpload(this.#db, claim);
      if (answer === 'taken') {
        break;
      }
      if (answer === 'gone') {
        throw ERRORS.FILE_NOT_FOUND;
      }
      if (signal.aborted || Date.now() > until) {
        throw ERRORS.ERR_LOCK_TIMEOUT;
      }
      await sleep(ASK_MS);
    }
    this.#keeping = setInterval(() => {
      renewUpload(this.#db, claim)
        .then((mayGoOn) => (mayGoOn ? undefined : cancel()))
        // The database is away for a moment; the next beat tries again.
        .catch(() => undefined);
    }, KEEP_MS);
  }

  async unlock(): Promise<void> {
    clearInterval(this.#keeping);
    await releaseUpload(this.#db, { id: this.#id, writer: this.#writer });
  }
}
