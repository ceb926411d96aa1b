import { setTimeout as sleep } from 'node:timers/promises';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { type Measured, timesOfParts } from '../measure.ts';
import { assetReady, makeOutput, sceneOf, smallModels, uploadModel } from '../models.ts';
import { liftPlans, openProduct, type Person, type Product, signUp } from '../product.ts';
import { atMost, medianOf, type Row } from '../row.ts';
import { until } from '../until.ts';

const WAITING = 1_000;
const SCENES = 20;
const FIRST_ONES = 5;
const AT_ONCE = 8;
const MAX_RATIO = 2;
/** Shorter times at rest count as this, in seconds, as the shared processor alone doubles them. */
const LEAST = 0.5;
const MOST_MS = 120_000;
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' };

/** Jobs of a workspace, each for the first time. */
const KINDS = ['import', 'output', 'picture', 'mail', 'payment'] as const;
type Kind = (typeof KINDS)[number];

/** Seconds from the start of an action until it has had its effect. @throws Error when it takes too long */
async function seconds(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const late = sleep(MOST_MS, undefined, { ref: false }).then(() => {
    throw new Error(`A job took more than ${MOST_MS / 1_000} s`);
  });
  await Promise.race([act(), late]);
  return (performance.now() - startedAt) / 1_000;
}

/** Signs a user up, and has one job of each kind done for the new workspace. */
async function firstOnes(product: Product, path: string): Promise<Record<Kind, number>> {
  const person = await signUp(product.stack.url);
  const own: Product = { ...product, ...person };
  let asset = '';
  const imported = await seconds(async () => {
    asset = await uploadModel(product, path, person);
    await assetReady(person, asset);
  });
  const scene = await sceneOf(own, asset);
  return {
    import: imported,
    output: await seconds(() => makeOutput(own, scene)),
    picture: await seconds(() => keepVersion(person, scene)),
    mail: await secondsOfMail(product, person),
    payment: await seconds(() => pay(person)),
  };
}

/** Keeps a version of a scene, and waits for its picture. */
async function keepVersion(person: Person, scene: string): Promise<void> {
  const path = `/api/compositions/${scene}/versions`;
  const { '@id': version } = await person.api('POST', path, { name: 'First' });
  await until(async () => (await person.api('GET', String(version))).thumbnailUrl !== null);
}

/** Seconds from the sign-up of a user until the mail about it was sent. */
async function secondsOfMail({ db }: Product, { email }: Person): Promise<number> {
  const sent = () => db('emails').where({ recipient: email }).whereNotNull('sent_at');
  await seconds(() => until(async () => (await sent()).length > 0));
  const [mail] = await sent().select(db.raw('extract(epoch from sent_at - created_at)::float8 as seconds'));
  return mail.seconds;
}

/** Buys a plan, and waits until the notice of the payment has had its effect. */
async function pay(person: Person): Promise<void> {
  const price = PLAN_PRICES.find(({ plan, months }) => plan === 'pro' && months === 1);
  const order = await person.api('POST', '/api/orders', {
    account: person.account.split('/').at(-1),
    planPrice: price?.uuid,
  });
  await person.api('POST', `/api/sandbox-payments/${order.token}/confirm`, CARD);
  await until(
    async () => (await person.api('GET', `/api/orders/check-status/${order.uuid}`)).active === true,
  );
}

/** Jobs of imports and outputs that wait or run, of a workspace. */
async function countWaiting({ db }: Product, person: Person): Promise<number> {
  const account = person.account.split('/').at(-1);
  const assets = await db('assets')
    .where({ account_id: account })
    .whereIn('status', ['uploaded', 'processing']);
  return assets.length;
}

export const crowdedQueue: Row = {
  name: 'crowded-queue',
  what: `the first import, output, picture, mail and payment of a workspace beside ${WAITING} uploads and ${SCENES} publications of another, against a machine at rest`,
  run: async () => {
    using ends = new DisposableStack();
    await using product = await openProduct({ PAYMENTS: 'sandbox' });
    const models = ends.use(await smallModels(WAITING + 2 * FIRST_ONES + 2));
    const measure = (warmUp: number, before = async () => undefined as unknown) =>
      timesOfParts(KINDS, { warmUp, turns: FIRST_ONES }, async () => {
        await before();
        return firstOnes(product, models.take(1)[0] ?? '');
      });
    const calm = await measure(1);
    await liftPlans(product);
    for (let scene = 0; scene < SCENES; scene += 1) {
      const { uuid } = await product.api('POST', '/api/compositions', { account: product.account });
      await product.api('PATCH', `/api/compositions/${uuid}`, { status: 'published', privacy: 'public' });
    }
    const waiting = models.take(WAITING);
    while (waiting.length > 0) {
      await Promise.all(waiting.splice(0, AT_ONCE).map((path) => uploadModel(product, path)));
    }
    const beside: number[] = [];
    const crowded = await measure(0, async () => beside.push(await countWaiting(product, product)));
    if ((beside.at(-1) ?? 0) === 0) {
      throw new Error('The crowd was gone before the last measurement');
    }
    const named = (all: readonly Measured[], when: string) =>
      all.map((one) => ({ ...one, name: `${one.name} ${when}` }));
    return {
      unit: 's',
      measured: [...named(crowded, 'beside the crowd'), ...named(calm, 'at rest')],
      goals: KINDS.map((kind) =>
        atMost(
          `${kind}: times at rest`,
          medianOf(crowded, kind) / Math.max(LEAST, medianOf(calm, kind)),
          MAX_RATIO,
        ),
      ),
      notes: [`${beside.at(-1)} models waited or ran at the last measurement`],
    };
  },
};
