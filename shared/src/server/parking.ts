import type { Job } from 'bullmq';
import type { QueueName } from '../jobs/index.ts';
import { findParked, insertParked } from './db/job-state.ts';
import type { Knex } from './db/knex.ts';
import type { Logger } from './logger.ts';
import { createLoop, type Loop } from './loop.ts';
import type { Queues } from './queue.ts';

/** Why a job failed for good; `code` is that of the `UnrecoverableJobError`, if it was one. */
export type JobFailure = { reason: string; code: string | null };

/** Tells the rows that wait for a job that it will not come; runs in the transaction that parks the job. */
export type AnyFailureHook = (payload: unknown, failure: JobFailure, trx: Knex.Transaction) => Promise<void>;

const LOOK_MS = 5_000;
const LIMIT = 200;
const MAX_REASON_LENGTH = 2_000;

/**
 * Parks jobs that failed for good: notes them for operators and calls their hook, once a failure. It looks at the queues
 * themselves, because a job whose worker was killed fails without anybody being there to hear of it.
 */
export function createParking(options: {
  db: Knex;
  queues: Queues;
  names: readonly QueueName[];
  hooks: ReadonlyMap<string, AnyFailureHook>;
  logger: Logger;
}): Loop {
  const { db, queues, names, hooks, logger } = options;

  const park = async (job: Job) => {
    const reason = (job.failedReason ?? 'unknown').slice(0, MAX_REASON_LENGTH);
    const isNew = await db.transaction(async (trx) => {
      const isFirst = await insertParked(trx, {
        jobId: job.data.id,
        job: job.name,
        eventId: job.data.eventId,
        reason,
        runs: job.attemptsStarted,
      });
      if (isFirst) {
        await hooks.get(job.name)?.(job.data.payload, toFailure(reason), trx);
      }
      return isFirst;
    });
    if (isNew) {
      logger.error({ job: job.name, jobId: job.data.id, reason }, 'a job failed for good and is parked');
    }
  };

  return createLoop({
    everyMs: LOOK_MS,
    run: async () => {
      for (const name of names) {
        const failed = (await queues.get(name).getJobs(['failed'], 0, LIMIT - 1)).filter(Boolean);
        if (failed.length === 0) {
          continue;
        }
        const parked = await findParked(
          db,
          failed.map((job) => job.data.id),
        );
        for (const job of failed) {
          if ((parked.get(job.data.id) ?? 0) < job.attemptsStarted) {
            await park(job);
          }
        }
      }
    },
    onError: (err) => logger.warn({ reason: err.message }, 'cannot park failed jobs now'),
  });
}

function toFailure(reason: string): JobFailure {
  return { reason, code: /^([a-z][a-z.-]+): /.exec(reason)?.[1] ?? null };
}
