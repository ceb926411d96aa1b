// @module-tag full
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { importAgain } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { finishModel } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { glbOf } from '@diorama/stack/test/tiny-files.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { CHILD_NODE, ConversionChild } from '../import/conversion-child.ts';
import { ConversionPool } from '../import/conversion-pool.ts';
import { emptyReport } from '../import/report.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { squareGlb } from '../test/sample-documents.ts';
import { assetImport } from './asset-import.ts';
import { failureHooks } from './index.ts';

/** Heap that is enough to start a child and import a square, in MB. */
const SMALL_HEAP_MB = 64;
/** Number of items; each takes a word in the file and a dozen in memory. */
const MANY_THINGS = 1_000_000;

const harness = useJobHarness();
const pools: ConversionPool[] = [];
afterAll(() => {
  for (const pool of pools) {
    pool.close();
  }
});

/** A pool with children of little or enough memory; `made` are the started children. */
async function poolWith(flags: readonly string[]) {
  const made: ConversionChild[] = [];
  const pool = await ConversionPool.create({
    size: 1,
    createChild: ({ user }) => {
      const child = new ConversionChild({ user, execArgv: [...CHILD_NODE.execArgv, ...flags] });
      made.push(child);
      return child;
    },
  });
  pools.push(pool);
  return { pool, made };
}

/** A square whose JSON needs more memory than the small heap has. */
async function heavyGlb(): Promise<Uint8Array> {
  const glb = Buffer.from(await squareGlb('heavy'));
  const jsonLength = glb.readUInt32LE(12);
  const json = glb.subarray(20, 20 + jsonLength).toString();
  const extras = `"extras":[${'{},'.repeat(MANY_THINGS)}{}]`;
  return glbOf(json.replace('"asset":', `${extras},"asset":`), glb.subarray(28 + jsonLength));
}

describe('a GLB that aborts every child that reads it', () => {
  it('fails alone, and is imported again by children with more memory', async () => {
    const before = await harness.usedStorage();
    const bytes = await heavyGlb();
    const [heavy, other] = [
      await harness.upload('heavy.glb', bytes),
      await harness.upload('square.glb', await squareGlb('beside')),
    ];
    const small = await poolWith([`--max-old-space-size=${SMALL_HEAP_MB}`]);
    const importWith = (pool: ConversionPool, assetId: string, fence: number, round = 0) =>
      assetImport(harness.depsWith({ pool }))({ assetId, round }, jobContext({ isLastAttempt: true, fence }));

    expect(await importWith(small.pool, heavy, 1_000_003)).toEqual({ status: 'failed' });
    expect(await harness.read(heavy)).toMatchObject({
      status: 'failed',
      error_code: 'import.unfinished',
      error_detail: JSON.stringify(importMessage('limit.memory')),
      original_object: expect.any(String),
    });
    expect(small.made.filter((child) => child.isDead)).toHaveLength(2);
    expect(await importWith(small.pool, other, 1)).toEqual({ status: 'processing' });

    expect(await importAgain(harness.db, heavy)).toBe(true);
    expect(await harness.usedStorage()).toBe(before + bytes.length + (await harness.read(other)).size);
    const { pool } = await poolWith([]);
    expect(await importWith(pool, heavy, 1_000_001, 1)).toEqual({ status: 'processing' });
    const made = await harness.read(heavy);
    expect(made).toMatchObject({ error_code: null, progress: 90, extra: { triangles: 2 } });
    expect(made.extra.importSeconds).toBeGreaterThan(0);
    await assertValidGlb(new Uint8Array(await harness.stored(made.main_object)));
  });
});

describe('the job of a failed import after the file was imported again', () => {
  it('does not change the newer import, neither on retry nor when it is dead-lettered late', async () => {
    const assetId = await harness.upload('square.glb', await squareGlb('parked'));
    const { pool } = await poolWith([]);
    const run = (round: number, fence: number) =>
      assetImport(harness.depsWith({ pool }))({ assetId, round }, jobContext({ fence }));
    const old = await harness.read(assetId);
    const failure = { reason: 'gone', code: null };
    const failJob = (round: number) =>
      harness.db.transaction((trx) => failureHooks['asset.import']?.({ assetId, round }, failure, trx));
    await failJob(0);
    expect((await harness.read(assetId)).status).toBe('failed');
    expect(await importAgain(harness.db, assetId)).toBe(true);

    await failJob(0);
    expect(await run(0, 5_000_000)).toEqual({ status: 'processing' });
    expect(await harness.read(assetId)).toMatchObject({
      status: 'uploaded',
      import_round: 1,
      main_object: null,
    });
    // A worker that was frozen meanwhile ends without a trace.
    const main = old.original_object ?? '';
    await harness.db.transaction((trx) =>
      finishModel(trx, old, { main, mobile: main, report: emptyReport(), extra: {} }),
    );
    expect((await harness.read(assetId)).main_object).toBeNull();
    expect(await run(1, 1)).toEqual({ status: 'processing' });
    expect((await harness.read(assetId)).main_object).not.toBeNull();
  });
});
