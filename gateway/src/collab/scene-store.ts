import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { appendUpdates, type PendingUpdate } from '@diorama/shared/server/db/scene-log.ts';
import type { Logger } from '@diorama/shared/server/logger.ts';

/** Updates are gathered this long, so that all open scenes share one INSERT. */
const BATCH_MS = 30;
/** While the database is away the batch is tried again, ever more slowly. */
const RETRY_MS = { first: 100, most: 2_000 } as const;
/** A larger batch is split, so that one statement stays small. */
const MAX_BATCH = 500;

type Queued = PendingUpdate & { stored: () => void };

/** Makes updates durable: broadcast may come before, 'Saved' only after. */
export interface SceneStore {
  /** Queues an update; `stored` is called once it is committed. Nothing is ever dropped while the process lives. */
  append(update: PendingUpdate, stored: () => void): void;
  /** Resolves when everything queued before the call is committed. */
  flush(): Promise<void>;
}

export function createSceneStore(options: { db: Knex; logger: Logger }): SceneStore {
  const { db, logger } = options;
  let queue: Queued[] = [];
  let running: Promise<void> | null = null;

  const drain = async () => {
    let delayMs: number = RETRY_MS.first;
    await sleep(BATCH_MS);
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_BATCH);
      try {
        await appendUpdates(db, batch);
        queue = queue.slice(batch.length);
        delayMs = RETRY_MS.first;
        for (const update of batch) {
          update.stored();
        }
      } catch (err) {
        logger.error({ err, waiting: queue.length }, 'updates could not be stored, trying again');
        await sleep(delayMs);
        delayMs = Math.min(delayMs * 2, RETRY_MS.most);
      }
    }
  };

  const wake = () => {
    running ??= drain().finally(() => {
      running = null;
      if (queue.length > 0) {
        wake();
      }
    });
    return running;
  };

  return {
    append: (update, stored) => {
      queue.push({ ...update, stored });
      // Never rejects: `drain` goes on until everything is stored.
      void wake();
    },
    flush: async () => {
      while (queue.length > 0 || running) {
        await wake();
      }
    },
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
