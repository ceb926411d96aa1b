import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Client, CopyDestinationOptions, CopySourceOptions } from 'minio';
import { portOf } from '../runtime/port-of.ts';
import { checkKey, checkSize, ObjectMissingError, resolveRange } from './errors.ts';
import { MAX_PARTS, partBytesFor } from './part-size.ts';
import type { ByteRange, ObjectInfo, ObjectStore } from './store.ts';

export type S3Options = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
};

const DEFAULT_TYPE = 'application/octet-stream';

/** Objects in an S3-compatible store. A missing bucket is created. */
export function createS3Store(options: S3Options): ObjectStore {
  const { bucket, region } = options;
  const client = createClient(options);
  let ready: Promise<void> | null = null;
  const ensureBucket = () => {
    ready ??= makeBucket(client, bucket, region).catch((err) => {
      ready = null;
      throw err;
    });
    return ready;
  };

  const head = async (key: string) => {
    checkKey(key);
    await ensureBucket();
    return readInfo(client, bucket, key);
  };

  const put: ObjectStore['put'] = async (key, body, { contentType, size, expectedSize }) => {
    checkKey(key);
    await ensureBucket();
    const partBytes = partBytesFor(size ?? expectedSize);
    return uploadBody(client, { bucket, key, contentType, size, partBytes }, body);
  };

  return {
    put,
    take: async (key, path, { contentType, size }) => {
      await put(key, createReadStream(path), { contentType, size });
    },
    get: async (key, { range } = {}) => {
      const info = await head(key);
      if (!info) {
        throw new ObjectMissingError(key);
      }
      return open(client, { bucket, key, info, range });
    },
    copy: async (from, to, { contentType }) => {
      checkKey(from);
      checkKey(to);
      await ensureBucket();
      const target = { Bucket: bucket, Object: to, MetadataDirective: 'REPLACE' as const };
      try {
        await client.copyObject(
          new CopySourceOptions({ Bucket: bucket, Object: from }),
          new CopyDestinationOptions({ ...target, Headers: { 'Content-Type': contentType } }),
        );
      } catch (err) {
        throw isMissing(err) ? new ObjectMissingError(from) : err;
      }
    },
    head,
    exists: async (key) => (await head(key)) !== null,
    delete: async (key) => {
      checkKey(key);
      await ensureBucket();
      await client.removeObject(bucket, key);
    },
    list: async function* (prefix) {
      await ensureBucket();
      for await (const item of client.listObjectsV2(bucket, prefix, true)) {
        yield { key: item.name, size: item.size, modifiedAt: item.lastModified };
      }
    },
    health: async () => {
      if (!(await client.bucketExists(bucket))) {
        // The bucket was removed meanwhile.
        ready = null;
        await ensureBucket();
      }
    },
  };
}

function createClient({ endpoint, region, accessKey, secretKey }: S3Options): Client {
  const url = new URL(endpoint);
  return new Client({
    endPoint: url.hostname,
    port: portOf(url),
    useSSL: url.protocol === 'https:',
    accessKey,
    secretKey,
    region,
    // A bucket in the host name needs DNS, which self-hosted stores rarely have.
    pathStyle: true,
  });
}

async function makeBucket(client: Client, bucket: string, region: string): Promise<void> {
  if (await client.bucketExists(bucket)) {
    return;
  }
  try {
    await client.makeBucket(bucket, region);
  } catch (err) {
    // Another process may have created it a moment ago.
    if (!(await client.bucketExists(bucket))) {
      throw err;
    }
  }
}

async function readInfo(client: Client, bucket: string, key: string): Promise<ObjectInfo | null> {
  try {
    const found = await client.statObject(bucket, key);
    return {
      size: found.size,
      etag: bareEtag(found.etag),
      contentType: found.metaData['content-type'] ?? DEFAULT_TYPE,
      modifiedAt: found.lastModified,
    };
  } catch (err) {
    if (isMissing(err)) {
      return null;
    }
    throw err;
  }
}

async function open(
  client: Client,
  { bucket, key, info, range }: { bucket: string; key: string; info: ObjectInfo; range?: ByteRange },
) {
  try {
    if (!range) {
      return { ...info, stream: await client.getObject(bucket, key) };
    }
    const sent = resolveRange(range, info.size);
    const length = sent.end - sent.start + 1;
    const stream: Readable | IncomingMessage = await client.getPartialObject(bucket, key, sent.start, length);
    return { ...info, range: sent, stream };
  } catch (err) {
    throw isMissing(err) ? new ObjectMissingError(key) : err;
  }
}

function bareEtag(etag: string): string {
  return etag.replaceAll('"', '');
}

function isMissing(err: unknown): boolean {
  const code = err instanceof Error && 'code' in err ? err.code : null;
  return code === 'NotFound' || code === 'NoSuchKey';
}

type Target = {
  bucket: string;
  key: string;
  contentType: string;
  size: number | undefined;
  partBytes: number;
};

/**
 * Uploads a body of known or unknown size, holding one part of it in memory. An interrupted body leaves
 * nothing. minio's `putObject` first lists the unfinished uploads of the key and continues one, so that two
 * at the same time would mix, and it fails on stores that cannot list them. `Upload` of @aws-sdk/lib-storage
 * 3 holds as little (26 MB of 160), but where a store cannot abort it reports that instead of the original
 * error, and it is a second client of 37 packages.
 */
async function uploadBody(
  client: Client,
  target: Target,
  body: Readable | Buffer,
): Promise<{ size: number; sha256: string; etag: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const parts = toParts(Buffer.isBuffer(body) ? [body] : body, target.partBytes);
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
  return { size, sha256: hash.digest('hex'), etag: bareEtag(etag) };
}

async function* toParts(
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
  partBytes: number,
): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    let rest = chunk;
    while (length + rest.length >= partBytes) {
      const taken = partBytes - length;
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
  { bucket, key, contentType, partBytes }: Target,
  firstParts: readonly Buffer[],
  take: () => Promise<Buffer | null>,
): Promise<string> {
  const uploadId = await client.initiateNewMultipartUpload(bucket, key, { 'Content-Type': contentType });
  try {
    const etags: { part: number; etag: string }[] = [];
    const putPart = async (part: Buffer) => {
      const number = etags.length + 1;
      if (number > MAX_PARTS) {
        throw new Error(`The object ${key} exceeds ${MAX_PARTS} parts of ${partBytes} bytes, the most of S3`);
      }
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
