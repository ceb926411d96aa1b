import type { Job } from 'bullmq';
import { insertDone } from './db/job-state.ts';
import type { Knex } from './db/knex.ts';
import { JobAlreadyDoneError, JobRunEndedError } from './job-errors.ts';
import type { Logger } from './logger.ts';
import type { QueuedData } from './queue.ts';

/** What a handler gets beside its payload. */
export type JobContext = {
  /** `<event uuid>-<job>`, the same however often the job is run. */
  readonly jobId: string;
  /** 1 for the first try; a run after a crash of its worker does not count as a further one. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Grows with every run of this job: a row that holds a larger number belongs to a later run. */
  readonly fence: number;
  readonly logger: Logger;
  /** Aborts when the time is over or the process must stop. */
  readonly signal: AbortSignal;
  /** Per cent, for operators; written at most four times a second, and a failure to write it is no failure. */
  progress(percent: number): Promise<void>;
  /**
   * Notes the job as done in the transaction that writes its results, so that both take effect once. Call it last.
   * A handler that writes nothing of its own need not call it.
   * @throws JobAlreadyDoneError, JobRunEndedError: let them pass, the transaction must be rolled back.
   */
  complete(trx: Knex): Promise<void>;
};

const PROGRESS_EVERY_MS = 250;
/** More runs than a job ever has, so that a job that was lost and put there again continues above them. */
const FENCE_STEP = 1_000_000;

/** The context of one run, and whether `complete` was called in it. */
export function createJobContext(input: {
  job: Job;
  data: QueuedData;
  attempts: number;
  dedupeKey: string | null;
  startedAt: string | null;
  signal: AbortSignal;
  logger: Logger;
}): { context: JobContext; isCompleted: () => boolean } {
  const { job, data, attempts, dedupeKey, startedAt, signal, logger } = input;
  const attempt = job.attemptsMade + 1;
  let isCompleted = false;
  let lastProgressAt = 0;
  let ownLogger: Logger | null = null;
  const context: JobContext = {
    jobId: data.id,
    attempt,
    isLastAttempt: attempt >= attempts,
    fence: data.publishes * FENCE_STEP + job.attemptsStarted,
    // Made when it is wanted: most jobs have nothing to say, and a logger costs more than they do.
    get logger() {
      ownLogger ??= logger.child({ job: job.name, jobId: data.id });
      return ownLogger;
    },
    signal,
    progress: async (percent) => {
      const now = Date.now();
      if (now - lastProgressAt < PROGRESS_EVERY_MS && percent < 100) {
        return;
      }
      lastProgressAt = now;
      await job.updateProgress(percent).catch((err) => logger.debug({ err }, 'progress was not written'));
    },
    complete: async (trx) => {
      if (signal.aborted) {
        throw new JobRunEndedError('The run is over');
      }
      if (!(await insertDone(trx, { jobId: data.id, dedupeKey, startedAt }))) {
        throw new JobAlreadyDoneError(data.id);
      }
      isCompleted = true;
    },
  };
  return { context, isCompleted: () => isCompleted };
}
