import { createReadStream, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KEEP_UPLOAD_MS } from '@diorama/shared/server/assets/open-uploads.queries.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import type { Env } from '@diorama/shared/server/runtime/env.ts';
import { FileStore } from '@tus/file-store';
import { type DataStore, ERRORS } from '@tus/server';
import type { ArrivedFile } from '../modules/assets/receive.ts';
import { measure } from './measure.ts';
import { createS3Files } from './s3-files.ts';

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
