/** Thrown when the browser, not the input, is to blame: the job should be tried again, and gets a new browser. */
export class StageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StageError';
  }
}

/** What a page was given was too much for it: it crashed or took too long. Once more it may do, with another page. */
export class OverwhelmedError extends StageError {
  override name = 'OverwhelmedError';
}

/** The browser is well, and what it was given shows nothing. */
export class UnshowableError extends StageError {
  override name = 'UnshowableError';
}
