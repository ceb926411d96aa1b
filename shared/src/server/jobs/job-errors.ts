/**
 * A retry cannot help, as the input itself is invalid. The job is dead-lettered at once; a `code` of the
 * catalogue is passed to the failure hook.
 */
export class UnrecoverableJobError extends Error {
  override name = 'UnrecoverableJobError';
  readonly code: string | null;
  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

/** Another run has completed this job; thrown by `complete`, so that its transaction is rolled back. */
export class JobAlreadyDoneError extends Error {
  override name = 'JobAlreadyDoneError';
  constructor(jobId: string) {
    super(`The job ${jobId} has been done by another run`);
  }
}

/**
 * The job goes back into its queue for `delayMs` milliseconds, which does not count as a failure. They are rounded up,
 * as PostgreSQL refuses times with a fraction.
 */
export class JobPostponedError extends Error {
  override name = 'JobPostponedError';
  readonly delayMs: number;
  constructor(delayMs: number) {
    super(`To be tried again in ${Math.ceil(delayMs)} ms`);
    this.delayMs = Math.ceil(delayMs);
  }
}

/** The time limit of this run has passed; its further effects must be discarded. */
export class JobRunEndedError extends Error {
  override name = 'JobRunEndedError';
}
