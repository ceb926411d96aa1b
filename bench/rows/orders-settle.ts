import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { attachPayment, openOrder } from '@diorama/shared/server/billing/orders.ts';
import { toPayments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import { createSandboxProvider } from '@diorama/shared/server/billing/providers/sandbox.ts';
import { confirmSandboxPayment } from '@diorama/shared/server/billing/sandbox-payments.ts';
import { recordWebhookEvent } from '@diorama/shared/server/billing/webhook-events.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { createPublisher } from '@diorama/shared/server/jobs/publisher.ts';
import { createQueues } from '@diorama/shared/server/jobs/queue.ts';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { createPerson } from '@diorama/shared/server/people/people.queries.ts';
import { systemClock } from '@diorama/shared/server/runtime/clock.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { billingJobHandlers } from '@diorama/worker-billing/billing-handlers.ts';
import { openDatabase } from '../database.ts';
import { summarise } from '../measure.ts';
import { atMost, type Row } from '../row.ts';
import { until } from '../until.ts';

const ORDERS = 1_000;
const MAX_SECONDS = 30;
/** Notices that come at the same moment. */
const AT_ONCE = 20;
const SECRET = 'x'.repeat(32);

/** Paid orders of separate workspaces, whose notifications have not arrived yet. */
async function prepare(db: Knex): Promise<string[]> {
  const provider = createSandboxProvider({ db, secretKeys: [SECRET], clock: systemClock });
  const [price] = PLAN_PRICES;
  const refs: string[] = [];
  for (let made = 0; made < ORDERS && price; made += 1) {
    const email = `${uuidv7()}@people.test`;
    const who = { email, name: 'Ada', locale: 'en', passwordHash: null, isDemo: false, utm: null };
    const person = await createPerson(db, who);
    if (!person) {
      throw new Error('The person was not made');
    }
    const order = await openOrder(db, {
      ...person,
      price,
      promotion: null,
      discountId: null,
      provider: 'sandbox',
      sourceId: null,
      now: new Date(),
    });
    const { id: orderId, total_amount: amount, currency } = order;
    const payer = { accountId: person.accountId, ref: null };
    const payment = await provider.create({ orderId, amount, currency, payer });
    await attachPayment(db, order, payment);
    await confirmSandboxPayment(db, payment.clientToken, {
      state: 'succeeded',
      errorCode: null,
      source: { type: 1 },
    });
    refs.push(payment.ref);
  }
  return refs;
}

/** Seconds from the first notice to the last plan. @throws Error unless each order has exactly one invoice. */
async function measure(): Promise<number> {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-settle-'));
  const database = await openDatabase();
  const logger = createLogger('bench', { level: 'error' });
  const env = loadEnv({ DATABASE_URL: database.url, SECRET_KEY: SECRET, DIORAMA_DATA_DIR: dir.path });
  const bus = createBus({ databaseUrl: database.url, redisUrl: null, logger });
  const commitNotifications = createCommitNotifications({ bus, logger });
  const db = createDb(database.url, { name: 'bench', commitNotifications });
  const queues = createQueues({ databaseUrl: database.url, redisUrl: null, logger });
  await queues.ready();
  const refs = await prepare(db);
  await db('outbox').delete();
  const payments = toPayments([createSandboxProvider({ db, secretKeys: [SECRET], clock: systemClock })]);
  const store = createStore(env);
  const handlers = billingJobHandlers({
    db,
    payments,
    store,
    clock: systemClock,
    publicUrl: env.publicUrl,
    operatorEmails: env.operatorEmails,
    seller: env.seller,
  });
  const worker = await runWorker({ name: 'bench', queues: ['billing'], handlers, env, db, logger });
  const publisher = createPublisher({ db, commitNotifications, queues, logger });

  const begunAt = performance.now();
  for (let sent = 0; sent < refs.length; sent += AT_ONCE) {
    const batch = refs.slice(sent, sent + AT_ONCE);
    await Promise.all(
      batch.map((ref) => recordWebhookEvent(db, { provider: 'sandbox', eventId: uuidv7(), ref })),
    );
  }
  const countActive = async () =>
    Number((await db('orders').where({ is_active: true }).count({ count: '*' }).first())?.count ?? 0);
  await until(async () => (await countActive()) >= ORDERS, { everyMs: 50 });
  const seconds = (performance.now() - begunAt) / 1_000;
  const invoiced = await db('invoices').countDistinct({ orders: 'order_id' }).count({ all: '*' }).first();
  if (Number(invoiced?.orders) !== ORDERS || Number(invoiced?.all) !== ORDERS) {
    throw new Error(`${invoiced?.all} invoices of ${invoiced?.orders} orders`);
  }
  await worker.close(2_000);
  await publisher.close();
  await queues.close();
  commitNotifications.close();
  await bus.close();
  await db.destroy();
  await database.close();
  return seconds;
}

export const ordersSettle: Row = {
  name: 'orders-settle',
  what: `${ORDERS} orders, from the notice of their payment to the plan, PostgreSQL queue, while invoices are drawn`,
  run: async () => {
    const measured = summarise('diorama', [await measure()]);
    const goal = atMost('seconds', measured.median, MAX_SECONDS);
    return { unit: 's', measured: [measured], goals: [goal], notes: [] };
  },
};
