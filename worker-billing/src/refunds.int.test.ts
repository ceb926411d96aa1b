// @module-tag full
import { findOrder } from '@diorama/shared/server/billing/orders.ts';
import { refundOrder } from '@diorama/shared/server/billing/refunds.ts';
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

describe('a refund', () => {
  it('ends the plan and creates a credit note if it is full', async () => {
    const order = await billing.buy();
    const operator = await world.createAccount();
    await refundOrder(world.db, { orderId: order.id, amount: null, userId: operator.userId });
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({
      status: 3,
      refunded: 5_000,
      is_active: false,
    });
    expect((await billing.account()).plan).toBe('free');
    const [note, invoice] = await billing.invoices();
    expect([note.amount, invoice.amount, note.details.corrects]).toEqual([-5_000, 5_000, invoice.number]);
    expect(await billing.mails('refund')).toHaveLength(1);
  });

  it('keeps the plan if it is partial, and never exceeds the paid amount', async () => {
    const order = await billing.buy();
    const give = (amount: number) =>
      refundOrder(world.db, { orderId: order.id, amount, userId: billing.userId });
    expect(await give(2_000)).toBe(true);
    expect(await give(3_001)).toBe(false);
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, refunded: 2_000 });
    expect(await billing.account()).toMatchObject({ plan: 'pro', period_paid: 3_000 });
    await Promise.all([give(3_000), give(3_000), give(3_000)]);
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 3, refunded: 5_000 });
  });

  it('is recorded if it was made at the provider', async () => {
    const order = await billing.buy();
    await world.db('sandbox_payments').where({ id: order.provider_ref }).update({ refunded: 1_500 });
    await billing.notice(order);
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, refunded: 1_500 });
    expect((await billing.invoices()).map(({ amount }) => amount)).toEqual([-1_500, 5_000]);
  });

  const days = async () => {
    const { plan_expires_at: end } = await billing.account();
    return Math.round((Date.parse(end) - Date.now()) / 86_400_000);
  };
  const refundFully = async (orderId: string) => {
    await refundOrder(world.db, { orderId, amount: null, userId: billing.userId });
    await world.drain();
  };

  it.each([
    ['the first', 0],
    ['the second', 1],
    ['the third', 2],
  ])(
    'removes only the time of its order, for one of three orders for the same plan: %s',
    async (_name, place) => {
      const orders = [await billing.buy(), await billing.buy(), await billing.buy()];
      await billing.pass(10);
      const before = await days();
      await refundFully(orders[place]?.id ?? '');
      // Ten days of the first order had already been used.
      const expected = place === 0 ? 20 : 30;
      expect(Math.abs(before - (await days()) - expected)).toBeLessThanOrEqual(2);
      const left = orders.filter((_, index) => index !== place);
      expect(await billing.account()).toMatchObject({
        plan: 'pro',
        period_paid: 10_000,
        last_order: left.at(-1)?.id,
      });
      await refundFully(left[0]?.id ?? '');
      expect(await billing.account()).toMatchObject({
        plan: 'pro',
        period_paid: 5_000,
        last_order: left[1]?.id,
      });
      await refundFully(left[1]?.id ?? '');
      expect(await billing.account()).toMatchObject({
        plan: 'free',
        period_paid: 0,
        last_order: null,
        renew_at: null,
      });
    },
  );

  it('keeps the time of another order if its order is used up', async () => {
    const first = await billing.buy();
    await billing.buy();
    await billing.pass(40);
    const before = await days();
    await refundFully(first.id);
    expect(await days()).toBe(before);
    expect(await billing.account()).toMatchObject({ plan: 'pro', period_paid: 5_000 });
  });

  it('keeps all the time and reduces the credit if it is for part of the first order', async () => {
    const first = await billing.buy();
    await billing.buy();
    const before = await days();
    await refundOrder(world.db, { orderId: first.id, amount: 2_000, userId: billing.userId });
    await world.drain();
    expect(await days()).toBe(before);
    expect(await billing.account()).toMatchObject({ period_paid: 8_000 });
  });

  it('removes the credit that came from its order after a change of plan', async () => {
    const first = await billing.buy('starter', 12);
    await billing.buy('pro', 1);
    expect((await billing.account()).credit).toBeGreaterThan(9_300);
    await refundFully(first.id);
    expect(await billing.account()).toMatchObject({ plan: 'pro', credit: 0 });
  });

  it('leaves no credit if it is for two orders, the second paid with the rest of the first', async () => {
    const first = await billing.buy('starter', 12);
    const second = await billing.buy('pro', 1);
    await billing.buy('starter', 1);
    const spent = await billing.account();
    expect(spent.credit).toBeGreaterThan(0);
    await billing.change({ credit: 0 });
    const third = await billing.buy('pro', 12);
    expect(third.credit).toBeGreaterThan(0);
    await refundFully(first.id);
    const { period_paid: paid } = await billing.account();
    const after = await findOrder(world.db, third.id);
    expect([after?.credit, paid]).toEqual([0, after?.total_amount]);
    await refundFully(second.id);
    await refundFully(third.id);
    expect(await billing.account()).toMatchObject({ plan: 'free', credit: 0 });
  });

  it('leaves no credit if orders are refunded in their original sequence', async () => {
    const first = await billing.buy('starter', 12);
    const second = await billing.buy('pro', 12);
    expect((await findOrder(world.db, second.id))?.credit).toBeGreaterThan(9_300);
    expect((await billing.account()).credit).toBe(0);
    await refundFully(first.id);
    const after = await findOrder(world.db, second.id);
    expect(after?.credit).toBeLessThanOrEqual(1);
    expect((await billing.account()).period_paid).toBe((after?.total_amount ?? 0) + (after?.credit ?? 0));
    await refundFully(second.id);
    expect((await billing.account()).plan).toBe('free');
    expect((await billing.account()).credit).toBeLessThanOrEqual(1);
  });

  it('removes the credit of a year bought in advance and followed by another plan', async () => {
    const first = await billing.buy('starter', 12);
    const ahead = await billing.buy('starter', 12);
    const other = await billing.buy('pro', 12);
    const creditOf = async () => (await findOrder(world.db, other.id))?.credit ?? 0;
    const whole = (await creditOf()) + (await billing.account()).credit;
    await refundFully(ahead.id);
    const left = (await creditOf()) + (await billing.account()).credit;
    expect(Math.abs(whole - left - ahead.total_amount)).toBeLessThanOrEqual(1);
    await refundFully(first.id);
    await refundFully(other.id);
    expect((await billing.account()).plan).toBe('free');
    expect((await billing.account()).credit).toBeLessThanOrEqual(2);
  });

  it('removes the credit of a year given up for another plan, even after a return to that plan', async () => {
    await billing.buy('pro', 12);
    const ahead = await billing.buy('pro', 12);
    await billing.buy('starter', 1);
    const back = await billing.buy('pro', 12);
    const before = await billing.account();
    const whole = before.credit + ((await findOrder(world.db, back.id))?.credit ?? 0);
    await refundFully(ahead.id);
    const after = await billing.account();
    const left = after.credit + ((await findOrder(world.db, back.id))?.credit ?? 0);
    expect(Math.abs(whole - left - ahead.total_amount)).toBeLessThanOrEqual(1);
    const kept = { plan: 'pro', last_order: back.id, plan_expires_at: before.plan_expires_at };
    expect(after).toMatchObject(kept);
  });

  /** Simulates the row of an older release. */
  const forgetTime = (id: string) =>
    world.db('orders').where({ id }).update({ adds_from: null, adds_until: null });

  it('keeps the time and reduces the credit for part of an order without a recorded period', async () => {
    await billing.buy();
    const second = await billing.buy();
    const before = await billing.account();
    await forgetTime(second.id);
    await refundOrder(world.db, { orderId: second.id, amount: 2_000, userId: billing.userId });
    await world.drain();
    expect(await billing.account()).toMatchObject({
      plan: 'pro',
      plan_expires_at: before.plan_expires_at,
      period_start: before.period_start,
      last_order: second.id,
      period_paid: 8_000,
    });
  });

  it('ends the plan for all of the only order, if it has no recorded period', async () => {
    const only = await billing.buy();
    await forgetTime(only.id);
    await refundFully(only.id);
    expect(await billing.account()).toMatchObject({ plan: 'free', last_order: null, period_paid: 0 });
  });

  it('keeps the time of other orders for all of an order without a recorded period', async () => {
    const first = await billing.buy();
    const end = (await billing.account()).plan_expires_at;
    const second = await billing.buy();
    await forgetTime(second.id);
    await refundFully(second.id);
    expect(await billing.account()).toMatchObject({
      plan: 'pro',
      plan_expires_at: end,
      last_order: first.id,
      period_paid: 5_000,
    });
  });

  it('is booked once by the run after a crash if the provider’s response was lost', async () => {
    const order = await billing.buy();
    await refundOrder(world.db, { orderId: order.id, amount: 2_000, userId: billing.userId });
    const provider = world.payments.find();
    if (provider === null) {
      throw new Error('Nobody takes payments');
    }
    const given = vi.spyOn(provider, 'refund').mockImplementationOnce(async (request) => {
      given.mockRestore();
      await provider.refund(request);
      throw new Error('The answer was lost');
    });
    await expect(world.drain()).rejects.toThrow('lost');
    const asked = vi.spyOn(provider, 'refund');
    await world.drain();
    expect(asked.mock.calls.map(([request]) => request.askedAt)).toEqual([expect.any(Date)]);
    asked.mockRestore();
    await billing.notice(order);
    expect(
      await world.db('refunds').where({ order_id: order.id }).select('amount', 'status', 'reason'),
    ).toEqual([{ amount: 2_000, status: 'done', reason: 'operator' }]);
    expect(await findOrder(world.db, order.id)).toMatchObject({ refunded: 2_000 });
  });

  it('is booked as the provider’s if the provider has already refunded the payment', async () => {
    const order = await billing.buy();
    await world.db('sandbox_payments').where({ id: order.provider_ref }).update({ refunded: 5_000 });
    await refundFully(order.id);
    expect(
      await world
        .db('refunds')
        .where({ order_id: order.id })
        .orderBy('created_at')
        .select('status', 'reason'),
    ).toEqual([
      { status: 'failed', reason: 'operator' },
      { status: 'done', reason: 'provider' },
    ]);
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 3, refunded: 5_000 });
  });
});
