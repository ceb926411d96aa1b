import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionPool } from '../import/conversion-pool.ts';
import { importFile } from '../import/import-file.ts';
import { renderedDifference } from '../test/rendered-difference.ts';
import { SIZE_CORPUS } from '../test/size-corpus/size-corpus.ts';
import { writeCorpus } from '../test/size-corpus/write-corpus.ts';
import { buildStagePage } from '../test/stage-page-build.ts';
import { createStage, type Stage } from './stage.ts';

const SIZE = 256;
/** Small ones of every kind that pages show as they came, which those with Draco are not. */
const NAMES = [
  'webp 1024',
  'chart 1024',
  'vertex colours',
  'facets of a knot',
  'equal pins, turned',
  'house',
  'animated',
  'skinned',
  'morphed',
  'box',
];

let dir: string;
let stage: Stage;
let pool: ConversionPool;
let paths: Map<string, string>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-rendered-'));
  await chmod(dir, 0o711);
  await buildStagePage(join(dir, 'web'));
  const logger = { info: () => undefined, warn: () => undefined };
  stage = createStage({ webDist: join(dir, 'web'), tmpDir: join(tmpdir(), 'diorama-test-stage'), logger });
  pool = await ConversionPool.create({ size: 1 });
  paths = await writeCorpus(
    join(dir, 'corpus'),
    SIZE_CORPUS.filter(({ name }) => NAMES.includes(name)),
  );
});
afterAll(async () => {
  await stage?.close();
  pool?.close();
  await rm(dir, { recursive: true, force: true });
});

const draw = async (path: string) => stage.drawModel(new Uint8Array(await readFile(path)), { size: SIZE });
const pathOf = (name: string) => paths.get(name) ?? '';

describe('What an import makes of a model', () => {
  it.each(NAMES)('looks like the model itself: %s', async (name) => {
    const deps = { pool, tmpDir: join(dir, 'import'), convertInPage: stage.convert };
    const file = { name: 'model.glb', path: pathOf(name) };
    const before = await draw(file.path);
    const after = await importFile(deps, { file, expects: 'model' }, async (made) => {
      if (made.kind !== 'model') {
        throw new Error('It became no model');
      }
      return { main: await draw(made.glb), mobile: await draw(made.mobile) };
    });
    const main = await renderedDifference(before, after.main);
    const mobile = await renderedDifference(before, after.mobile);
    expect(main.mean).toBeLessThan(1);
    expect(main.seen).toBeLessThan(0.001);
    expect(mobile.mean).toBeLessThan(1.5);
    expect(mobile.seen).toBeLessThan(0.002);
  });

  it('would be seen to be another one', async () => {
    const [skinned, morphed] = [await draw(pathOf('skinned')), await draw(pathOf('morphed'))];
    const { mean, seen } = await renderedDifference(skinned, morphed);
    expect([mean > 10, seen > 0.1]).toEqual([true, true]);
  });
});
