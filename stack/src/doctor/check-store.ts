import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DirectAddresses } from '@diorama/shared/server/objects/direct-addresses.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { type Finding, failureText } from './finding.ts';

const PIECE_BYTES = 1_000_000;
/** Large enough for S3 to receive it in parts. */
const PIECES = 12;

/** Addresses by which visitors read files from the store, and the origin of the pages that do so. */
export type DirectReading = { addresses: DirectAddresses; pageOrigin: string };

const READ_WITHIN_MS = 10_000;

/** Writes an object in parts, reads it whole and a range of it, also as visitors do, and deletes it. */
export async function checkStore(
  store: ObjectStore,
  direct: DirectReading | null = null,
): Promise<Finding[]> {
  const key = `tmp/doctor-${randomUUID()}`;
  const pieces = Array.from({ length: PIECES }, () => randomBytes(PIECE_BYTES));
  const whole = Buffer.concat(pieces);
  const found: Finding[] = [];
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
    found.push(...(direct ? [await checkDirectReading(direct, key, part)] : []));
  } finally {
    await store.delete(key);
  }
  found.push(
    (await store.exists(key))
      ? {
          level: 'problem',
          text: 'a deleted object is still there',
          remedy: 'Allow this key to delete objects',
        }
      : { level: 'ok', text: 'objects are written in parts, read in ranges and deleted' },
  );
  return found;
}

/** Reads a range of an object by the address that visitors get with `FILES_URL`. */
async function checkDirectReading(
  { addresses, pageOrigin }: DirectReading,
  key: string,
  part: Buffer,
): Promise<Finding> {
  const remedy = 'See "Files straight from the store" in docs/operations.md';
  const file = { key, contentType: 'application/octet-stream', disposition: 'inline' };
  const address = await addresses.sign(file, 'private');
  const { origin } = new URL(address);
  const problem = (text: string): Finding => ({ level: 'problem', text: `${origin} ${text}`, remedy });
  const range = `bytes=${PIECE_BYTES - 10}-${PIECE_BYTES + 9}`;
  try {
    const response = await fetch(address, {
      headers: { range, origin: pageOrigin },
      signal: AbortSignal.timeout(READ_WITHIN_MS),
    });
    const read = Buffer.from(await response.arrayBuffer());
    if (response.status !== 206 || !read.equals(part)) {
      return problem(`answers ${response.status} to a range of an object`);
    }
    const allowed = response.headers.get('access-control-allow-origin');
    return allowed === '*' || allowed === pageOrigin
      ? { level: 'ok', text: `visitors read files from ${origin}` }
      : problem(`does not allow pages of ${pageOrigin} to read it (CORS)`);
  } catch (error) {
    return problem(`cannot be reached (${failureText(error)})`);
  }
}
