import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { percentile, summarise } from '../measure.ts';
import { assetReady, smallModels, uploadModel } from '../models.ts';
import { liftPlans, openProduct, type Person, type Product, signUp } from '../product.ts';
import { atMost, type Row } from '../row.ts';

const WAITING = 1_000;
const SCENES = 20;
const FIRST_ONES = 5;
const AT_ONCE = 8;
const MAX_RATIO = 2;

/** Seconds from the upload of a model until it can be used. */
async function importOne(product: Product, person: Person, path: string): Promise<number> {
  const startedAt = performance.now();
  await assetReady(person, await uploadModel(product, path, person));
  return (performance.now() - startedAt) / 1_000;
}

/** Jobs of imports and outputs that wait or run, of a workspace. */
async function countWaiting(product: Product, person: Person): Promise<number> {
  const db = createDb(product.stack.run().addresses.database ?? '', { name: 'bench' });
  const account = person.account.split('/').at(-1);
  const assets = await db('assets')
    .where({ account_id: account })
    .whereIn('status', ['uploaded', 'processing']);
  await db.destroy();
  return assets.length;
}

export const crowdedQueue: Row = {
  name: 'crowded-queue',
  what: `the first import of a workspace beside ${WAITING} uploads and ${SCENES} publications of another, against a machine at rest`,
  run: async () => {
    using ends = new DisposableStack();
    await using product = await openProduct();
    const models = ends.use(await smallModels(WAITING + 2 * FIRST_ONES + 2));
    await importOne(product, product, models.take(1)[0] ?? '');
    const calm: number[] = [];
    for (const path of models.take(FIRST_ONES)) {
      calm.push(await importOne(product, await signUp(product.stack.url), path));
    }
    await liftPlans(product);
    for (let scene = 0; scene < SCENES; scene += 1) {
      const { uuid } = await product.api('POST', '/api/compositions', { account: product.account });
      await product.api('PATCH', `/api/compositions/${uuid}`, { status: 'published', privacy: 'public' });
    }
    const waiting = models.take(WAITING);
    while (waiting.length > 0) {
      await Promise.all(waiting.splice(0, AT_ONCE).map((path) => uploadModel(product, path)));
    }
    const crowded: number[] = [];
    const beside: number[] = [];
    for (const path of models.take(FIRST_ONES)) {
      beside.push(await countWaiting(product, product));
      crowded.push(await importOne(product, await signUp(product.stack.url), path));
      await sleep(500);
    }
    const median = (values: number[]) =>
      percentile(
        values.toSorted((a, b) => a - b),
        0.5,
      );
    return {
      unit: 's',
      measured: [summarise('beside the crowd', crowded), summarise('at rest', calm)],
      goals: [atMost('times at rest', median(crowded) / median(calm), MAX_RATIO)],
      notes: [`${beside.at(-1)} models waited or ran at the last measurement`],
    };
  },
};
