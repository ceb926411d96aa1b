import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from '../db/knex.ts';
import { createBatcher } from '../runtime/batcher.ts';
import { type DoneJob, insertManyDone } from './job-state.queries.ts';

/** Records the completion of jobs without database writes, many per statement. */
export interface CompletionBatch {
  /** Resolves after the commit. @throws Error when the database is unavailable for half a minute. */
  add(job: DoneJob): Promise<void>;
}

const MAX_ROWS = 1_000;
/** Two writers, so that the next statement runs while one waits for the disk. */
const WRITERS = 2;
const RETRY_MS = 250;
const RETRY_FOR_MS = 30_000;

type Waiting = { job: DoneJob; resolve: () => void; reject: (err: unknown) => void };

/**
 * Thousands of jobs share a commit. An unavailable database is retried: the job's effect has happened, and
 * only this record keeps the next run from repeating it.
 */
export function createCompletionBatch(db: Knex): CompletionBatch {
  const write = async (batch: Waiting[]) => {
    try {
      await insertWithRetries(db, batch);
      settle(batch, ({ resolve }) => resolve());
    } catch (err) {
      settle(batch, ({ reject }) => reject(err));
    }
  };
  const enter = createBatcher({ handle: write, most: MAX_ROWS, lanes: WRITERS });
  return { add: (job) => new Promise((resolve, reject) => enter({ job, resolve, reject })) };
}

function settle(batch: readonly Waiting[], end: (waiting: Waiting) => void): void {
  for (const waiting of batch) {
    end(waiting);
  }
}

async function insertWithRetries(db: Knex, batch: readonly Waiting[]): Promise<void> {
  const until = Date.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      await insertManyDone(
        db,
        batch.map(({ job }) => job),
      );
      return;
    } catch (err) {
      if (Date.now() > until) {
        throw err;
      }
      await sleep(RETRY_MS);
    }
  }
}
