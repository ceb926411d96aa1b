import type { Readable } from 'node:stream';
import type { Env } from '../env.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';

/** What is known of a stored object; `etag` is bare, without quotes, and changes with the content. */
export type ObjectInfo = { size: number; etag: string; contentType: string; modifiedAt: Date };

/** Bytes `start` to `end`, both included as in HTTP; `end` may be left out or lie past the object's end. */
export type ByteRange = { start: number; end?: number };

export type StoredObject = ObjectInfo & {
  stream: Readable;
  /** What is really sent, present when a range was asked for. */
  range?: { start: number; end: number };
};

/**
 * Where models, textures and outputs lie. A key is one to 512 characters: segments of letters, digits and `._-` joined by
 * `/`. A put is whole or not there at all; putting a key again replaces it. Bodies stream: none is held in memory.
 */
export interface ObjectStore {
  /** A body that does not have the `size` it was announced with is refused and leaves nothing. */
  put(
    key: string,
    body: Readable | Buffer,
    options: { contentType: string; size?: number },
  ): Promise<{ size: number; sha256: string; etag: string }>;
  /** Puts a file of this machine, which may be gone from its path afterwards; whoever wrote it knows its hash, in hex. */
  take(
    key: string,
    path: string,
    options: { contentType: string; size: number; sha256: string },
  ): Promise<void>;
  /** @throws ObjectMissingError, UnsatisfiableRangeError */
  get(key: string, options?: { range?: ByteRange }): Promise<StoredObject>;
  /**
   * Puts the same bytes under another key too, with a media type of its own; S3 does so by itself, up to 5 GB.
   * @throws ObjectMissingError
   */
  copy(from: string, to: string, options: { contentType: string }): Promise<void>;
  /** What is known of it, or null when it is not there. */
  head(key: string): Promise<ObjectInfo | null>;
  exists(key: string): Promise<boolean>;
  /** Removes it; nothing happens when it is not there. */
  delete(key: string): Promise<void>;
  /** The keys that begin with `prefix`, in no certain order. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; modifiedAt: Date }>;
  /** @throws Error when objects cannot be read and written now. */
  health(): Promise<void>;
}

export { InvalidKeyError, ObjectMissingError, UnsatisfiableRangeError } from './errors.ts';

/** The store that the environment names: S3 where an endpoint is set, else files under the data folder. */
export function createStore(env: Pick<Env, 's3' | 'dataDir'>): ObjectStore {
  return env.s3 ? createS3Store(env.s3) : createDiskStore(`${env.dataDir}/objects`);
}
