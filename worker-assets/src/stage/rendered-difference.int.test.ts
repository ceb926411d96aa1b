// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPictureComparison, type PictureComparison } from '../test/picture-comparison.ts';
import { renderedDifference } from '../test/rendered-difference.ts';
import { SIZE_CORPUS } from '../test/size-corpus/size-corpus.ts';
import { writeCorpus } from '../test/size-corpus/write-corpus.ts';

/**
 * Small models of every kind that the page can display unchanged, so without Draco. The bench compares all
 * models.
 */
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
let comparison: PictureComparison;
let paths: Map<string, string>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-rendered-corpus-'));
  comparison = await openPictureComparison();
  paths = await writeCorpus(
    dir,
    SIZE_CORPUS.filter(({ name }) => NAMES.includes(name)),
  );
});
afterAll(async () => {
  await comparison?.[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

const pathOf = (name: string) => paths.get(name) ?? '';

describe('an imported model', () => {
  it.each(NAMES)('looks like the original: %s', async (name) => {
    const { main, mobile } = await comparison.compare(pathOf(name));
    expect(main.mean).toBeLessThan(1);
    expect(main.seen).toBeLessThan(0.001);
    expect(mobile.mean).toBeLessThan(1.5);
    expect(mobile.seen).toBeLessThan(0.002);
  });

  it('differs measurably from another model', async () => {
    const [skinned, morphed] = [
      await comparison.draw(pathOf('skinned')),
      await comparison.draw(pathOf('morphed')),
    ];
    const { mean, seen } = await renderedDifference(skinned, morphed);
    expect([mean > 10, seen > 0.1]).toEqual([true, true]);
  });
});
