import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes that have another sum than they should. */
export class ChecksumMismatchError extends Error {
  override name = 'ChecksumMismatchError';
}

/**
 * Stream that passes bytes on and sums them.
 * @param expected - the sum in hex; the stream fails at its end with {@link ChecksumMismatchError} if it differs
 */
export function createChecksumStream(expected?: string): { stream: Transform; sum: () => string } {
  const hash = createHash('sha256');
  let sha256: string | null = null;
  const sum = () => {
    sha256 ??= hash.digest('hex');
    return sha256;
  };
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      const isOther = expected !== undefined && sum() !== expected;
      done(isOther ? new ChecksumMismatchError(`The sum is ${sum()} and not ${expected}`) : null);
    },
  });
  return { stream, sum };
}

/** SHA-256 of a stream, in hex. */
export async function sumOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}
