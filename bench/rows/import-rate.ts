import { rate, summarise } from '../measure.ts';
import { assetReady, smallModels, uploadModel } from '../models.ts';
import { openProduct } from '../product.ts';
import { atLeast, type Row } from '../row.ts';

const MODELS = 30;
const ROUNDS = 3;

export const importRate: Row = {
  name: 'import-rate',
  what: `${MODELS} models of a few hundred triangles, from their uploads until all are ready with a picture`,
  run: async () => {
    using ends = new DisposableStack();
    const models = ends.use(await smallModels(MODELS * (ROUNDS + 1)));
    await using product = await openProduct();
    const rates: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const batch = models.take(MODELS);
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
