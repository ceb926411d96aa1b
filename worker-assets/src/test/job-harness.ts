import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { createAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { type AssetRow, findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import { findObject, storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { createStore, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { makePerson, type TestPerson } from '@diorama/stack/test/factories.ts';
import { type TestDatabase, useDatabase } from '@diorama/stack/test/use-database.ts';
import { afterAll, beforeAll } from 'vitest';
import type { JobDeps } from '../jobs/deps.ts';

/** A workspace, a store and a folder, with the helpers for job tests. */
export interface JobHarness extends TestDatabase {
  /** Folder of the store and other test files; the conversion children may pass through it. */
  readonly dir: string;
  readonly store: ObjectStore;
  /** Owner of the workspace. */
  readonly person: TestPerson;
  /** Dependencies of jobs without a browser, children or log, overridden by `given`. */
  depsWith(given?: Partial<JobDeps>): JobDeps;
  /** Stores a file as the gateway does after an upload. @returns the asset's id. */
  upload(name: string, bytes: Uint8Array, type?: number): Promise<string>;
  /** @throws Error when the asset is gone. */
  read(assetId: string): Promise<AssetRow>;
  /** The bytes of an object. */
  stored(objectId: string | null | undefined): Promise<Buffer>;
  /** Storage usage of the workspace, in bytes. */
  usedStorage(): Promise<number>;
}

/** Opens the desk before the tests of a file or block, and closes it after them. */
export function useJobHarness(): JobHarness {
  const database = useDatabase();
  let dir: string;
  let store: ObjectStore;
  let person: TestPerson;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'diorama-jobs-'));
    await chmod(dir, 0o711);
    store = createStore({ s3: null, dataDir: dir });
    person = await makePerson(database.db);
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  const harness: JobHarness = {
    get url() {
      return database.url;
    },
    get db() {
      return database.db;
    },
    get dir() {
      return dir;
    },
    get store() {
      return store;
    },
    get person() {
      return person;
    },
    depsWith: (given) => ({
      db: harness.db,
      store,
      // Tests that need more of the stage replace it.
      stage: { warm: async () => undefined } as JobDeps['stage'],
      pool: { user: {} } as JobDeps['pool'],
      tmpDir: join(dir, 'jobs'),
      publicUrl: 'http://localhost',
      reimaginer: null,
      avatarOrigins: [],
      logger: createLogger('test', { level: 'silent' }),
      ...given,
    }),
    upload: async (name, bytes, type = ASSET_TYPE.model) => {
      const { accountId, userId } = person;
      const file = { accountId, body: Buffer.from(bytes), contentType: 'application/octet-stream' };
      const object = await storeObject(harness, file);
      const place = { accountId, userId, compositionId: null, uploadType: null, uploadId: null };
      return createAsset(harness.db, { ...place, type, name, size: bytes.length, objectId: object.id });
    },
    read: async (assetId) => {
      const asset = await findAsset(harness.db, assetId);
      if (!asset) {
        throw new Error('The asset is gone');
      }
      return asset;
    },
    stored: async (objectId) => {
      const object = await findObject(harness.db, objectId ?? '');
      return buffer((await store.get(object?.key ?? '')).stream);
    },
    usedStorage: async () => {
      const row = await harness.db('accounts').where({ id: person.accountId }).first('storage_used');
      return Number(row?.storage_used);
    },
  };
  return harness;
}
