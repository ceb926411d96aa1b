import { CodedError } from '@diorama/shared/contract/errors.ts';
import { KEEP_UPLOAD_MS } from '@diorama/shared/server/db/repositories/open-uploads.ts';
import { removeLeftovers } from '@diorama/shared/server/leftovers.ts';
import type { S3Options } from '@diorama/shared/server/store/s3.ts';
import type { ObjectStore } from '@diorama/shared/server/store/store.ts';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { ERRORS, type Upload } from '@tus/server';
import { measure } from './measure.ts';
import type { PartialFiles, Removed } from './partial-files.ts';

/** A part counts from its first byte on: with few at once, senders that have stopped would keep all others waiting. */
const MAX_PARTS_AT_ONCE = 5_000;
/** S3 takes no smaller parts but a last one. */
const PART_BYTES = 8 * 1_024 * 1_024;

/** Longer than a part is on its way; what lies for so long was left by a process that was killed. */
const STILL_MS = 60 * 60_000;

/** Nothing is remembered: another gateway may have ended the upload a moment ago. */
const NO_CACHE = {
  get: async (): Promise<MetadataValue | undefined> => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};

type More = { objects: ObjectStore; removed: Removed; partsDir: string };

/** Uploads as multipart uploads of the object store: what one gateway has begun any other goes on with. */
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
    // What is whole or only described is an object that no row knows, and goes with those; see `storage.sweep`.
    sweep: async () => {
      await removeLeftovers(partsDir, { stillMs: STILL_MS });
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
      // Not every store that speaks S3 knows tags, nor checksums that nobody asked for.
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

  /** The library takes a store that is away for an upload that is gone, upon which clients begin anew. */
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

  /** Also what the library leaves: the piece that is too small for a part, and a whole file, which it takes for missing. */
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
