// @module-tag full
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { importForTest } from '../test/import-for-test.ts';
import { animatedDocument, skinnedDocument, texturedDocument } from '../test/sample-documents.ts';
import { CHILD_NODE, ConversionChild } from './conversion-child.ts';
import { ConversionPool } from './conversion-pool.ts';

/**
 * Number of mutants; `npm run fuzz` runs more. Some must succeed, because `import.failed` for all would also
 * pass.
 */
const MUTANTS = Number(process.env.MUTANTS ?? 2_000);
const PATIENCE_MS = 300_000 + MUTANTS * 200;
/**
 * Without garbage collection after each step, which would dominate the time and does not change the results.
 */
const UNCOLLECTED = CHILD_NODE.execArgv.filter((flag) => flag !== '--expose-gc');

let pool: ConversionPool;
const children: ConversionChild[] = [];
beforeAll(async () => {
  pool = await ConversionPool.create({
    size: 1,
    maxTasks: Number.POSITIVE_INFINITY,
    createChild: ({ user }) => {
      const child = new ConversionChild({ user, execArgv: UNCOLLECTED });
      children.push(child);
      return child;
    },
  });
});
afterAll(() => pool?.close());

/** A seeded generator, so that a failing mutant fails again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Changes a few bytes, most often digits of the JSON, because readers trust counts, offsets and indices. */
function mutate(source: Uint8Array, random: (below: number) => number): Uint8Array {
  const bytes = source.slice();
  const jsonEnd = 20 + new DataView(bytes.buffer).getUint32(12, true);
  const digits = [...bytes.subarray(0, jsonEnd).entries()].flatMap(([at, byte]) =>
    at >= 20 && byte >= 0x30 && byte <= 0x39 ? at : [],
  );
  for (let changes = 1 + random(3); changes > 0; changes -= 1) {
    const digit = digits[random(digits.length)];
    if (digit !== undefined && random(8) > 0) {
      bytes[digit] = 0x30 + random(10);
    } else {
      bytes[20 + random(bytes.length - 20)] = random(256);
    }
  }
  return random(20) === 0 ? bytes.slice(0, random(bytes.length)) : bytes;
}

describe('mutants of valid GLBs', () => {
  it(
    'are imported as valid GLBs or rejected with a reason, by one child',
    async () => {
      const io = await createGltfIo();
      const documents = [skinnedDocument(), animatedDocument(), await texturedDocument('MASK')];
      const sources = await Promise.all(documents.map((document) => io.writeGlb(document)));
      const random = createRandom(20_261_121);
      const outcomes = { imported: 0, refused: 0 };
      for (let i = 0; i < MUTANTS; i += 1) {
        const bytes = mutate(sources[i % sources.length] ?? new Uint8Array(), random);
        try {
          await importForTest(pool, { bytes, name: 'mutant.glb' }, async (imported) => {
            if (imported.kind === 'model') {
              await assertValidGlb(new Uint8Array(await readFile(imported.glb)));
            }
          });
          outcomes.imported += 1;
        } catch (error) {
          expect(error, `mutant ${i}`).toMatchObject({
            name: 'ImportError',
            message: expect.stringMatching(/\w{3,}/),
          });
          outcomes.refused += 1;
        }
      }
      expect(children).toHaveLength(1);
      expect(outcomes.imported).toBeGreaterThan(MUTANTS / 6);
      expect(outcomes.refused).toBeGreaterThan(MUTANTS / 6);
    },
    PATIENCE_MS,
  );
});
