import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { LARGE_BYTES } from '@diorama/shared/domain/import-turn.ts';
import { createQueueKit, type QueueKit } from '@diorama/stack/test/queue-kit.ts';
import { glbOf } from '@diorama/stack/test/tiny-files.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { daeText, plyText, printFile, usdArchive, usdText } from '../test/further-files.ts';
import { useJobDesk } from '../test/job-desk.ts';
import { ktxOf, triangleWith } from '../test/ktx-files.ts';
import { documentWith, solidPng, squareMesh } from '../test/sample-documents.ts';
import { buildStagePage } from '../test/stage-page-build.ts';

const WAIT = { timeout: 250_000, interval: 50 };
/** Time for two processes with a browser each, one after the other. */
const PATIENCE = { timeout: 900_000 };
const SECRET_KEY = 'x'.repeat(32);

const desk = useJobDesk();
let queues: QueueKit;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  await buildStagePage(join(desk.dir, 'web'));
  // One unpacked browser for all tests.
  const browser = join(tmpdir(), 'diorama-test-stage');
  await mkdir(browser, { recursive: true });
  await symlink(browser, join(desk.dir, 'chromium'));
  queues = await createQueueKit({ databaseUrl: desk.url, redisUrl: null });
});
afterAll(async () => {
  await Promise.all(workers.map(kill));
  await queues?.close();
});

function startWorker(): ChildProcess {
  const { PATH, HOME } = process.env;
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../test/killable-worker.ts')], {
    env: { PATH, HOME, DATABASE_URL: desk.url, DIORAMA_DATA_DIR: desk.dir, SECRET_KEY },
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

/** A square with so many unused bytes. */
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
  const large = await desk.upload('large.glb', await largeGlb());
  const models = [
    large,
    await desk.upload('flag.ply', plyText()),
    await desk.upload('flag.dae', daeText()),
    await desk.upload('part.3mf', printFile()),
    await desk.upload('flag.usdz', usdArchive({ 'flag.usda': usdText() })),
    await desk.upload('tile.glb', triangleWith(ktxOf([200, 100, 50, 255]))),
  ];
  const pictures = [
    await desk.upload('dot.tga', tga, ASSET_TYPE.texture),
    await desk.upload('dot.avif', await sharp(picture).avif().toBuffer(), ASSET_TYPE.texture),
  ];
  return { large, models, all: [...models, ...pictures] };
}

/** Number of jobs that have their files and wait for the lock. */
async function countStoring(): Promise<number> {
  const { rows } = await desk.db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into objects%'`,
  );
  return rows[0]?.count ?? 0;
}

/** The fence of the run that holds an import. */
async function fenceOf(id: string): Promise<number> {
  return Number((await desk.db('assets').where({ id }).first('fence'))?.fence);
}

/** The models with a recorded conversion event, published or not. */
async function convertedAssets(): Promise<string[]> {
  const events = (table: string) => desk.db(table).where({ name: 'asset.converted' }).select('payload');
  const told: { payload: { assetId: string } }[] = await events('outbox').unionAll(
    events('outbox_published'),
  );
  return told.map(({ payload }) => payload.assetId);
}

const jobFolders = () => readdir(join(desk.dir, 'tmp', 'jobs'), { recursive: true });

describe('a worker that is killed while it imports', () => {
  it(
    'is followed by one that does all of it once, counts to the byte, and clears away what it left',
    PATIENCE,
    async () => {
      const { large, models, all } = await uploadAll();
      const sizes = await desk.db('assets').whereIn('id', all).pluck('size');
      // The locked row prevents all imports of this workspace from ending.
      const lock = await desk.db.transaction();
      await lock('accounts').where({ id: desk.person.accountId }).forUpdate();
      const first = startWorker();
      // The large one, and those converted in parallel.
      await expect.poll(countStoring, WAIT).toBe(3);
      expect((await desk.read(large)).status).toBe('processing');
      const before = await fenceOf(large);
      await kill(first);
      expect((await jobFolders()).filter((name) => name.endsWith('.glb')).length).toBeGreaterThan(0);
      await lock.rollback();

      const second = startWorker();
      await expect.poll(() => fenceOf(large), WAIT).toBeGreaterThan(before);
      // Their pictures belong to another job.
      const open = () => desk.db('assets').whereIn('id', all).where({ main_object: null }).pluck('name');
      await expect.poll(open, WAIT).toEqual([]);
      expect((await convertedAssets()).toSorted(), 'one effect each').toEqual(models.toSorted());
      expect(await desk.usedStorage()).toBe(sizes.reduce((sum, size) => sum + size, 0));
      for (const id of models) {
        await assertValidGlb(new Uint8Array(await desk.stored((await desk.read(id)).main_object)));
      }
      expect(await readdir(join(desk.dir, 'tmp', 'jobs'))).toEqual([
        expect.stringContaining(`-${second.pid}-`),
      ]);
    },
  );
});
