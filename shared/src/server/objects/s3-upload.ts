import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Client } from 'minio';
import { checkSize } from './errors.ts';

type Target = { bucket: string; key: string; contentType: string; size: number | undefined };

/** Bytes of a part; S3 allows 10,000 of them, so 80 GB, and requires at least five million bytes. */
const PART_BYTES = 8 * 1_024 * 1_024;

/**
 * Uploads a body of known or unknown size, holding one part of it in memory. An interrupted body leaves
 * nothing. minio's `putObject` first lists the unfinished uploads of the key and continues one, so that two
 * at the same time would mix, and it fails on stores that cannot list them. `Upload` of @aws-sdk/lib-storage
 * 3 holds as little (26 MB of 160), but where a store cannot abort it reports that instead of the original
 * error, and it is a second client of 37 packages.
 */
export async function uploadBody(
  client: Client,
  target: Target,
  body: Readable | Buffer,
): Promise<{ size: number; sha256: string; etag: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const parts = toParts(Buffer.isBuffer(body) ? [body] : body);
  const take = async () => {
    const { value, done } = await parts.next();
    if (done) {
      checkSize(size, target.size);
      return null;
    }
    hash.update(value);
    size += value.length;
    return value;
  };

  const first = await take();
  const second = first === null ? null : await take();
  const etag =
    first === null || second === null
      ? await putWhole(client, target, first ?? Buffer.alloc(0))
      : await putInParts(client, target, [first, second], take);
  return { size, sha256: hash.digest('hex'), etag: etag.replaceAll('"', '') };
}

async function* toParts(body: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    let rest = chunk;
    while (length + rest.length >= PART_BYTES) {
      const taken = PART_BYTES - length;
      yield Buffer.concat([...chunks, rest.subarray(0, taken)]);
      rest = rest.subarray(taken);
      chunks = [];
      length = 0;
    }
    chunks.push(rest);
    length += rest.length;
  }
  if (length > 0) {
    yield Buffer.concat(chunks);
  }
}

async function putWhole(client: Client, target: Target, body: Buffer): Promise<string> {
  const headers = { 'Content-Type': target.contentType };
  const { etag } = await client.putObject(target.bucket, target.key, body, body.length, headers);
  return etag;
}

async function putInParts(
  client: Client,
  { bucket, key, contentType }: Target,
  firstParts: readonly Buffer[],
  take: () => Promise<Buffer | null>,
): Promise<string> {
  const uploadId = await client.initiateNewMultipartUpload(bucket, key, { 'Content-Type': contentType });
  try {
    const etags: { part: number; etag: string }[] = [];
    const putPart = async (part: Buffer) => {
      const number = etags.length + 1;
      const query = `uploadId=${encodeURIComponent(uploadId)}&partNumber=${number}`;
      const options = { method: 'PUT', bucketName: bucket, objectName: key, query };
      const { headers } = await client.makeRequestAsyncOmit(options, part);
      etags.push({ part: number, etag: (headers.etag ?? '').replaceAll('"', '') });
    };
    for (const part of firstParts) {
      await putPart(part);
    }
    for (let part = await take(); part !== null; part = await take()) {
      await putPart(part);
    }
    const { etag } = await client.completeMultipartUpload(bucket, key, uploadId, etags);
    return etag;
  } catch (err) {
    // The caller must receive the first error; a store that cannot abort drops unfinished uploads by age.
    await client.abortMultipartUpload(bucket, key, uploadId).catch(() => undefined);
    throw err;
  }
}
