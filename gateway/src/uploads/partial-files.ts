import { join } from 'node:path';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import type { Env } from '@diorama/shared/server/runtime/env.ts';
import type { DataStore } from '@tus/server';
import type { ArrivedFile } from '../modules/assets/receive.ts';
import { createDiskFiles } from './disk-files.ts';
import { createS3Files } from './s3-files.ts';

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
