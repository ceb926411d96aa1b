import { JobPostponedError, UnrecoverableJobError } from '../jobs/job-errors.ts';

const HOUR_MS = 3_600_000;
/** Interval of retries of work that only another release may understand. */
export const RETRY_INTERVAL_MS = HOUR_MS;
/**
 * Time for which work is left to another release: during a rolling update both run, and a rollback leaves
 * work of the newer release behind.
 */
export const RETRY_PERIOD_MS = 24 * HOUR_MS;

/** Delay of an unknown job, after which a worker that knows it can take it. */
const LET_GO_MS = { least: 5_000, most: 5 * 60_000 };

/**
 * Error for a job whose name this release does not know. The job goes back into its queue, with a delay
 * that grows with its age, and is dead-lettered after a day.
 * @param job as BullMQ stores it; `timestamp` is when it was queued.
 */
export function postponeUnknownJob(job: {
  name: string;
  timestamp: number;
}): JobPostponedError | UnrecoverableJobError {
  const waitedMs = Date.now() - job.timestamp;
  if (waitedMs >= RETRY_PERIOD_MS) {
    return new UnrecoverableJobError(`No release that ran within a day knows a job called ${job.name}`);
  }
  return new JobPostponedError(Math.min(Math.max(waitedMs / 2, LET_GO_MS.least), LET_GO_MS.most));
}
