import type { Job } from 'bullmq';
import type { Knex } from '../db/knex.ts';
import { transact } from '../db/transaction.ts';
import type { Logger } from '../runtime/logger.ts';
import { JobAlreadyDoneError, JobRunEndedError } from './job-errors.ts';
import type { RunLog } from './job-log.ts';
import { insertDone } from './job-state.queries.ts';
import type { QueuedData } from './queue.ts';

/** Context of a handler. */
export type JobContext = {
  /** `<event uuid>-<job>`, the same in every run of the job. */
  readonly jobId: string;
  /** 1 for the first attempt; a run after a crash of its worker does not count as another one. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Time since the job was queued, in milliseconds. */
  readonly ageMs: number;
  /** Increases with every run of this job: a row with a larger number belongs to a later run. */
  readonly fence: number;
  readonly logger: Logger;
  /** Aborts at the time limit, or when the process must stop. */
  readonly signal: AbortSignal;
  /**
   * Progress in per cent, for operators; written at most four times a second, and write errors are ignored.
   */
  progress(percent: number): Promise<void>;
  /**
   * Writes the results of the job and its completion in one transaction, so that both take effect once. A
   * handler without database writes need not call it.
   * @throws JobAlreadyDoneError, JobRunEndedError: let them propagate.
   */
  commit<Result>(db: Knex, write: (trx: Knex.Transaction) => PromiseLike<Result>): Promise<Result>;
};

const PROGRESS_EVERY_MS = 250;
/** More than the runs of any job, so that a job that was lost and queued again continues above them. */
const FENCE_STEP = 1_000_000;

/** Creates the context of one run, and reports whether `commit` succeeded in it. */
export function createJobContext(input: {
  job: Job;
  data: QueuedData;
  attempts: number;
  dedupeKey: string | null;
  startedAt: string | null;
  signal: AbortSignal;
  logger: Logger;
  log: RunLog;
}): { context: JobContext; isCompleted: () => boolean } {
  const { job, data, attempts, dedupeKey, startedAt, signal, logger, log } = input;
  const attempt = job.attemptsMade + 1;
  let isCompleted = false;
  let lastProgressAt = 0;
  let ownLogger: Logger | null = null;
  const context: JobContext = {
    jobId: data.id,
    attempt,
    isLastAttempt: attempt >= attempts,
    ageMs: Date.now() - job.timestamp,
    fence: data.publishes * FENCE_STEP + job.attemptsStarted,
    // Created lazily: most jobs log nothing, and a logger costs more than they do.
    get logger() {
      ownLogger ??= log.record(
        logger.child({ job: job.name, jobId: data.id, ...(data.requestId && { requestId: data.requestId }) }),
      );
      return ownLogger;
    },
    signal,
    progress: async (percent) => {
      const now = Date.now();
      if (now - lastProgressAt < PROGRESS_EVERY_MS && percent < 100) {
        return;
      }
      lastProgressAt = now;
      await job.updateProgress(percent).catch((err) => logger.debug({ err }, 'progress could not be stored'));
    },
    commit: async (db, write) => {
      const written = await transact(db, async (trx) => {
        const result = await write(trx);
        if (signal.aborted) {
          throw new JobRunEndedError('The run is over');
        }
        if (!(await insertDone(trx, { jobId: data.id, dedupeKey, startedAt }))) {
          throw new JobAlreadyDoneError(data.id);
        }
        return result;
      });
      isCompleted = true;
      return written;
    },
  };
  return { context, isCompleted: () => isCompleted };
}
