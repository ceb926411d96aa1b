import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Client, CopyDestinationOptions, CopySourceOptions } from 'minio';
import { checkKey, ObjectMissingError, resolveRange } from './errors.ts';
import { uploadBody } from './s3-upload.ts';
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

  const head = async (key: string): Promise<ObjectInfo | null> => {
    checkKey(key);
    await ensureBucket();
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
  };

  const put: ObjectStore['put'] = async (key, body, { contentType, size }) => {
    checkKey(key);
    await ensureBucket();
    return uploadBody(client, { bucket, key, contentType, size }, body);
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
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  return new Client({
    endPoint: hostname,
    port: port === '' ? (useSSL ? 443 : 80) : Number(port),
    useSSL,
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
