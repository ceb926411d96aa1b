/** Thrown when the browser, not the input, is to blame: the job should be tried again, and gets a new browser. */
export class StageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StageError';
  }
}
