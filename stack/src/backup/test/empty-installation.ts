import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStore } from '@diorama/shared/server/objects/disk.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { createTestDatabase } from '../../test/database.ts';

/** A database without a schema, and an empty store in a new data folder. */
export type EmptyInstallation = AsyncDisposable & {
  databaseUrl: string;
  store: ObjectStore;
  dataDir: string;
};

/** Creates an installation as a restore needs it. */
export async function emptyInstallation(): Promise<EmptyInstallation> {
  const database = await createTestDatabase(null);
  const dataDir = await mkdtemp(join(tmpdir(), 'diorama-restored-'));
  return {
    databaseUrl: database.url,
    store: createDiskStore(join(dataDir, 'objects')),
    dataDir,
    [Symbol.asyncDispose]: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
