// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { LARGE_BYTES } from '@diorama/shared/domain/import-queue.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestOutput } from '@diorama/shared/server/scenes/request-output.queries.ts';
import { makeScene } from '@diorama/stack/test/factories.ts';
import { createQueueFixture, type QueueFixture } from '@diorama/stack/test/queue-fixture.ts';
import { glbOf } from '@diorama/stack/test/tiny-files.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { ktxOf, triangleWith } from '../test/ktx-files.ts';
import { daeText, plyText, printFile, usdArchive, usdText } from '../test/other-format-files.ts';
import { documentWith, solidPng, squareMesh } from '../test/sample-documents.ts';
import { buildStagePage } from '../test/stage-page-build.ts';

const WAIT = { timeout: 250_000, interval: 50 };
/** Time for two processes that start a browser each, one after the other. */
const PATIENCE = { timeout: 900_000 };
const SECRET_KEY = 'x'.repeat(32);

const harness = useJobHarness();
let queues: QueueFixture;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  await buildStagePage(join(harness.dir, 'web'));
  // The unpacked browser is shared by all tests.
  const browser = join(tmpdir(), 'diorama-test-stage');
  await mkdir(browser, { recursive: true });
  await symlink(browser, join(harness.dir, 'chromium'));
  queues = await createQueueFixture({ databaseUrl: harness.url, redisUrl: null });
});
afterAll(async () => {
  await Promise.all(workers.map(kill));
  await queues?.close();
});

function startWorker(): ChildProcess {
  const { PATH, HOME } = process.env;
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../test/killable-worker.ts')], {
    env: { PATH, HOME, DATABASE_URL: harness.url, DIORAMA_DATA_DIR: harness.dir, SECRET_KEY },
    stdio: 'ignore',
  });
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode === null && worker.signalCode === null) {
    const ended = once(worker, 'exit');
    worker.kill('SIGKILL');
    await ended;
  }
}

/** A square with unused bytes beside it, up to the given size. */
async function largeGlb(): Promise<Uint8Array> {
  const document = documentWith((made) => [made.createNode('Large').setMesh(squareMesh(made))]);
  const glb = Buffer.from(await (await createGltfIo()).writeGlb(document));
  const jsonLength = glb.readUInt32LE(12);
  const json = JSON.parse(glb.subarray(20, 20 + jsonLength).toString());
  const bin = Buffer.alloc(LARGE_BYTES);
  glb.copy(bin, 0, 28 + jsonLength);
  json.buffers[0].byteLength = bin.length;
  return glbOf(json, bin);
}

async function uploadAll(): Promise<{ large: string; models: string[]; all: string[] }> {
  const picture = await solidPng(16, '#c08030');
  const tga = Buffer.concat([
    Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0x20]),
    Buffer.from('abc'),
  ]);
  const large = await harness.upload('large.glb', await largeGlb());
  const models = [
    large,
    await harness.upload('flag.ply', plyText()),
    await harness.upload('flag.dae', daeText()),
    await harness.upload('part.3mf', printFile()),
    await harness.upload('flag.usdz', usdArchive({ 'flag.usda': usdText() })),
    await harness.upload('tile.glb', triangleWith(ktxOf([200, 100, 50, 255]))),
  ];
  const pictures = [
    await harness.upload('dot.tga', tga, ASSET_TYPE.texture),
    await harness.upload('dot.avif', await sharp(picture).avif().toBuffer(), ASSET_TYPE.texture),
  ];
  return { large, models, all: [...models, ...pictures] };
}

/** Lets no storage be recorded, until the lock is rolled back or the test ends. */
async function lockAccount(): Promise<Knex.Transaction> {
  const lock = await harness.db.transaction();
  onTestFinished(async () => {
    if (!lock.isCompleted()) {
      await lock.rollback();
    }
  });
  await lock('accounts').where({ id: harness.person.accountId }).forUpdate();
  return lock;
}

/** Number of jobs that have made their files and wait for the lock. */
async function countStoring(): Promise<number> {
  const { rows } = await harness.db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into objects%'`,
  );
  return rows[0]?.count ?? 0;
}

/** The fence of the import's current run. */
async function fenceOf(id: string): Promise<number> {
  return Number((await harness.db('assets').where({ id }).first('fence'))?.fence);
}

/** Models with a conversion event, published or still in the outbox. */
async function convertedAssets(): Promise<string[]> {
  const events = (table: string) => harness.db(table).where({ name: 'asset.converted' }).select('payload');
  const told: { payload: { assetId: string } }[] = await events('outbox').unionAll(
    events('outbox_published'),
  );
  return told.map(({ payload }) => payload.assetId);
}

const jobFolders = () => readdir(join(harness.dir, 'tmp', 'jobs'), { recursive: true });

describe('a worker killed during imports', () => {
  it(
    'is replaced by one that imports each file once, counts exactly and deletes leftovers',
    PATIENCE,
    async () => {
      const { large, models, all } = await uploadAll();
      const sizes = await harness.db('assets').whereIn('id', all).pluck('size');
      // The lock blocks all storage records of this workspace, so that no import can complete.
      const lock = await lockAccount();
      const first = startWorker();
      // The large import, two first ones and two further ones.
      await expect.poll(countStoring, WAIT).toBe(5);
      expect((await harness.read(large)).status).toBe('processing');
      const before = await fenceOf(large);
      await kill(first);
      expect((await jobFolders()).filter((name) => name.endsWith('.glb')).length).toBeGreaterThan(0);
      await lock.rollback();

      const second = startWorker();
      await expect.poll(() => fenceOf(large), WAIT).toBeGreaterThan(before);
      // Thumbnails come from another job.
      const open = () => harness.db('assets').whereIn('id', all).where({ main_object: null }).pluck('name');
      await expect.poll(open, WAIT).toEqual([]);
      expect((await convertedAssets()).toSorted(), 'one effect each').toEqual(models.toSorted());
      expect(await harness.usedStorage()).toBe(sizes.reduce((sum, size) => sum + size, 0));
      for (const id of models) {
        await assertValidGlb(new Uint8Array(await harness.stored((await harness.read(id)).main_object)));
      }
      expect(await readdir(join(harness.dir, 'tmp', 'jobs'))).toEqual([
        expect.stringContaining(`-${second.pid}-`),
      ]);
    },
  );
});

describe('a worker killed while it stores the files of an interactive scene', () => {
  it('is replaced by one that completes the output once', PATIENCE, async () => {
    await Promise.all(workers.map(kill));
    const { accountId, userId } = harness.person;
    const document = parseDocument({
      nodes: {
        lamp: { kind: 'component' },
        shade: { kind: 'cone', name: 'Shade', parent: 'lamp' },
        one: { kind: 'instance', props: { component: 'lamp' } },
        row: { kind: 'repeat', props: { pattern: 'linear', count: 3, step: [2, 0, 0] } },
        post: { kind: 'box', name: 'Post', parent: 'row' },
      },
      states: { dark: { values: { 'nodes/shade/visible': false } } },
      interactions: { click: { node: 'shade', actions: [{ kind: 'state', state: 'dark', seconds: 0 }] } },
      motions: { spin: { node: 'post' } },
      timelines: { rise: { name: 'Rise' } },
      keys: { up: { timeline: 'rise', time: 1, values: { 'nodes/post/position': [0, 1, 0] } } },
    });
    const compositionId = await makeScene(harness.db, harness.person, { document });
    const before = await harness.usedStorage();
    const outputId = await requestOutput(harness.db, {
      ...{ compositionId, accountId, userId, revision: 0, sourceObject: null },
      text: JSON.stringify(document),
    });
    const read = () => harness.db('scene_outputs').where({ id: outputId }).first();
    const lock = await lockAccount();
    const first = startWorker();
    await expect.poll(countStoring, WAIT).toBe(1);
    expect((await read()).status).not.toBe('completed');
    await kill(first);
    await lock.rollback();
    startWorker();
    await expect.poll(async () => (await read()).status, WAIT).toBe('completed');
    const output = await read();
    for (const id of [output.glb_object, output.mobile_object]) {
      const glb = await harness.stored(id);
      await assertValidGlb(new Uint8Array(glb));
      const json = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString());
      const names = json.animations.map(({ name }: { name: string }) => name);
      expect([json.extensionsUsed, names]).toEqual([
        expect.arrayContaining(['KHR_interactivity', 'KHR_node_visibility']),
        ['Motion', 'Rise'],
      ]);
      // The source and its two copies spin.
      expect(json.animations[0].channels).toHaveLength(3);
    }
    expect((await harness.stored(output.usdz_object)).subarray(0, 2).toString()).toBe('PK');
    // Files of scenes count as no storage, however often they were made.
    expect(await harness.usedStorage()).toBe(before);
    const outputs = await harness.db('scene_outputs').where({ composition_id: compositionId });
    expect(outputs).toHaveLength(1);
  });
});
