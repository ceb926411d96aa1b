import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { attachPayment, findOrder, requestReconciliation } from '@diorama/shared/server/billing/orders.ts';
import {
  PaymentRefusedError,
  PaymentUnknownError,
} from '@diorama/shared/server/billing/providers/provider.ts';
import { recordWebhookEvent } from '@diorama/shared/server/billing/webhook-events.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BillingHarness, openBillingHarness } from './test/billing-harness.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-world.ts';

let world: BillingWorld;
let billing: BillingHarness;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  billing = await openBillingHarness(world);
});

const makeOlder = (id: string, age: string) =>
  world
    .db('orders')
    .where({ id })
    .update({ asked_at: null, created_at: world.db.raw('now() - ?::interval', [age]) });
const getProvider = () => {
  const provider = world.payments.find();
  if (provider === null) {
    throw new Error('Nobody takes payments');
  }
  return provider;
};

describe('a payment', () => {
  it('makes one plan, one invoice with its document, one receipt and one card for any number of webhooks', async () => {
    const order = await billing.buy();
    await Promise.all(Array.from({ length: 10 }, () => billing.notice(order).catch(() => undefined)));
    await billing.notice(order);
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.paid);
    expect(await billing.account()).toMatchObject({
      plan: 'pro',
      subscription_status: 1,
      period_paid: 5_000,
    });
    const [invoice, ...more] = await billing.invoices();
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({ amount: 5_000, kind: 'invoice', transaction_id: order.provider_ref });
    expect(invoice.document_object).not.toBeNull();
    expect(await billing.mails('receipt')).toHaveLength(1);
    const sources = await world.db('payment_sources').where({ account_id: billing.accountId });
    expect(sources).toEqual([
      expect.objectContaining({ is_default: true, info: expect.objectContaining({ last4: '4242' }) }),
    ]);
  });

  it('is recorded even if its webhook comes before the order knows its payment', async () => {
    const order = await billing.order();
    const payment = await billing.create(order);
    await billing.confirm(payment.clientToken);
    const known = { provider: 'sandbox', eventId: uuidv7(), ref: payment.ref };
    expect(await recordWebhookEvent(world.db, known)).toBe(false);
    await attachPayment(world.db, order, payment);
    await world.drain();
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.paid);
  });

  it('is refunded if another order has replaced its order', async () => {
    const first = await billing.open('starter', 1);
    const second = await billing.open('pro', 1);
    expect(await billing.statusOf(first.id)).toBe(ORDER_STATUS.timeout);
    // Both tabs pay at the same moment, before the provider knows that the first order is cancelled.
    await billing.confirm(first.client_token);
    await billing.confirm(second.client_token);
    await billing.notice(second);
    await billing.notice(first);
    await world.drain();
    expect([await billing.statusOf(first.id), await billing.statusOf(second.id)]).toEqual([
      ORDER_STATUS.refunded,
      ORDER_STATUS.paid,
    ]);
    expect((await billing.account()).plan).toBe('pro');
    const sum = (await billing.invoices()).reduce((total, invoice) => total + invoice.amount, 0);
    expect(sum).toBe(5_000);
    expect(await billing.receipts()).toEqual(['returned', 'active']);
  });

  it('is found without a webhook if it succeeds after a failed attempt', async () => {
    const order = await billing.open();
    await billing.decline(order);
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.failed);
    await world.tick('schedule.minute');
    await billing.confirm(order.client_token);
    await world.tick('schedule.minute');
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.failed);
    await world
      .db('orders')
      .where({ id: order.id })
      .update({ asked_at: world.db.raw(`now() - interval '11 minutes'`) });
    await world.tick('schedule.minute');
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: true });
  });

  it('is found by polling after a failed attempt', async () => {
    const order = await billing.open();
    await billing.decline(order);
    await billing.confirm(order.client_token);
    await makeOlder(order.id, '24 hours');
    await requestReconciliation(world.db, order.id);
    await world.drain();
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.paid);
  });

  it('can no longer be made a day after it failed, and is not looked up again', async () => {
    const order = await billing.open();
    await billing.decline(order);
    await makeOlder(order.id, '26 hours');
    await world.tick('schedule.minute');
    expect(await billing.confirm(order.client_token)).toMatchObject({ state: 'cancelled', changed: false });
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: ORDER_STATUS.failed });
    expect((await findOrder(world.db, order.id))?.closed_at).not.toBeNull();
    const asked = vi.spyOn(getProvider(), 'retrieve');
    await makeOlder(order.id, '27 hours');
    await world.tick('schedule.minute');
    await requestReconciliation(world.db, order.id);
    await world.drain();
    expect(asked.mock.calls.filter(([ref]) => ref === order.provider_ref)).toEqual([]);
    asked.mockRestore();
  });

  it('is closed a day after it failed if its provider no longer knows it, but not during an outage', async () => {
    const order = await billing.open();
    await billing.decline(order);
    await makeOlder(order.id, '26 hours');
    const closedAt = async () => (await findOrder(world.db, order.id))?.closed_at;
    const ask = async () => {
      await makeOlder(order.id, '26 hours');
      await requestReconciliation(world.db, order.id);
      await world.drain();
    };
    const gone = vi.spyOn(world.payments, 'find').mockReturnValue(null);
    await ask();
    gone.mockRestore();
    expect(await closedAt()).toBeNull();
    const retrieve = vi.spyOn(getProvider(), 'retrieve');
    retrieve.mockRejectedValueOnce(new PaymentRefusedError('NOT_AUTHORIZED'));
    await expect(ask()).rejects.toThrow(PaymentRefusedError);
    expect(await closedAt()).toBeNull();
    retrieve.mockRejectedValueOnce(new PaymentUnknownError('RESOURCE_NOT_FOUND'));
    await world.drain();
    retrieve.mockRestore();
    expect(await closedAt()).not.toBeNull();
  });

  it('counts if it was made just before its order was closed', async () => {
    const order = await billing.open();
    await billing.decline(order);
    await billing.confirm(order.client_token);
    await makeOlder(order.id, '26 hours');
    await world.tick('schedule.minute');
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: ORDER_STATUS.paid, is_active: true });
  });

  it('is refunded if its payer ordered again after its order failed', async () => {
    const first = await billing.open();
    await billing.decline(first);
    await billing.confirm(first.client_token);
    const second = await billing.open();
    expect(second.id).not.toBe(first.id);
    await world.drain();
    expect(await billing.statusOf(first.id)).toBe(ORDER_STATUS.refunded);
    await billing.confirm(second.client_token);
    await billing.notice(second);
    expect(await billing.statusOf(second.id)).toBe(ORDER_STATUS.paid);
    expect((await billing.invoices()).reduce((total, invoice) => total + invoice.amount, 0)).toBe(5_000);
  });

  it('is looked up again and refunded if its order ended before another was paid', async () => {
    const first = await billing.open('starter', 1);
    await billing.decline(first);
    await world.db('orders').where({ id: first.id }).update({ kind: 'renewal' });
    const second = await billing.open('pro', 1);
    expect(await billing.statusOf(first.id)).toBe(ORDER_STATUS.failed);
    await billing.confirm(first.client_token);
    await billing.confirm(second.client_token);
    await billing.notice(second);
    expect([await billing.statusOf(first.id), await billing.statusOf(second.id)]).toEqual([
      ORDER_STATUS.refunded,
      ORDER_STATUS.paid,
    ]);
  });

  it('cannot be made if it was opened while its order ended', async () => {
    const first = await billing.order('starter');
    const payment = await billing.create(first);
    await billing.open('pro', 1);
    await world.drain();
    await attachPayment(world.db, first, payment);
    expect(await findOrder(world.db, first.id)).toMatchObject({
      client_token: null,
      provider_ref: payment.ref,
    });
    await world.drain();
    expect(await billing.confirm(payment.clientToken)).toMatchObject({ state: 'cancelled', changed: false });
  });

  it('cannot be made after its order has expired', async () => {
    const order = await billing.open();
    await makeOlder(order.id, '16 minutes');
    await world.tick('schedule.minute');
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.timeout);
    expect(await billing.confirm(order.client_token)).toMatchObject({ state: 'cancelled', changed: false });
  });
});

it('a webhook may name a payment by its transaction, for its own provider only', async () => {
  const order = await billing.buy();
  const transaction = uuidv7();
  await world.db('orders').where({ id: order.id }).update({ transaction_id: transaction });
  await world.db('sandbox_payments').where({ id: order.provider_ref }).update({ refunded: 1_500 });
  const hear = (provider: string) =>
    recordWebhookEvent(world.db, { provider, eventId: uuidv7(), ref: transaction });
  expect(await hear('paypal')).toBe(false);
  expect(await hear('sandbox')).toBe(true);
  await world.drain();
  expect((await findOrder(world.db, order.id))?.refunded).toBe(1_500);
});
