import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { appendUpdates, type PendingUpdate } from '@diorama/shared/server/scenes/scene-log.queries.ts';

/** Updates are batched for this time, so that all open scenes share one INSERT. */
const BATCH_MS = 30;
/** Delays between retries of the batch while the database is away, growing from `first` to `most`. */
const RETRY_MS = { first: 100, most: 2_000 } as const;
/** A larger batch is split, so that one statement stays small. */
const MAX_BATCH = { updates: 500, bytes: 4_000_000 } as const;

type Queued = PendingUpdate & { settle: (() => void)[] };

/** Receives each commit: the numbers that the updates have in the log, by scene. */
export type CommitListener = (seqs: ReadonlyMap<string, readonly number[]>) => void;

/** Makes updates durable: broadcast may come before, 'Saved' only after. */
export interface SceneStore {
  /** Bytes of updates that are not committed yet; sockets are read more slowly where they are many. */
  readonly waitingBytes: number;
  /** Queues an update. They are committed in the order in which they came; none is ever dropped while the process lives. */
  append(update: PendingUpdate): void;
  /**
   * Resolves when all updates of this scene queued before the call are committed, independent of later ones.
   */
  settled(compositionId: string): Promise<void>;
  /** Resolves when all updates queued before the call are committed. */
  flush(): Promise<void>;
  /** Calls the listener after each commit, before `settled` resolves. @returns the unsubscribe function. */
  onCommit(listener: CommitListener): () => void;
}

export function createSceneStore(options: { db: Knex; logger: Logger }): SceneStore {
  const { db, logger } = options;
  let queue: Queued[] = [];
  let isRunning = false;
  let waitingBytes = 0;
  const listeners = new Set<CommitListener>();

  const drain = async () => {
    while (queue.length > 0) {
      // While people go on writing too: a commit costs the same however much is in it.
      await sleep(BATCH_MS);
      const batch = firstBatch(queue);
      const seqs = await appendSurely(batch);
      queue = queue.slice(batch.length);
      waitingBytes -= batch.reduce((sum, { bytes }) => sum + bytes.length, 0);
      for (const listener of listeners) {
        listener(seqs);
      }
      for (const settle of batch.flatMap((update) => update.settle)) {
        settle();
      }
    }
    isRunning = false;
  };

  const appendSurely = async (batch: readonly Queued[]) => {
    for (let delayMs: number = RETRY_MS.first; ; delayMs = Math.min(delayMs * 2, RETRY_MS.most)) {
      try {
        return await appendUpdates(db, batch);
      } catch (err) {
        logger.error({ err, waiting: queue.length }, 'updates could not be stored, retrying');
        await sleep(delayMs);
      }
    }
  };

  const waitFor = async (last: Queued | undefined) => {
    if (last) {
      await new Promise<void>((resolve) => last.settle.push(resolve));
    }
  };

  return {
    get waitingBytes() {
      return waitingBytes;
    },
    append: (update) => {
      waitingBytes += update.bytes.length;
      queue.push({ ...update, settle: [] });
      if (!isRunning) {
        isRunning = true;
        // Never rejects: it goes on until everything is stored.
        void drain();
      }
    },
    settled: (compositionId) => waitFor(queue.findLast((update) => update.compositionId === compositionId)),
    flush: () => waitFor(queue.at(-1)),
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** First updates up to the size of one statement, at least one. */
function firstBatch(queue: readonly Queued[]): Queued[] {
  let bytes = 0;
  const end = queue.findIndex((update, at) => {
    bytes += update.bytes.length;
    return at > 0 && (at >= MAX_BATCH.updates || bytes > MAX_BATCH.bytes);
  });
  return queue.slice(0, end < 0 ? queue.length : end);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
