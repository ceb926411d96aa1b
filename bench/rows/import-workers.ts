import { cpus } from 'node:os';
import { checkedByRun, interleave, rate } from '../measure.ts';
import { assetReady, smallModels, uploadModel } from '../models.ts';
import { openProduct } from '../product.ts';
import { atLeast, medianOf, type Row } from '../row.ts';
import { keepWorkerOn, startSecondWorker } from '../second-worker.ts';

const MODELS = 60;
const ROUNDS = 3;
/** Two cores allow 1.3 at most; docs/decisions/0012 has the reason. */
const MIN_RATIO = cpus().length > 2 ? 1.7 : 1.1;
/** Models for which a worker starts its converters and its browser. */
const WARM_UP = 6;

export const importWorkers: Row = {
  name: 'import-workers',
  what: `${MODELS} small models with one worker-assets, and with two, each on one core`,
  run: async () => {
    using ends = new DisposableStack();
    await using product = await openProduct();
    const models = ends.use(await smallModels((2 * MODELS + WARM_UP) * (ROUNDS + 1) + WARM_UP));
    const importAll = async (count: number) => {
      const assets: string[] = [];
      for (const path of models.take(count)) {
        assets.push(await uploadModel(product, path));
      }
      // Throws unless all of them are ready.
      await Promise.all(assets.map((asset) => assetReady(product, asset)));
    };
    keepWorkerOn(product, 0);
    await importAll(WARM_UP);
    const measured = await interleave(
      [
        { name: 'one worker', run: () => rate(MODELS, () => importAll(MODELS)), check: checkedByRun },
        {
          name: 'two workers',
          run: async () => {
            using _second = await startSecondWorker(product, 1);
            await importAll(WARM_UP);
            return await rate(MODELS, () => importAll(MODELS));
          },
          check: checkedByRun,
        },
      ],
      { rounds: ROUNDS },
    );
    return {
      unit: '/s',
      measured,
      goals: [
        atLeast(
          'of one worker',
          medianOf(measured, 'two workers') / medianOf(measured, 'one worker'),
          MIN_RATIO,
        ),
      ],
      notes: [`${cpus().length} cores, which gateway, database and Redis share with both workers`],
    };
  },
};
