import { JobPostponedError, UnrecoverableJobError } from './job-errors.ts';

const HOUR_MS = 3_600_000;
/** How often is tried again what only another release may understand. */
export const TRY_AGAIN_MS = HOUR_MS;
/**
 * How long it is left to that release: while processes are replaced both run, and a replacement that is taken back for
 * now leaves behind what the newer one wrote.
 */
export const LEFT_FOR_MS = 24 * HOUR_MS;

/** A worker that knows the job takes it as soon as one that does not lets go of it. */
const LET_GO_MS = { least: 5_000, most: 5 * 60_000 };

/**
 * What a worker throws for a job whose name its release does not know: the job goes back into its queue, the longer it has
 * waited the longer for, and is parked when it has waited a day.
 * @param job as BullMQ has it; `timestamp` is when it was put into its queue.
 */
export function leaveJob(job: {
  name: string;
  timestamp: number;
}): JobPostponedError | UnrecoverableJobError {
  const waitedMs = Date.now() - job.timestamp;
  if (waitedMs >= LEFT_FOR_MS) {
    return new UnrecoverableJobError(`No release that ran within a day knows a job called ${job.name}`);
  }
  return new JobPostponedError(Math.min(Math.max(waitedMs / 2, LET_GO_MS.least), LET_GO_MS.most));
}
