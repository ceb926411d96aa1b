import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import type { Finding } from './finding.ts';

const PIECE_BYTES = 1_000_000;
/** Large enough for S3 to receive it in parts. */
const PIECES = 12;

/** Writes an object in parts, reads it whole and a range of it, and deletes it. */
export async function checkStore(store: ObjectStore): Promise<Finding[]> {
  const key = `tmp/doctor-${randomUUID()}`;
  const pieces = Array.from({ length: PIECES }, () => randomBytes(PIECE_BYTES));
  const whole = Buffer.concat(pieces);
  try {
    const { sha256 } = await store.put(key, Readable.from(pieces), {
      contentType: 'application/octet-stream',
    });
    const range = { start: PIECE_BYTES - 10, end: PIECE_BYTES + 9 };
    const part = await buffer((await store.get(key, { range })).stream);
    const read = await buffer((await store.get(key)).stream);
    if (sha256 !== createHash('sha256').update(whole).digest('hex') || !read.equals(whole)) {
      throw new Error('an object that was written is read back different');
    }
    if (!part.equals(whole.subarray(range.start, range.end + 1))) {
      throw new Error('a range of an object is read wrong, so that videos and large models would not load');
    }
  } finally {
    await store.delete(key);
  }
  return (await store.exists(key))
    ? [
        {
          level: 'problem',
          text: 'a deleted object is still there',
          remedy: 'Allow this key to delete objects',
        },
      ]
    : [{ level: 'ok', text: 'objects are written in parts, read in ranges and deleted' }];
}
