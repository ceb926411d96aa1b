import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { giveTo } from '../unprivileged.ts';
import type { JobDeps } from './deps.ts';

/** A folder of one job that the conversion children can read and write. */
export interface JobFolder {
  path: string;
  /** Writes a file that the children can read. @returns its path. */
  write(name: string, content: string): Promise<string>;
  /**
   * Downloads a stored object to a file, without holding it in memory.
   * @throws Error when the object is missing.
   */
  fetch(objectId: string, name: string): Promise<string>;
}

/** Runs work in a folder, and removes the folder afterwards in any case. */
export async function withJobFolder<Result>(
  { db, store, pool, tmpDir }: JobDeps,
  work: (folder: JobFolder) => Promise<Result>,
): Promise<Result> {
  await mkdir(tmpDir, { recursive: true });
  const path = await mkdtemp(join(tmpDir, 'job-'));
  const handOver = async (target: string): Promise<string> => {
    await giveTo(pool.user, target);
    return target;
  };
  try {
    await handOver(path);
    return await work({
      path,
      write: async (name, content) => {
        const file = join(path, name);
        await writeFile(file, content);
        return handOver(file);
      },
      fetch: async (objectId, name) => {
        const object = await findObject(db, objectId);
        if (!object) {
          throw new Error(`Object ${objectId} is gone`);
        }
        const file = join(path, name);
        const { stream } = await store.get(object.key);
        await pipeline(stream, createWriteStream(file));
        return handOver(file);
      },
    });
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}
