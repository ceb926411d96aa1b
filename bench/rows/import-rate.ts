import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelBuilder } from '@diorama/worker-assets/test/size-corpus/model-builder.ts';
import { knot } from '@diorama/worker-assets/test/size-corpus/shapes.ts';
import { writeCorpus } from '@diorama/worker-assets/test/size-corpus/write-corpus.ts';
import { rate, summarise } from '../measure.ts';
import { assetReady, uploadModel } from '../models.ts';
import { openProduct } from '../product.ts';
import { atLeast, type Row } from '../row.ts';

const MODELS = 30;
const ROUNDS = 3;

/** A model of 400 triangles at a unique position. */
async function smallModel(number: number) {
  const builder = new ModelBuilder();
  builder.place(`Knot ${number}`, builder.mesh('Knot', knot(40), builder.material('Clay')), [number, 0, 0]);
  return builder.document;
}

export const importRate: Row = {
  name: 'import-rate',
  what: `${MODELS} models of a few hundred triangles, from their uploads until all are ready with a picture`,
  run: async () => {
    using ends = new DisposableStack();
    const dir = mkdtempSync(join(tmpdir(), 'diorama-import-rate-'));
    ends.defer(() => rmSync(dir, { recursive: true, force: true }));
    const models = Array.from({ length: MODELS * (ROUNDS + 1) }, (_, number) => ({
      name: `knot ${number}`,
      make: () => smallModel(number),
    }));
    const paths = [...(await writeCorpus(dir, models)).values()];
    await using product = await openProduct();
    const rates: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const batch = paths.slice(round * MODELS, (round + 1) * MODELS);
      const importAll = async () => {
        const assets: string[] = [];
        for (const path of batch) {
          assets.push(await uploadModel(product, path));
        }
        await Promise.all(assets.map((asset) => assetReady(product, asset)));
      };
      rates.push(await rate(MODELS, importAll));
    }
    const measured = [summarise('diorama', rates.slice(1))];
    return {
      unit: '/s',
      measured,
      goals: [atLeast('models a second', measured[0]?.median ?? Number.NaN, 2)],
      notes: [],
    };
  },
};
