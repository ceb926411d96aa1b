// @module-tag full
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { createAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { findObject, storeFile } from '@diorama/shared/server/objects/objects.queries.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConversionPool } from '../import/conversion-pool.ts';
import { emptyReport } from '../import/report.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { assetImport } from './asset-import.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { loadSceneAssets } from './load-scene-assets.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const MB = 1_000_000;
const GLB_BYTES = 200 * MB;
/** More than streams buffer at once, and less than one whole file; in bytes. */
const MAX_HELD = 120 * MB;

const harness = useJobHarness();
let deps: JobDeps;
/** The kind of every body that the store received. */
const bodies: ('buffer' | 'stream')[] = [];

beforeAll(() => {
  const { store } = harness;
  const watched: ObjectStore = {
    ...store,
    put: (key, body, options) => {
      bodies.push(Buffer.isBuffer(body) ? 'buffer' : 'stream');
      return store.put(key, body, options);
    },
  };
  deps = harness.depsWith({ store: watched, pool: largeConversions() });
});

/** Children with large results, without the hours of a real conversion. */
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

/** A file of that size with distinct content by `seed`. */
async function writeLarge(path: string, seed: number): Promise<void> {
  const file = await open(path, 'w');
  await file.write(Buffer.from([seed]));
  await file.truncate(GLB_BYTES);
  await file.close();
}

async function upload(seed: number): Promise<string> {
  const path = join(harness.dir, `upload-${seed}`);
  await writeLarge(path, seed);
  const { accountId, userId } = harness.person;
  const object = await storeFile(deps, { accountId, path, contentType: 'model/gltf-binary' });
  const asset = { accountId, userId, compositionId: null, uploadType: null, uploadId: null };
  return createAsset(harness.db, {
    ...asset,
    type: ASSET_TYPE.model,
    name: `${seed}.glb`,
    size: GLB_BYTES,
    objectId: object.id,
  });
}

/** Largest growth of memory outside of the heap during `run`, in bytes. */
async function growth(run: () => Promise<unknown>): Promise<number> {
  const held = () => {
    collectGarbage();
    return process.memoryUsage().external;
  };
  const before = held();
  let most = before;
  const look = () => {
    // A collection is slow, so it runs only on suspicious growth.
    if (process.memoryUsage().external - before > MAX_HELD) {
      most = Math.max(most, held());
    }
  };
  const timer = setInterval(look, 5);
  await run();
  clearInterval(timer);
  look();
  return most - before;
}

describe('the memory of the worker', () => {
  it('does not grow while a file of 200 MB is imported', async () => {
    const assetId = await upload(7);
    bodies.length = 0;
    const grown = await growth(() => assetImport(deps)({ assetId }, jobContext()));
    expect(bodies).toEqual(['stream', 'stream']);
    expect(grown).toBeLessThan(MAX_HELD);
    const asset = await harness.read(assetId);
    for (const object of [asset.main_object, asset.mobile_object]) {
      expect((await findObject(harness.db, object ?? ''))?.size).toBe(GLB_BYTES);
    }
    const told = await harness.db('outbox').where({ name: 'asset.converted' }).pluck('payload');
    expect(told, 'its picture is drawn among large ones').toEqual([{ assetId, turn: 4, isLarge: true }]);
  });

  it('does not grow while the files of a scene are fetched', async () => {
    const rows = await harness.db('assets').whereNotNull('main_object').select('id', 'original_object');
    const second = await upload(8);
    await harness
      .db('assets')
      .where({ id: second })
      .update({ main_object: harness.db.ref('original_object'), status: 'ready' });
    const assetIds = [...rows.map(({ id }: { id: string }) => id), second];
    const grown = await growth(() =>
      withJobFolder(deps, async (folder) => {
        const files = await loadSceneAssets(deps, { folder, accountId: harness.person.accountId, assetIds });
        expect([...files.keys()].toSorted()).toEqual(assetIds.map((id) => `/api/assets/${id}`).toSorted());
      }),
    );
    expect(grown).toBeLessThan(MAX_HELD);
  });
});
