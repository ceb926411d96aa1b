import type { Job, Queue } from 'bullmq';
import type { QueueName } from '../../jobs/index.ts';
import type { Knex } from '../db/knex.ts';
import type { ReadOnly } from '../operations/read-only.ts';
import type { Logger } from '../runtime/logger.ts';
import { createLoop, type Loop } from '../runtime/loop.ts';
import { findDeadLetters, insertDeadLetter } from './job-state.queries.ts';
import type { Queues } from './queue.ts';

/** Reason of a job's final failure; `code` is that of the `UnrecoverableJobError`, if it was one. */
export type JobFailure = { reason: string; code: string | null };

/**
 * Updates the rows that wait for a job after its final failure; runs in the transaction that dead-letters the
 * job.
 */
export type AnyFailureHook = (payload: unknown, failure: JobFailure, trx: Knex.Transaction) => Promise<void>;

const LOOK_MS = 5_000;
const PAGE = 200;
/** Interval of full scans of all failures in a queue. */
const LOOK_AT_ALL_MS = 3_600_000;
const MAX_REASON_LENGTH = 2_000;

/**
 * Dead-letters jobs that failed for good: records them for operators and calls their hook, once per failure.
 * It scans the queues, because a job whose worker was killed fails without any process that could handle the
 * event.
 */
export function createDeadLetterRecorder(options: {
  db: Knex;
  queues: Queues;
  names: readonly QueueName[];
  hooks: ReadonlyMap<string, AnyFailureHook>;
  logger: Logger;
  /** Failures are recorded after it. */
  readOnly?: Pick<ReadOnly, 'isOn'>;
}): Loop {
  const { db, queues, names, hooks, logger, readOnly } = options;

  const record = async (job: Job) => {
    const reason = (job.failedReason ?? 'unknown').slice(0, MAX_REASON_LENGTH);
    const isNew = await db.transaction(async (trx) => {
      const isFirst = await insertDeadLetter(trx, {
        jobId: job.data.id,
        job: job.name,
        eventId: job.data.eventId,
        requestId: job.data.requestId ?? null,
        reason,
        runs: job.attemptsStarted,
      });
      if (isFirst) {
        await hooks.get(job.name)?.(job.data.payload, toFailure(reason), trx);
      }
      return isFirst;
    });
    if (isNew) {
      const { id: jobId, requestId } = job.data;
      logger.error(
        { job: job.name, jobId, requestId, reason },
        'job failed permanently and is dead-lettered',
      );
    }
  };

  /** Dead-letters the failed jobs of a queue. An error with one does not stop the others. */
  const recordAll = async (name: QueueName, isWhole: boolean) => {
    const queue = queues.get(name);
    const errors: unknown[] = [];
    // Oldest first: if this process dies in between, all failures older than a recorded one are recorded as
    // well.
    for (const id of (await listUnrecorded(db, queue, isWhole)).reverse()) {
      const job: Job | undefined = await queue.getJob(id);
      if (job?.failedReason) {
        await record(job).catch((err: unknown) => {
          logger.error({ err, job: job.name, jobId: job.data.id }, 'failed job could not be dead-lettered');
          errors.push(err);
        });
      }
    }
    if (errors.length > 0) {
      throw new AggregateError(errors, `${errors.length} failed jobs of ${name} cannot be parked`);
    }
  };
  let wholeAt = 0;

  return createLoop({
    everyMs: LOOK_MS,
    run: async () => {
      if (readOnly?.isOn) {
        return;
      }
      const isWhole = Date.now() - wholeAt >= LOOK_AT_ALL_MS;
      const outcomes = await Promise.allSettled(names.map((name) => recordAll(name, isWhole)));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) {
        // Newer failures are recorded meanwhile, so that only a full scan finds the missing one.
        wholeAt = 0;
        throw failed.reason;
      }
      wholeAt = isWhole ? Date.now() : wholeAt;
    },
    onError: (err) => logger.warn({ reason: err.message }, 'failed jobs could not be dead-lettered'),
  });
}

/**
 * Ids of the failed jobs of a queue without a record, the newest first. It pages back to the first page
 * that is fully recorded, or through all of them.
 */
async function listUnrecorded(db: Knex, queue: Queue, isWhole: boolean): Promise<string[]> {
  const found = new Set<string>();
  for (let at = 0; ; at += PAGE) {
    const failed = (await queue.getJobs(['failed'], at, at + PAGE - 1)).filter(Boolean);
    const known = await findDeadLetters(
      db,
      failed.map((job) => job.data.id),
    );
    const fresh = failed.filter((job) => (known.get(job.data.id) ?? 0) < job.attemptsStarted);
    for (const { id } of fresh) {
      found.add(`${id}`);
    }
    if (failed.length === 0 || (fresh.length === 0 && !isWhole)) {
      return [...found];
    }
  }
}

function toFailure(reason: string): JobFailure {
  return { reason, code: /^([a-z][a-z.-]+): /.exec(reason)?.[1] ?? null };
}
