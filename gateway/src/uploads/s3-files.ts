import { CodedError } from '@diorama/shared/contract/errors.ts';
import { KEEP_UPLOAD_MS } from '@diorama/shared/server/assets/open-uploads.queries.ts';
import type { S3Options } from '@diorama/shared/server/objects/s3.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { removeTemporaryFiles } from '@diorama/shared/server/objects/temporary-files.ts';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { ERRORS, type Upload } from '@tus/server';
import { measure } from './measure.ts';
import type { PartialFiles, Removed } from './partial-files.ts';

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

/** Uploads as multipart uploads of the object store. Any gateway can continue them. */
export function createS3Files(options: S3Options, more: More): PartialFiles {
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
