/**
 * Trying again cannot help: the input itself is at fault. The job is parked at once; a `code` of the catalogue reaches the
 * hook for failed jobs.
 */
export class UnrecoverableJobError extends Error {
  override name = 'UnrecoverableJobError';
  readonly code: string | null;
  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

/** Another run has done this job; thrown by `complete`, so that the transaction it was called in is rolled back. */
export class JobAlreadyDoneError extends Error {
  override name = 'JobAlreadyDoneError';
  constructor(jobId: string) {
    super(`The job ${jobId} has been done by another run`);
  }
}

/** It is too early: the job goes back into its queue for so many milliseconds, which counts as no failure. */
export class JobPostponedError extends Error {
  override name = 'JobPostponedError';
  readonly delayMs: number;
  constructor(delayMs: number) {
    super(`To be tried again in ${delayMs} ms`);
    this.delayMs = delayMs;
  }
}

/** This run's time is over; whatever it still does must not take effect. */
export class JobRunEndedError extends Error {
  override name = 'JobRunEndedError';
}
