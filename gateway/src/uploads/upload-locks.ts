import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import {
  acquireUpload,
  releaseUpload,
  renewUpload,
} from '@diorama/shared/server/assets/open-uploads.queries.ts';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import type { Deps } from '../deps.ts';

const KEEP_MS = 1_000;
const ASK_MS = 200;
/** Longer than it takes to release the upload of a killed gateway. */
const WAIT_MS = 15_000;

/** Requests that may wait for one upload in a gateway: that of its client, and one of a lost connection. */
const MAX_WAITING = 2;

type LockDeps = Pick<Deps, 'db' | 'turns'>;

/**
 * Allows one request at a time to write to an upload, over all gateways. The latest request wins.
 * The previous one, whose connection may have been dead for long, is asked to stop.
 */
export class UploadLocks {
  readonly #deps: LockDeps;
  /** Number of requests that wait, by upload. */
  readonly #waiting = new Map<string, number>();

  constructor(deps: LockDeps) {
    this.#deps = deps;
  }

  /** The locks of a user, who waits in their own turns. */
  of(userId: string): Locker {
    return { newLock: (id) => new UploadLock(this.#deps, { id, userId, waiting: this.#waiting }) };
  }
}

class UploadLock implements Lock {
  readonly #deps: LockDeps;
  readonly #id: string;
  readonly #userId: string;
  readonly #waiting: Map<string, number>;
  readonly #writer = randomUUID();
  #keeping: NodeJS.Timeout | undefined;

  constructor(
    deps: LockDeps,
    { id, userId, waiting }: { id: string; userId: string; waiting: Map<string, number> },
  ) {
    this.#deps = deps;
    this.#id = id;
    this.#userId = userId;
    this.#waiting = waiting;
  }

  async lock(signal: AbortSignal, cancel: RequestRelease): Promise<void> {
    const others = this.#waiting.get(this.#id) ?? 0;
    if (others >= MAX_WAITING) {
      throw ERRORS.ERR_LOCK_TIMEOUT;
    }
    this.#waiting.set(this.#id, others + 1);
    try {
      await this.#acquire(signal);
    } finally {
      this.#endWaiting();
    }
    this.#keeping = setInterval(() => {
      renewUpload(this.#deps.db, this.#claim)
        .then((mayGoOn) => (mayGoOn ? undefined : cancel()))
        // The database is away for a moment; the next beat tries again.
        .catch(() => undefined);
    }, KEEP_MS);
  }

  async unlock(): Promise<void> {
    clearInterval(this.#keeping);
    await releaseUpload(this.#deps.db, this.#claim);
  }

  get #claim(): { id: string; writer: string } {
    return { id: this.#id, writer: this.#writer };
  }

  async #acquire(signal: AbortSignal): Promise<void> {
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const answer = await this.#tryInTurn(signal);
      if (answer === 'taken') {
        return;
      }
      if (answer === 'gone') {
        throw ERRORS.FILE_NOT_FOUND;
      }
      if (signal.aborted || Date.now() > until) {
        throw ERRORS.ERR_LOCK_TIMEOUT;
      }
      await sleep(ASK_MS);
    }
  }

  async #tryInTurn(signal: AbortSignal): ReturnType<typeof acquireUpload> {
    const { db, turns } = this.#deps;
    const holder = { subject: 'user', holder: this.#userId } as const;
    try {
      return await turns.run(
        holder,
        () => acquireUpload(db, this.#claim),
        () => signal.aborted,
      );
    } catch (error) {
      // The user has too many requests for a turn.
      throw error instanceof CodedError ? ERRORS.ERR_LOCK_TIMEOUT : error;
    }
  }

  #endWaiting(): void {
    const left = (this.#waiting.get(this.#id) ?? 1) - 1;
    if (left > 0) {
      this.#waiting.set(this.#id, left);
    } else {
      this.#waiting.delete(this.#id);
    }
  }
}
