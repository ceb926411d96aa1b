import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ObjectMissingError } from '../../objects/errors.ts';
import { createS3Store, type S3Options } from '../../objects/s3.ts';
import { sumOf } from './checksums.ts';

/**
 * Place of a backup: a folder or a part of a bucket. Paths are segments joined by `/`.
 * A file is there as a whole or not at all, also after the end of the process.
 */
export interface BackupPlace {
  /** For messages. */
  readonly name: string;
  /** Bytes of a file, or null where there is none. */
  read(path: string): Promise<Readable | null>;
  /**
   * Replaces a file. A body that fails leaves the one before it.
   * @param expected - its size in bytes where that is known, and a size that it will not exceed elsewhere
   */
  write(path: string, body: Readable, expected?: { size?: number; most?: number }): Promise<void>;
  /** Bytes of a file without reading them, or null where there is none. */
  sizeOf(path: string): Promise<number | null>;
  /** SHA-256 of a file in hex, or null where there is none. */
  sumOf(path: string): Promise<string | null>;
  /** Paths that begin with a prefix. */
  list(prefix: string): AsyncIterable<string>;
  remove(path: string): Promise<void>;
  /** Removes remains of interrupted writes. */
  clean(): Promise<void>;
}

/** Store of backups in buckets; the bucket is named by the address of a backup. */
export type BackupStoreOptions = Omit<S3Options, 'bucket'>;

const ADDRESS = /^s3:\/\/([^/]+)\/?(.*)$/;
/** Name of a file that is being written. */
const PART = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
/** A backup holds addresses, hashes of passwords and private files. */
const FOLDER_MODE = 0o700;
const TYPE = 'application/octet-stream';
/** Errors of removing a folder that has files, or that is gone. */
const KEPT = ['ENOTEMPTY', 'EEXIST', 'ENOENT'];

/**
 * Opens the place of a backup by its address: a path, or `s3://bucket/prefix`.
 * @throws Error for a bucket without the variables of its store
 */
export function openBackupPlace(address: string, store: BackupStoreOptions | null): BackupPlace {
  const [, bucket, prefix = ''] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined) {
    return folderPlace(address);
  }
  if (store === null) {
    throw new Error(`Set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY for ${address}`);
  }
  return bucketPlace({ ...store, bucket }, prefix.replace(/\/$/, ''));
}

/** Whether an address names a bucket. */
export function isBucketAddress(address: string): boolean {
  return ADDRESS.test(address);
}

/** A backup in a folder of this machine, which the first write creates. */
export function folderPlace(folder: string): BackupPlace {
  const pathOf = (path: string) => join(folder, path);
  const read = async (path: string) => {
    try {
      const handle = await open(pathOf(path));
      return handle.createReadStream();
    } catch (error) {
      return orNullIf(error, 'ENOENT');
    }
  };
  return {
    name: resolve(folder),
    read,
    write: async (path, body) => {
      const target = pathOf(path);
      await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
      // Equal bytes may be written twice at the same time.
      const part = `${target}.${randomUUID()}.part`;
      try {
        await pipeline(body, createWriteStream(part, { flush: true }));
        await rename(part, target);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      await flushFolder(dirname(target));
    },
    sizeOf: async (path) => {
      const found = await stat(pathOf(path)).catch((error: unknown) => orNullIf(error, 'ENOENT'));
      return found?.size ?? null;
    },
    sumOf: async (path) => {
      const file = await read(path);
      return file && sumOf(file);
    },
    list: (prefix) => listFiles(folder, prefix),
    remove: async (path) => {
      await rm(pathOf(path), { force: true });
      // A folder is removed with its last file.
      await removeIfEmpty(dirname(pathOf(path)), folder);
    },
    clean: async () => {
      for await (const path of listFiles(folder)) {
        if (PART.test(path)) {
          await rm(pathOf(path), { force: true });
        }
      }
    },
  };
}

/** A backup under a prefix of a bucket, which is created where it is missing. */
function bucketPlace(options: S3Options, prefix: string): BackupPlace {
  const store = createS3Store(options);
  const base = prefix === '' ? '' : `${prefix}/`;
  const read = async (path: string) => {
    try {
      return (await store.get(base + path)).stream;
    } catch (error) {
      if (error instanceof ObjectMissingError) {
        return null;
      }
      throw error;
    }
  };
  return {
    name: `s3://${options.bucket}/${prefix}`,
    read,
    write: async (path, body, { size, most } = {}) => {
      const sizes = {
        ...(size !== undefined && { size }),
        ...(most !== undefined && { expectedSize: most }),
      };
      await store.put(base + path, body, { contentType: TYPE, ...sizes });
    },
    sizeOf: async (path) => (await store.head(base + path))?.size ?? null,
    sumOf: async (path) => {
      const object = await read(path);
      return object && sumOf(object);
    },
    list: async function* (start) {
      for await (const { key } of store.list(base + start)) {
        yield key.slice(base.length);
      }
    },
    remove: (path) => store.delete(base + path),
    // A put that is interrupted leaves no object.
    clean: async () => undefined,
  };
}

/** Copies a file of this machine to a place. */
export async function upload(place: BackupPlace, path: string, source: string): Promise<void> {
  await place.write(path, createReadStream(source));
}

/** @throws Error where there is no such file */
export async function readOrThrow(place: BackupPlace, path: string): Promise<Readable> {
  const stream = await place.read(path);
  if (stream === null) {
    throw new Error(`${place.name}/${path} is missing`);
  }
  return stream;
}

/** Paths of the files of a folder that begin with a prefix. One folder is read at a time. */
async function* listFiles(root: string, prefix = '', inside = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, inside), { withFileTypes: true }).catch((error: unknown) =>
    orNullIf(error, 'ENOENT'),
  );
  for (const entry of entries ?? []) {
    const path = inside + entry.name;
    if (entry.isFile() && path.startsWith(prefix)) {
      yield path;
    }
    if (entry.isDirectory() && (path.startsWith(prefix) || prefix.startsWith(`${path}/`))) {
      yield* listFiles(root, prefix, `${path}/`);
    }
  }
}

/** Removes a folder that has no files; several removals may meet. */
async function removeIfEmpty(folder: string, root: string): Promise<void> {
  if (resolve(folder) === resolve(root)) {
    return;
  }
  try {
    await rmdir(folder);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && KEPT.includes(String(error.code)))) {
      throw error;
    }
  }
}

/** Writes the entries of a folder to the disk. */
async function flushFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

function orNullIf(error: unknown, code: string): null {
  if (error instanceof Error && 'code' in error && error.code === code) {
    return null;
  }
  throw error;
}
