import { join } from 'node:path';
import type { Env } from '@diorama/shared/server/env.ts';
import type { ObjectStore } from '@diorama/shared/server/store/store.ts';
import type { DataStore } from '@tus/server';
import type { ArrivedFile } from '../modules/assets/receive.ts';
import { createDiskFiles } from './disk-files.ts';
import { createS3Files } from './s3-files.ts';

/** Where the bytes of uploads gather until they are whole. */
export interface PartialFiles {
  /** Its `remove` takes away all there is of an upload, as often as one likes. */
  datastore: DataStore;
  /** What the names of uploads begin with in the store; nobody outside sees it. */
  prefix: string;
  /** Measures a file that has arrived whole. */
  read(id: string, name: string): Promise<ArrivedFile>;
  /** Removes what killed gateways have left and no row names. */
  sweep(): Promise<void>;
}

/** Called after an upload's bytes are gone. */
export type Removed = (id: string) => Promise<void>;

/** Where the parts lie that are on their way to S3. Its library puts them where the process has its temporary files, see `main.ts`. */
export function partsFolder(dataDir: string): string {
  return join(dataDir, 'tmp', 'parts');
}

/** On the store itself where there is S3, so that any gateway can go on with them; else beside the other files. */
export function createPartialFiles(
  env: Pick<Env, 's3' | 'dataDir'>,
  { store, removed }: { store: ObjectStore; removed: Removed },
): PartialFiles {
  return env.s3
    ? createS3Files(env.s3, { objects: store, removed, partsDir: partsFolder(env.dataDir) })
    : createDiskFiles(join(env.dataDir, 'tmp', 'tus'), removed);
}
