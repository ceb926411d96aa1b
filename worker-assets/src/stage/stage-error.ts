/** Thrown when the browser, not the input, is at fault: the job should be retried, and gets a new browser. */
export class StageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StageError';
  }
}

/**
 * Thrown when a page crashed or took too long because of its input. A retry with another page may succeed.
 */
export class OverwhelmedError extends StageError {
  override name = 'OverwhelmedError';
}

/** Thrown when the browser works, and the input has nothing visible. */
export class UnshowableError extends StageError {
  override name = 'UnshowableError';
}
