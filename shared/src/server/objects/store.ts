import type { Readable } from 'node:stream';
import type { Env } from '../runtime/env.ts';
import { inSpan, isTracing } from '../runtime/tracing.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';

/** Metadata of a stored object; `etag` has no quotes, and changes with the content. */
export type ObjectInfo = { size: number; etag: string; contentType: string; modifiedAt: Date };

/** Bytes `start` to `end`, inclusive as in HTTP; `end` may be absent or past the object's end. */
export type ByteRange = { start: number; end?: number };

export type StoredObject = ObjectInfo & {
  stream: Readable;
  /** The range that is sent, present when a range was requested. */
  range?: { start: number; end: number };
};

/**
 * Store of models, textures and outputs. A key is one to 512 characters: segments of letters, digits and
 * `._-` joined by `/`. A put is atomic, and replaces an existing object. Bodies are streamed, never held in
 * memory.
 */
export interface ObjectStore {
  /**
   * A body that differs from its announced `size` is rejected and leaves nothing. Where that is unknown, one of more than
   * 84 GB needs `expectedSize`, which may be too large.
   */
  put(
    key: string,
    body: Readable | Buffer,
    options: { contentType: string; size?: number; expectedSize?: number },
  ): Promise<{ size: number; sha256: string; etag: string }>;
  /** Stores a local file, which may be moved; the caller knows its hash, in hex. */
  take(
    key: string,
    path: string,
    options: { contentType: string; size: number; sha256: string },
  ): Promise<void>;
  /** @throws ObjectMissingError, UnsatisfiableRangeError */
  get(key: string, options?: { range?: ByteRange }): Promise<StoredObject>;
  /**
   * Copies an object to another key with another media type; S3 copies on the server, up to 5 GB.
   * @throws ObjectMissingError
   */
  copy(from: string, to: string, options: { contentType: string }): Promise<void>;
  /** Metadata of an object, or null when it does not exist. */
  head(key: string): Promise<ObjectInfo | null>;
  exists(key: string): Promise<boolean>;
  /** Deletes an object; a missing one is no error. */
  delete(key: string): Promise<void>;
  /** Keys with a prefix, in no certain order. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; modifiedAt: Date }>;
  /** @throws Error when objects cannot be read and written. */
  health(): Promise<void>;
}

export { InvalidKeyError, ObjectMissingError, UnsatisfiableRangeError } from './errors.ts';

/** Creates the configured store: S3 where an endpoint is set, else files in the data folder. */
export function createStore(env: Pick<Env, 's3' | 'dataDir'>): ObjectStore {
  const store = env.s3 ? createS3Store(env.s3) : createDiskStore(`${env.dataDir}/objects`);
  return isTracing() ? withSpans(store) : store;
}

/** Makes the writes of objects spans. */
function withSpans(store: ObjectStore): ObjectStore {
  const write = <T>(key: string, run: () => Promise<T>) =>
    inSpan({ name: 'object put', attributes: { 'diorama.object.key': key } }, run);
  return {
    ...store,
    put: (key, body, options) => write(key, () => store.put(key, body, options)),
    take: (key, path, options) => write(key, () => store.take(key, path, options)),
    copy: (from, to, options) => write(to, () => store.copy(from, to, options)),
  };
}
