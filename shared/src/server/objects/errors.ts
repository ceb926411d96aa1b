/** No object has that key. */
export class ObjectMissingError extends Error {
  override name = 'ObjectMissingError';
  constructor(key: string) {
    super(`There is no object ${key}`);
  }
}

/** The range begins past the object's end; `size` is the object's, for `Content-Range`. */
export class UnsatisfiableRangeError extends Error {
  override name = 'UnsatisfiableRangeError';
  readonly size: number;
  constructor(size: number) {
    super(`The range begins past the end of ${size} bytes`);
    this.size = size;
  }
}

/** The key could refer to a file outside the store. */
export class InvalidKeyError extends Error {
  override name = 'InvalidKeyError';
  constructor() {
    super('The key of an object must be segments of letters, digits and ._- joined by /');
  }
}

const KEY_PATTERN = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
const MAX_KEY_LENGTH = 512;

/** @throws InvalidKeyError unless the key is safe as a path and in a URL. */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY_PATTERN.test(key)) {
    throw new InvalidKeyError();
  }
}

/**
 * Resolves a range for an object of `size` bytes.
 * @throws UnsatisfiableRangeError when it begins past the end.
 */
export function resolveRange(
  range: { start: number; end?: number },
  size: number,
): { start: number; end: number } {
  const end = Math.min(range.end ?? size - 1, size - 1);
  if (range.start < 0 || range.start > end) {
    throw new UnsatisfiableRangeError(size);
  }
  return { start: range.start, end };
}

/** @throws Error when a body does not have its announced size, if any. */
export function checkSize(size: number, announced: number | undefined): void {
  if (announced !== undefined && announced !== size) {
    throw new Error(`The body has ${size} bytes, ${announced} were announced`);
  }
}
