import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes bytes through while counting and hashing them; read `result()` after the end. */
export function createDigest(): { stream: Transform; result(): { size: number; sha256: string } } {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) };
}
