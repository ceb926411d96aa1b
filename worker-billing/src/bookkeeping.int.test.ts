import { recordInvoice } from '@diorama/shared/server/billing/invoices.queries.ts';
import { DUE_RENEWALS, ENDED_SUBSCRIPTIONS } from '@diorama/shared/server/billing/subscriptions.queries.ts';
import { SWEPT_ORDERS, sweepOrders } from '@diorama/shared/server/billing/sweep-orders.queries.ts';
import { recordWebhookEvent } from '@diorama/shared/server/billing/webhook-events.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBillingHarness } from './test/billing-harness.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-world.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());

/** A node of a plan in the output of EXPLAIN ANALYZE. */
type PlanNode = {
  'Relation Name'?: string;
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

/** Sums the rows that a plan reads from a table, and lists the node types that read it. */
function countRead(node: PlanNode, table: string): { rows: number; ways: string[] } {
  const below = (node.Plans ?? []).map((child) => countRead(child, table));
  const isScan = node['Relation Name'] === table;
  const seen =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return {
    rows: below.reduce((sum, { rows }) => sum + rows, isScan ? seen * node['Actual Loops'] : 0),
    ways: [...(isScan ? [node['Node Type']] : []), ...below.flatMap(({ ways }) => ways)],
  };
}

describe('the sweep of 100,000 orders with 100 open ones', () => {
  it('reads only the open orders, and reconciles each', { tags: ['full'] }, async () => {
    const { accountId } = await openBillingHarness(world);
    await world.db.raw(
      `insert into orders (id, account_id, plan_price, amount, total_amount, months, status, is_active, provider, provider_ref,
         closed_at, created_at)
       select gen_random_uuid(), ?, gen_random_uuid(), 5000, 5000, 1,
         case when n % 1000 = 0 then 0 when n % 3 = 0 then 2 else 1 end, n % 1000 <> 0 and n % 3 <> 0, 'sandbox', 'swept-' || n,
         case when n % 3 = 0 and n % 1000 <> 0 then now() end, now() - make_interval(secs => n / 1000.0)
       from generate_series(1, 100000) n`,
      [accountId],
    );
    await world.db.raw('analyze orders');
    const { rows } = await world.db.raw<{ rows: { 'QUERY PLAN': { Plan: PlanNode }[] }[] }>(
      `explain (analyze, timing off, format json) ${SWEPT_ORDERS}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    const read = plan && countRead(plan, 'orders');
    expect(read?.rows).toBe(100);
    expect(read?.ways.filter((way) => !way.includes('Index'))).toEqual([]);
    const swept = await world.db.transaction((trx) => sweepOrders(trx, Date.now()));
    expect(swept).toEqual({ expired: 0, reconciled: 100 });
    await world.db('outbox').delete();
    await world.db('orders').where({ account_id: accountId }).delete();
  });
});

describe('sweeps of large tables', { tags: ['full'] }, () => {
  it.each([
    [
      'orders that are open, inactive or just expired',
      SWEPT_ORDERS,
      ['orders_due', 'orders_not_active', 'orders_lapsed'],
    ],
    ['ended subscriptions', ENDED_SUBSCRIPTIONS, ['accounts_expiring']],
    ['due renewals', DUE_RENEWALS, ['accounts_renewing']],
  ])('find %s by an index', async (_name, sql, indexes) => {
    const { rows } = await world.db.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off');
      return trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(`explain ${sql}`);
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const index of indexes) {
      expect(plan).toContain(index);
    }
  });
});

it('invoices are numbered without gaps under concurrent payments and rollbacks', {
  tags: ['full'],
}, async () => {
  const billings = await Promise.all(Array.from({ length: 8 }, () => openBillingHarness(world)));
  await Promise.all(
    billings.map(async (payer) => {
      const order = await payer.open();
      await payer.confirm(order.client_token);
      const ref = order.provider_ref ?? '';
      await recordWebhookEvent(world.db, { provider: 'sandbox', eventId: uuidv7(), ref });
    }),
  );
  const rolledBack = world.db.transaction(async (trx) => {
    const order = await trx('orders').first();
    await trx('invoices').where({ order_id: order.id }).update({ order_id: null });
    await recordInvoice(trx, { order, transactionId: null });
    throw new Error('The process was killed');
  });
  await expect(rolledBack).rejects.toThrow('killed');
  await world.drain();
  const numbers: string[] = await world
    .db('invoices')
    .where({ kind: 'invoice' })
    .orderBy('number')
    .pluck('number');
  expect(numbers.map((number) => Number(number.split('-').at(-1)))).toEqual(
    numbers.map((_, index) => index + 1),
  );
});
