import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { findObject, storeFile } from '@diorama/shared/server/db/objects.ts';
import { findAsset } from '@diorama/shared/server/db/read-models/assets.ts';
import { createAsset } from '@diorama/shared/server/db/repositories/assets.ts';
import { createPerson } from '@diorama/shared/server/db/repositories/people.ts';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { createDiskStore } from '@diorama/shared/server/store/disk.ts';
import type { ObjectStore } from '@diorama/shared/server/store/store.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionPool } from '../import/conversion-pool.ts';
import { emptyReport } from '../import/report.ts';
import { assetImport } from './asset-import.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { loadSceneAssets } from './load-scene-assets.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const MB = 1_000_000;
const GLB_BYTES = 200 * MB;
/** More than streams hold at once, and less than a single file held whole. */
const MOST_HELD = 120 * MB;

let dir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Knex;
let deps: JobDeps;
let person: { userId: string; accountId: string };
/** Every body that the store was given, as a buffer or not. */
const bodies: ('buffer' | 'stream')[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-memory-test-'));
  database = await createTestDatabase();
  db = createDb(database.url, { name: 'test' });
  const disk = createDiskStore(join(dir, 'objects'));
  const store: ObjectStore = {
    ...disk,
    put: (key, body, options) => {
      bodies.push(Buffer.isBuffer(body) ? 'buffer' : 'stream');
      return disk.put(key, body, options);
    },
  };
  deps = {
    db,
    store,
    pool: largeConversions(),
    stage: { warm: async () => undefined } as JobDeps['stage'],
    tmpDir: join(dir, 'jobs'),
    publicUrl: 'http://localhost',
    reimaginer: null,
    logger: createLogger('test', { level: 'silent' }),
  };
  const profile = { email: 'ada@people.test', name: 'Ada', locale: 'en', passwordHash: 'none' };
  const made = await createPerson(db, { ...profile, isDemo: false, utm: null } as Parameters<
    typeof createPerson
  >[1]);
  if (!made) {
    throw new Error('The person was not made');
  }
  person = made;
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

/** Children whose results are large, without the hours that it takes to make such ones. */
function largeConversions(): ConversionPool {
  const run = async (task: string, input: { dir: string; file: { name: string; path: string } }) => {
    if (task === 'unpack') {
      return { format: 'glb', main: input.file, files: [input.file], warnings: [] };
    }
    const [glb, mobile] = [join(input.dir, 'model.glb'), join(input.dir, 'mobile.glb')];
    await writeLarge(glb, 1);
    await writeLarge(mobile, 2);
    return { glb, mobile, report: emptyReport(), description: {} };
  };
  return { user: {}, run } as unknown as ConversionPool;
}

/** A file of that size whose content `seed` tells from others. */
async function writeLarge(path: string, seed: number): Promise<void> {
  const file = await open(path, 'w');
  await file.write(Buffer.from([seed]));
  await file.truncate(GLB_BYTES);
  await file.close();
}

async function upload(seed: number): Promise<string> {
  const path = join(dir, `upload-${seed}`);
  await writeLarge(path, seed);
  const { accountId, userId } = person;
  const object = await storeFile(deps, { accountId, path, contentType: 'model/gltf-binary' });
  const asset = { accountId, userId, compositionId: null, uploadType: null, uploadId: null };
  return createAsset(db, {
    ...asset,
    type: ASSET_TYPE.model,
    name: `${seed}.glb`,
    size: GLB_BYTES,
    objectId: object.id,
  });
}

/** By how many bytes what is held outside of the heap grows at most while `run` runs, whenever the collector comes by. */
async function growth(run: () => Promise<unknown>): Promise<number> {
  const held = () => {
    collectGarbage();
    return process.memoryUsage().external;
  };
  const before = held();
  let most = before;
  const look = () => {
    // Only what is suspicious is worth the time of a collection.
    if (process.memoryUsage().external - before > MOST_HELD) {
      most = Math.max(most, held());
    }
  };
  const timer = setInterval(look, 5);
  await run();
  clearInterval(timer);
  look();
  return most - before;
}

const context = {
  fence: 1,
  signal: new AbortController().signal,
  logger: createLogger('test', { level: 'silent' }),
  complete: async () => undefined,
} as unknown as JobContext;

describe('the memory of the worker', () => {
  it('stays where it was while a file of 200 MB is imported', async () => {
    const assetId = await upload(7);
    bodies.length = 0;
    const grown = await growth(() => assetImport(deps)({ assetId }, context));
    expect(bodies).toEqual(['stream', 'stream']);
    expect(grown).toBeLessThan(MOST_HELD);
    const asset = await findAsset(db, assetId);
    for (const object of [asset?.main_object, asset?.mobile_object]) {
      expect((await findObject(db, object ?? ''))?.size).toBe(GLB_BYTES);
    }
  });

  it('stays where it was while the files of a scene are fetched', async () => {
    const rows = await db('assets').whereNotNull('main_object').select('id', 'original_object');
    const second = await upload(8);
    await db('assets')
      .where({ id: second })
      .update({ main_object: db.ref('original_object'), status: 'ready' });
    const assetIds = [...rows.map(({ id }: { id: string }) => id), second];
    const grown = await growth(() =>
      withJobFolder(deps, async (folder) => {
        const files = await loadSceneAssets(deps, { folder, accountId: person.accountId, assetIds });
        expect([...files.keys()].toSorted()).toEqual(assetIds.map((id) => `/api/assets/${id}`).toSorted());
      }),
    );
    expect(grown).toBeLessThan(MOST_HELD);
  });
});
