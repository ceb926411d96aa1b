import { setTimeout as sleep } from 'node:timers/promises';
import { type DoneJob, insertManyDone } from './db/job-state.ts';
import type { Knex } from './db/knex.ts';

/** Notes jobs as done that wrote nothing of their own, many with one statement. */
export interface DoneBatch {
  /** Resolves once it is committed. @throws Error when the database stays away for half a minute. */
  add(job: DoneJob): Promise<void>;
}

const MAX_ROWS = 1_000;
const RETRY_MS = 250;
const RETRY_FOR_MS = 30_000;

type Waiting = { job: DoneJob; resolve: () => void; reject: (err: unknown) => void };

/**
 * Writes what is there at once and gathers what comes meanwhile, so that a single job waits for nothing and thousands
 * share a commit. A database that is away is tried again: the job's effect has happened, and only this note keeps the
 * next run from repeating it.
 */
export function createDoneBatch(db: Knex): DoneBatch {
  let waiting: Waiting[] = [];
  let isWriting = false;

  const write = async () => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_ROWS);
      waiting = waiting.slice(MAX_ROWS);
      try {
        await insertWithRetries(db, batch);
        settle(batch, ({ resolve }) => resolve());
      } catch (err) {
        settle(batch, ({ reject }) => reject(err));
      }
    }
    isWriting = false;
  };

  return {
    add: (job) =>
      new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject });
        if (!isWriting) {
          // Never rejects: every outcome goes to those who wait for it.
          void write();
        }
      }),
  };
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
