/** Thrown when the browser fails, not the input. The job should be retried with a new browser. */
export class StageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StageError';
  }
}

/** Thrown when the browser fails on a disk that is full: the job is postponed until there is room. */
export class BrowserDiskError extends StageError {
  override name = 'BrowserDiskError';
  /** Marks a disk fault (`isDiskFault`). */
  readonly code = 'ENOSPC';
}

/** Thrown when a page crashed or timed out on its input. A retry with another page may succeed. */
export class PageOverloadedError extends StageError {
  override name = 'PageOverloadedError';
}

/** Thrown when the browser works, but the picture of the input is empty. */
export class NothingVisibleError extends StageError {
  override name = 'NothingVisibleError';
}
