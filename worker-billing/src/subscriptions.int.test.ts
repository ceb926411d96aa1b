import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { completeRefund, refundOrder } from '@diorama/shared/server/db/refunds.ts';
import {
  cancelSubscription,
  endSubscriptions,
  reactivateSubscription,
  renewSubscriptions,
} from '@diorama/shared/server/db/subscriptions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BillingDesk, openDesk } from './test/billing-desk.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-kit.ts';
import { loseCharge } from './test/lose-charge.ts';

let world: BillingWorld;
let desk: BillingDesk;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  desk = await openDesk(world);
});

describe('a change of plan', () => {
  it('is charged less what was paid for and not used, and what is left is kept', async () => {
    await desk.buy('starter', 12);
    const order = await desk.buy('pro', 1);
    expect(order).toMatchObject({ amount: 5_000, credit: 5_000, total_amount: 0, status: 1 });
    const after = await desk.account();
    expect(after.plan).toBe('pro');
    expect(after.credit).toBeGreaterThan(9_300);
    expect(after.credit).toBeLessThanOrEqual(9_400);
    expect(await desk.invoices()).toHaveLength(2);
  });

  it('to the same price makes the time longer', async () => {
    await desk.buy('pro', 1);
    const before = await desk.account();
    await desk.buy('pro', 1);
    const after = await desk.account();
    const days = (Date.parse(after.plan_expires_at) - Date.parse(before.plan_expires_at)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(after.period_paid).toBe(10_000);
  });
});

describe('a renewal', () => {
  it('is charged to the card once its time has come, and once only', async () => {
    await desk.buy('pro', 1);
    await desk.pass(32);
    await world.tick('schedule.minute');
    await world.tick('schedule.minute');
    const renewals = await desk.orders('renewal');
    expect(renewals).toEqual([expect.objectContaining({ status: 1, is_active: true })]);
    expect(await desk.account()).toMatchObject({ plan: 'pro', renew_tries: 0 });
    expect(await desk.invoices()).toHaveLength(2);
  });

  it('that fails is tried four times in five days, told each time, and ends in Free after a week', async () => {
    await desk.buy('pro', 1);
    await desk.expireCards();
    const { plan_expires_at: end } = await desk.account();
    await desk.pass(Math.ceil((Date.parse(end) - Date.now()) / 86_400_000));
    for (let day = 0; day < 9; day += 1) {
      await world.tick('schedule.minute');
      await desk.pass(1);
      if (day === 4) {
        expect((await desk.account()).plan).toBe('pro');
      }
    }
    const tried = await desk.orders('renewal');
    expect(tried.map((order) => [order.status, order.error_code])).toEqual(
      Array(4).fill([ORDER_STATUS.failed, 'expired_card']),
    );
    expect(await desk.mails('renewal-failed')).toHaveLength(4);
    expect(await desk.account()).toMatchObject({ plan: 'free', renew_at: null, plan_price: null });
    expect(await desk.mails('plan-ended')).toHaveLength(1);
    expect(await desk.invoices()).toHaveLength(1);
  });

  it('is paid by credit first', async () => {
    await desk.buy('starter', 12);
    await desk.buy('pro', 1);
    await desk.pass(32);
    await world.tick('schedule.minute');
    const [renewal] = await desk.orders('renewal');
    expect(renewal).toMatchObject({ status: 1, credit: 5_000, total_amount: 0 });
    expect((await desk.account()).credit).toBeLessThanOrEqual(4_400);
  });

  it('does not happen where the plan was cancelled, which lasts until its end', async () => {
    await desk.buy('pro', 1);
    expect(await world.db.transaction((trx) => cancelSubscription(trx, desk.accountId))).toBe(true);
    expect(await desk.account()).toMatchObject({ plan: 'pro', subscription_status: 3, renew_at: null });
    await world.tick('schedule.minute');
    expect((await desk.account()).plan).toBe('pro');
    await desk.pass(32);
    await world.tick('schedule.minute');
    expect(await desk.account()).toMatchObject({ plan: 'free', subscription_status: 1 });
    expect(await world.db.transaction((trx) => reactivateSubscription(trx, desk.accountId))).toBe(false);
  });

  it.each([
    ['the plan is cancelled', () => world.db.transaction((trx) => cancelSubscription(trx, desk.accountId))],
    [
      'the plan ends',
      async () => {
        await desk.pass(8);
        await world.db.transaction((trx) => endSubscriptions(trx));
      },
    ],
    [
      'what it goes on from is given back',
      async (first: string) => {
        await refundOrder(world.db, { orderId: first, amount: null, userId: desk.userId });
        const refund = await world.db('refunds').where({ order_id: first }).first();
        await world.db.transaction((trx) => completeRefund(trx, refund.id, null));
      },
    ],
  ])('that is under way while %s is given back', async (_name, stop) => {
    const first = await desk.buy('pro', 1);
    await desk.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await loseCharge(world);
    await stop(first.id);
    await world.drain();
    const [renewal] = await desk.orders('renewal');
    expect(renewal).toMatchObject({ status: ORDER_STATUS.refunded, refunded: 5_000, is_active: false });
    await world.tick('schedule.minute');
    expect(await desk.account()).toMatchObject({ plan: 'free', renew_at: null });
    expect(await world.db('orders').where({ account_id: desk.accountId })).toHaveLength(2);
  });

  it('that waits for its charge when the plan is cancelled is never charged', async () => {
    await desk.buy('pro', 1);
    await desk.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await world.db.transaction((trx) => cancelSubscription(trx, desk.accountId));
    await world.drain();
    const [renewal] = await desk.orders('renewal');
    expect(renewal).toMatchObject({ status: ORDER_STATUS.failed, error_code: 'superseded' });
    expect(await world.db('sandbox_payments').where({ reference: renewal?.id })).toEqual([]);
    expect(await desk.mails('renewal-failed')).toEqual([]);
  });

  it('that comes after a cancellation does not take it back', async () => {
    await desk.buy('pro', 1);
    await desk.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await desk.change({ subscription_status: 3, renew_at: null });
    await world.drain();
    expect(await desk.account()).toMatchObject({ plan: 'pro', subscription_status: 3, renew_at: null });
  });

  it('that fails after a cancellation is told to nobody', async () => {
    await desk.buy('pro', 1);
    await desk.expireCards();
    await desk.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await world.db.transaction((trx) => cancelSubscription(trx, desk.accountId));
    await world.drain();
    const [renewal] = await desk.orders('renewal');
    expect([renewal?.status, await desk.mails('renewal-failed')]).toEqual([ORDER_STATUS.failed, []]);
  });

  it('happens again where a cancellation was taken back', async () => {
    await desk.buy('pro', 1);
    await world.db.transaction((trx) => cancelSubscription(trx, desk.accountId));
    expect(await world.db.transaction((trx) => reactivateSubscription(trx, desk.accountId))).toBe(true);
    await desk.pass(32);
    await world.tick('schedule.minute');
    expect(await desk.account()).toMatchObject({ plan: 'pro', subscription_status: 1 });
    expect(await desk.invoices()).toHaveLength(2);
  });
});
