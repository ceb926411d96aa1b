import { Client } from 'minio';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { portOf } from '../runtime/port-of.ts';
import type { S3Options } from './s3.ts';

/** An object, and the headers of the store's response. */
export type DirectFile = { key: string; contentType: string; disposition: string };

/** Time for which addresses stay the same, in seconds. They are valid for twice that time. */
const STEP_S = { public: 24 * 3_600, private: 5 * 60 } as const;
const MS = 1_000;
/** Number of steps for which an address is valid: the one in which it was made and the next one. */
const STEPS_VALID = 2;

/** Signed addresses of objects, by which clients read them from the store without a gateway. */
export interface DirectAddresses {
  /**
   * Returns the address of an object, valid for at most twice the time for which it stays the same.
   * Caches can use it for five minutes, or for a day if the file is public.
   */
  sign(file: DirectFile, audience: keyof typeof STEP_S): Promise<string>;
}

/**
 * Signs addresses of an S3 store (Signature Version 4, in the query).
 * @param filesUrl origin by which clients reach the store. It must arrive there as the host, as it is signed. A host
 * that begins with the bucket's name has the objects at its root.
 */
export function createDirectAddresses(
  { s3, filesUrl }: { s3: S3Options; filesUrl: string },
  clock: Clock = systemClock,
): DirectAddresses {
  const url = new URL(filesUrl);
  const { hostname } = url;
  const isBucketHost = hostname.startsWith(`${s3.bucket}.`);
  const client = new Client({
    endPoint: isBucketHost ? hostname.slice(s3.bucket.length + 1) : hostname,
    port: portOf(url),
    useSSL: url.protocol === 'https:',
    accessKey: s3.accessKey,
    secretKey: s3.secretKey,
    region: s3.region,
    pathStyle: !isBucketHost,
  });
  return {
    sign: ({ key, contentType, disposition }, audience) => {
      const step = STEP_S[audience];
      const startedAt = Math.floor(clock.now().getTime() / MS / step) * step;
      const headers = {
        'response-cache-control': `${audience}, max-age=${step}, immutable`,
        'response-content-disposition': disposition,
        'response-content-type': contentType,
      };
      return client.presignedGetObject(s3.bucket, key, STEPS_VALID * step, headers, new Date(startedAt * MS));
    },
  };
}
