import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { SNIFF_BYTES } from '@diorama/shared/domain/file-format.ts';
import { KEEP_UPLOAD_MS } from '@diorama/shared/server/assets/open-uploads.queries.ts';
import type { S3Options } from '@diorama/shared/server/objects/s3.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { removeTemporaryFiles } from '@diorama/shared/server/objects/temporary-files.ts';
import type { Env } from '@diorama/shared/server/runtime/env.ts';
import { FileStore } from '@tus/file-store';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { type DataStore, ERRORS, type Upload } from '@tus/server';
import type { ArrivedFile } from '../modules/assets/receive.ts';

/** A part counts from its first byte on: with few at once, senders that have stopped would keep all others waiting. */
const MAX_PARTS_AT_ONCE = 5_000;

/** Least part size of S3, except for the last part. */
const PART_BYTES = 8 * 1_024 * 1_024;

/** Longer than the upload of a part takes. Older files are remains of a killed process. */
const STILL_MS = 60 * 60_000;

/** No caching: another gateway may have ended the upload a moment ago. */
const NO_CACHE = {
  get: async (): Promise<MetadataValue | undefined> => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};

type More = { objects: ObjectStore; removed: Removed; partsDir: string };

class BucketStore extends S3Store {
  readonly #objects: ObjectStore;
  readonly #removed: Removed;

  constructor(options: S3Options, { objects, removed }: Omit<More, 'partsDir'>) {
    super({
      partSize: PART_BYTES,
      maxConcurrentPartUploads: MAX_PARTS_AT_ONCE,
      expirationPeriodInMilliseconds: KEEP_UPLOAD_MS,
      // Some S3-compatible stores do not support tags or unrequested checksums.
      useTags: false,
      cache: NO_CACHE,
      s3ClientConfig: {
        bucket: options.bucket,
        region: options.region,
        endpoint: options.endpoint,
        forcePathStyle: true,
        credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      },
    });
    this.#objects = objects;
    this.#removed = removed;
  }

  override async create(upload: Upload): Promise<Upload> {
    // Makes the bucket where it is missing.
    await this.#objects.health();
    return super.create(upload);
  }

  /** The library reports an unavailable store as a missing upload, after which clients start again. */
  override async getUpload(id: string): Promise<Upload> {
    try {
      return await super.getUpload(id);
    } catch (error) {
      if (error === ERRORS.FILE_NOT_FOUND && (await this.#objects.exists(`${id}.info`))) {
        throw new CodedError('server.unavailable', { cause: error });
      }
      throw error;
    }
  }

  /** Also removes objects that the library leaves: the piece too small for a part, and a complete file. */
  override async remove(id: string): Promise<void> {
    try {
      await super.remove(id);
    } catch (error) {
      if (error !== ERRORS.FILE_NOT_FOUND) {
        throw error;
      }
    }
    for (const key of [id, `${id}.part`, `${id}.info`]) {
      await this.#objects.delete(key);
    }
    await this.#removed(id);
  }
}

class FolderStore extends FileStore {
  readonly #removed: Removed;

  constructor(directory: string, removed: Removed) {
    super({ directory, expirationPeriodInMilliseconds: KEEP_UPLOAD_MS });
    this.#removed = removed;
  }

  override async remove(id: string): Promise<void> {
    try {
      await super.remove(id);
    } catch (error) {
      if (error !== ERRORS.FILE_NOT_FOUND) {
        throw error;
      }
    }
    await this.#removed(id);
  }
}

/** Store for the bytes of incomplete uploads. */
export interface PartialFiles {
  /** Its `remove` deletes all data of an upload and may be called repeatedly. */
  datastore: DataStore;
  /** Internal prefix of upload names in the store. */
  prefix: string;
  /** Measures a completely received file. */
  read(id: string, name: string): Promise<ArrivedFile>;
  /** Removes remains of killed gateways that no row references. */
  sweep(): Promise<void>;
}

/** Called after an upload's bytes are deleted. */
export type Removed = (id: string) => Promise<void>;

/** Folder of the parts on the way to S3. The library uses the process's temporary folder, see `main.ts`. */
export function partsFolder(dataDir: string): string {
  return join(dataDir, 'tmp', 'parts');
}

/**
 * Creates the store: S3 itself where available, so that any gateway can continue an upload; else a
 * local folder.
 */
export function createPartialFiles(
  env: Pick<Env, 's3' | 'dataDir'>,
  { store, removed }: { store: ObjectStore; removed: Removed },
): PartialFiles {
  return env.s3
    ? createS3Files(env.s3, { objects: store, removed, partsDir: partsFolder(env.dataDir) })
    : createDiskFiles(join(env.dataDir, 'tmp', 'tus'), removed);
}

/** Uploads as files of a folder that all gateways of the machine share. */
function createDiskFiles(folder: string, removed: Removed): PartialFiles {
  // The data store creates it too, but the first sweep may come earlier.
  mkdirSync(folder, { recursive: true });
  const datastore = new FolderStore(folder, removed);
  return {
    datastore,
    prefix: '',
    read: async (id, name) => {
      const path = join(folder, id);
      const { sha256, head } = await measure(createReadStream(path));
      return { path, name, size: (await stat(path)).size, sha256, head };
    },
    sweep: async () => {
      await datastore.deleteExpired();
    },
  };
}

/** Uploads as multipart uploads of the object store. Any gateway can continue them. */
function createS3Files(options: S3Options, more: More): PartialFiles {
  const { objects, partsDir } = more;
  const datastore = new BucketStore(options, more);
  return {
    datastore,
    prefix: 'uploads/',
    read: async (id, name) => {
      const { stream, size } = await objects.get(id);
      return { key: id, name, size, ...(await measure(stream)) };
    },
    // Complete files and descriptions are unreferenced objects and are removed with those; see
    // `storage.sweep`.
    sweep: async () => {
      await removeTemporaryFiles(partsDir, { stillMs: STILL_MS });
      await datastore.deleteExpired();
    },
  };
}

/** Reads a file once. @returns its SHA-256 in hex, and its first bytes, for detecting the type. */
async function measure(stream: Readable): Promise<{ sha256: string; head: Buffer }> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (head.length < SNIFF_BYTES) {
      head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
    }
  }
  return { sha256: hash.digest('hex'), head };
}
