/** Error of a file that cannot be loaded; its message is for users. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}
