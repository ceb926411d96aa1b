import { findOrder } from '@diorama/shared/server/db/orders.ts';
import { refundOrder } from '@diorama/shared/server/db/refunds.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BillingDesk, openDesk } from './test/billing-desk.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-kit.ts';

let world: BillingWorld;
let desk: BillingDesk;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  desk = await openDesk(world);
});

describe('a refund', () => {
  it('of all takes the plan back and makes a credit note', async () => {
    const order = await desk.buy();
    const operator = await world.createAccount();
    await refundOrder(world.db, { orderId: order.id, amount: null, userId: operator.userId });
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({
      status: 3,
      refunded: 5_000,
      is_active: false,
    });
    expect((await desk.account()).plan).toBe('free');
    const [note, invoice] = await desk.invoices();
    expect([note.amount, invoice.amount, note.details.corrects]).toEqual([-5_000, 5_000, invoice.number]);
    expect(await desk.mails('refund')).toHaveLength(1);
  });

  it('of a part leaves the plan, and no more is given back than was paid', async () => {
    const order = await desk.buy();
    const give = (amount: number) =>
      refundOrder(world.db, { orderId: order.id, amount, userId: desk.userId });
    expect(await give(2_000)).toBe(true);
    expect(await give(3_001)).toBe(false);
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, refunded: 2_000 });
    expect(await desk.account()).toMatchObject({ plan: 'pro', period_paid: 3_000 });
    await Promise.all([give(3_000), give(3_000), give(3_000)]);
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 3, refunded: 5_000 });
  });

  it('that was made on the pages of the provider is found and written down', async () => {
    const order = await desk.buy();
    await world.db('sandbox_payments').where({ id: order.provider_ref }).update({ refunded: 1_500 });
    await desk.notice(order);
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, refunded: 1_500 });
    expect((await desk.invoices()).map(({ amount }) => amount)).toEqual([-1_500, 5_000]);
  });

  const days = async () => {
    const { plan_expires_at: end } = await desk.account();
    return Math.round((Date.parse(end) - Date.now()) / 86_400_000);
  };
  const giveBack = async (orderId: string) => {
    await refundOrder(world.db, { orderId, amount: null, userId: desk.userId });
    await world.drain();
  };

  it.each([
    ['the first', 0],
    ['the second', 1],
    ['the third', 2],
  ])('of one of three orders for the same plan takes its time and no other: %s', async (_name, place) => {
    const orders = [await desk.buy(), await desk.buy(), await desk.buy()];
    await desk.pass(10);
    const before = await days();
    await giveBack(orders[place]?.id ?? '');
    // Ten days of the first order were used already.
    const expected = place === 0 ? 20 : 30;
    expect(Math.abs(before - (await days()) - expected)).toBeLessThanOrEqual(2);
    const left = orders.filter((_, index) => index !== place);
    expect(await desk.account()).toMatchObject({
      plan: 'pro',
      period_paid: 10_000,
      last_order: left.at(-1)?.id,
    });
    await giveBack(left[0]?.id ?? '');
    expect(await desk.account()).toMatchObject({ plan: 'pro', period_paid: 5_000, last_order: left[1]?.id });
    await giveBack(left[1]?.id ?? '');
    expect(await desk.account()).toMatchObject({
      plan: 'free',
      period_paid: 0,
      last_order: null,
      renew_at: null,
    });
  });

  it('of what was used up leaves the time that another order pays for', async () => {
    const first = await desk.buy();
    await desk.buy();
    await desk.pass(40);
    const before = await days();
    await giveBack(first.id);
    expect(await days()).toBe(before);
    expect(await desk.account()).toMatchObject({ plan: 'pro', period_paid: 5_000 });
  });

  it('of a part of the first order leaves all the time, and less that could be credited', async () => {
    const first = await desk.buy();
    await desk.buy();
    const before = await days();
    await refundOrder(world.db, { orderId: first.id, amount: 2_000, userId: desk.userId });
    await world.drain();
    expect(await days()).toBe(before);
    expect(await desk.account()).toMatchObject({ period_paid: 8_000 });
  });

  it('of an order that another plan followed takes the credit along that came of it', async () => {
    const first = await desk.buy('starter', 12);
    await desk.buy('pro', 1);
    expect((await desk.account()).credit).toBeGreaterThan(9_300);
    await giveBack(first.id);
    expect(await desk.account()).toMatchObject({ plan: 'pro', credit: 0 });
  });

  it('of two orders of which the second was paid with the rest of the first leaves no credit', async () => {
    const first = await desk.buy('starter', 12);
    const second = await desk.buy('pro', 1);
    await desk.buy('starter', 1);
    const spent = await desk.account();
    expect(spent.credit).toBeGreaterThan(0);
    await desk.change({ credit: 0 });
    const third = await desk.buy('pro', 12);
    expect(third.credit).toBeGreaterThan(0);
    await giveBack(first.id);
    const { period_paid: paid } = await desk.account();
    const after = await findOrder(world.db, third.id);
    expect([after?.credit, paid]).toEqual([0, after?.total_amount]);
    await giveBack(second.id);
    await giveBack(third.id);
    expect(await desk.account()).toMatchObject({ plan: 'free', credit: 0 });
  });

  it('of orders that were refunded in the order they were made leaves no credit', async () => {
    const first = await desk.buy('starter', 12);
    const second = await desk.buy('pro', 12);
    expect((await findOrder(world.db, second.id))?.credit).toBeGreaterThan(9_300);
    expect((await desk.account()).credit).toBe(0);
    await giveBack(first.id);
    const after = await findOrder(world.db, second.id);
    expect(after?.credit).toBeLessThanOrEqual(1);
    expect((await desk.account()).period_paid).toBe((after?.total_amount ?? 0) + (after?.credit ?? 0));
    await giveBack(second.id);
    expect((await desk.account()).plan).toBe('free');
    expect((await desk.account()).credit).toBeLessThanOrEqual(1);
  });

  it('of a year that was bought ahead, and that another plan has followed, takes its credit along', async () => {
    const first = await desk.buy('starter', 12);
    const ahead = await desk.buy('starter', 12);
    const other = await desk.buy('pro', 12);
    const creditOf = async () => (await findOrder(world.db, other.id))?.credit ?? 0;
    const whole = (await creditOf()) + (await desk.account()).credit;
    await giveBack(ahead.id);
    const left = (await creditOf()) + (await desk.account()).credit;
    expect(Math.abs(whole - left - ahead.total_amount)).toBeLessThanOrEqual(1);
    await giveBack(first.id);
    await giveBack(other.id);
    expect((await desk.account()).plan).toBe('free');
    expect((await desk.account()).credit).toBeLessThanOrEqual(2);
  });

  it('of a year that had been given up for another plan takes its credit along, also where that plan was come back to', async () => {
    await desk.buy('pro', 12);
    const ahead = await desk.buy('pro', 12);
    await desk.buy('starter', 1);
    const back = await desk.buy('pro', 12);
    const before = await desk.account();
    const whole = before.credit + ((await findOrder(world.db, back.id))?.credit ?? 0);
    await giveBack(ahead.id);
    const after = await desk.account();
    const left = after.credit + ((await findOrder(world.db, back.id))?.credit ?? 0);
    expect(Math.abs(whole - left - ahead.total_amount)).toBeLessThanOrEqual(1);
    const kept = { plan: 'pro', last_order: back.id, plan_expires_at: before.plan_expires_at };
    expect(after).toMatchObject(kept);
  });

  /** State left by a process of an older version. */
  const forgetTime = (id: string) =>
    world.db('orders').where({ id }).update({ adds_from: null, adds_until: null });

  it('of a part of an order whose time nobody wrote down leaves the time, and less that could be credited', async () => {
    await desk.buy();
    const second = await desk.buy();
    const before = await desk.account();
    await forgetTime(second.id);
    await refundOrder(world.db, { orderId: second.id, amount: 2_000, userId: desk.userId });
    await world.drain();
    expect(await desk.account()).toMatchObject({
      plan: 'pro',
      plan_expires_at: before.plan_expires_at,
      period_start: before.period_start,
      last_order: second.id,
      period_paid: 8_000,
    });
  });

  it('of all of an order whose time nobody wrote down takes the plan back', async () => {
    const only = await desk.buy();
    await forgetTime(only.id);
    await giveBack(only.id);
    expect(await desk.account()).toMatchObject({ plan: 'free', last_order: null, period_paid: 0 });
  });

  it('of all of an order whose time nobody wrote down leaves what others paid for', async () => {
    const first = await desk.buy();
    const end = (await desk.account()).plan_expires_at;
    const second = await desk.buy();
    await forgetTime(second.id);
    await giveBack(second.id);
    expect(await desk.account()).toMatchObject({
      plan: 'pro',
      plan_expires_at: end,
      last_order: first.id,
      period_paid: 5_000,
    });
  });

  it('that was given although nobody heard of it is booked once, by the run after a crash', async () => {
    const order = await desk.buy();
    await refundOrder(world.db, { orderId: order.id, amount: 2_000, userId: desk.userId });
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
    await desk.notice(order);
    expect(
      await world.db('refunds').where({ order_id: order.id }).select('amount', 'status', 'reason'),
    ).toEqual([{ amount: 2_000, status: 'done', reason: 'operator' }]);
    expect(await findOrder(world.db, order.id)).toMatchObject({ refunded: 2_000 });
  });

  it('that the provider refuses as it gave the money back itself is booked as its own', async () => {
    const order = await desk.buy();
    await world.db('sandbox_payments').where({ id: order.provider_ref }).update({ refunded: 5_000 });
    await giveBack(order.id);
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
