import { createReadStream, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KEEP_UPLOAD_MS } from '@diorama/shared/server/assets/open-uploads.queries.ts';
import { FileStore } from '@tus/file-store';
import { ERRORS } from '@tus/server';
import { measure } from './measure.ts';
import type { PartialFiles, Removed } from './partial-files.ts';

/** Uploads as files of a folder that all gateways of the machine share. */
export function createDiskFiles(folder: string, removed: Removed): PartialFiles {
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
