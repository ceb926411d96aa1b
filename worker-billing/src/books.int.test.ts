import { recordInvoice } from '@diorama/shared/server/db/invoices.ts';
import { recordNotice } from '@diorama/shared/server/db/payment-notices.ts';
import { DUE_RENEWALS, ENDED_SUBSCRIPTIONS } from '@diorama/shared/server/db/subscriptions.ts';
import { SWEPT_ORDERS } from '@diorama/shared/server/db/sweep-orders.ts';
import { uuidv7 } from '@diorama/shared/server/ids.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk } from './test/billing-desk.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-kit.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());

describe('sweeps of a great many rows', () => {
  it.each([
    [
      'orders that are open, not active or just over',
      SWEPT_ORDERS,
      ['orders_due', 'orders_not_active', 'orders_lapsed'],
    ],
    ['subscriptions that are over', ENDED_SUBSCRIPTIONS, ['accounts_expiring']],
    ['renewals that are due', DUE_RENEWALS, ['accounts_renewing']],
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

it('numbers invoices without a gap, whoever pays at the same moment, and gives the number of one that was rolled back to the next', async () => {
  const desks = await Promise.all(Array.from({ length: 8 }, () => openDesk(world)));
  await Promise.all(
    desks.map(async (payer) => {
      const order = await payer.open();
      await payer.confirm(order.client_token);
      const ref = order.provider_ref ?? '';
      await recordNotice(world.db, { provider: 'sandbox', eventId: uuidv7(), ref });
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
