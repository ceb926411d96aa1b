/** Thrown for a file that cannot be opened; the message says why to a person. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}
