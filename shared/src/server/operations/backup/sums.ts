import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Stream that passes bytes on and sums them. */
export function summing(): { stream: Transform; sum: () => { sha256: string; size: number } } {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  let sha256: string | null = null;
  return {
    stream,
    sum: () => {
      sha256 ??= hash.digest('hex');
      return { sha256, size };
    },
  };
}

/** SHA-256 of a file, in hex; null where there is no such file. */
export async function sumOfFile(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return null;
    }
    throw error;
  }
  return hash.digest('hex');
}
