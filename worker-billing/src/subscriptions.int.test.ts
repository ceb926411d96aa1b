import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { makeDefault } from '@diorama/shared/server/billing/make-default.queries.ts';
import { completeRefund, refundOrder } from '@diorama/shared/server/billing/refunds.ts';
import {
  cancelSubscription,
  endSubscriptions,
  reactivateSubscription,
  renewSubscriptions,
} from '@diorama/shared/server/billing/subscriptions.queries.ts';
import { findAccount } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BillingHarness, openBillingHarness } from './test/billing-harness.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-world.ts';
import { loseCharge } from './test/lose-charge.ts';

let world: BillingWorld;
let billing: BillingHarness;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  billing = await openBillingHarness(world);
});

describe('a change of plan', () => {
  it('credits the unused part of a payment, and keeps the rest as credit', async () => {
    await billing.buy('starter', 12);
    const order = await billing.buy('pro', 1);
    expect(order).toMatchObject({ amount: 5_000, credit: 5_000, total_amount: 0, status: 1 });
    const after = await billing.account();
    expect(after.plan).toBe('pro');
    expect(after.credit).toBeGreaterThan(9_300);
    expect(after.credit).toBeLessThanOrEqual(9_400);
    expect(await billing.invoices()).toHaveLength(2);
    expect(await billing.receipts()).toEqual(['active', 'free']);
  });

  it('extends the time if the price is the same', async () => {
    await billing.buy('pro', 1);
    const before = await billing.account();
    await billing.buy('pro', 1);
    const after = await billing.account();
    const days = (Date.parse(after.plan_expires_at) - Date.parse(before.plan_expires_at)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(after.period_paid).toBe(10_000);
  });
});

describe('a renewal', () => {
  it('is charged to the card once when it is due', async () => {
    await billing.buy('pro', 1);
    await billing.pass(32);
    await world.tick('schedule.minute');
    await world.tick('schedule.minute');
    const renewals = await billing.orders('renewal');
    expect(renewals).toEqual([expect.objectContaining({ status: 1, is_active: true })]);
    expect(await billing.account()).toMatchObject({ plan: 'pro', renew_tries: 0 });
    expect(await billing.invoices()).toHaveLength(2);
  });

  it('is tried four times in five days with a mail each, and ends in Free after a week', async () => {
    await billing.buy('pro', 1);
    await billing.expireCards();
    const { plan_expires_at: end } = await billing.account();
    await billing.pass(Math.ceil((Date.parse(end) - Date.now()) / 86_400_000));
    for (let day = 0; day < 9; day += 1) {
      await world.tick('schedule.minute');
      await billing.pass(1);
      if (day === 4) {
        expect((await billing.account()).plan).toBe('pro');
      }
    }
    const tried = await billing.orders('renewal');
    expect(tried.map((order) => [order.status, order.error_code])).toEqual(
      Array(4).fill([ORDER_STATUS.failed, 'expired_card']),
    );
    expect(await billing.mails('renewal-failed')).toHaveLength(4);
    expect(await billing.account()).toMatchObject({ plan: 'free', renew_at: null, plan_price: null });
    expect(await billing.mails('plan-ended')).toHaveLength(1);
    expect(await billing.invoices()).toHaveLength(1);
  });

  describe('after a failure', () => {
    /** Charges an expired card on consecutive days. */
    const fail = async (days: number) => {
      const { plan_expires_at: end } = await billing.account();
      await billing.pass(Math.ceil((Date.parse(end) - Date.now()) / 86_400_000));
      for (let day = 0; day < days; day += 1) {
        await world.tick('schedule.minute');
        await billing.pass(1);
      }
    };
    beforeEach(async () => {
      await billing.buy('pro', 1);
      await billing.expireCards();
    });
    const expectRenewed = async (last4: string) => {
      const [source] = await world
        .db('payment_sources')
        .where({ account_id: billing.accountId, is_default: true });
      expect(source?.info.last4).toBe(last4);
      const account = await billing.account();
      expect(account).toMatchObject({ plan: 'pro', renew_tries: 0 });
      expect(new Date(account.plan_expires_at).getTime()).toBeGreaterThan(Date.now());
      expect(await billing.mails('plan-ended')).toEqual([]);
    };

    it.each([
      ['the first attempt', 1],
      ['the last attempt', 6],
    ])('is paid at once with a card that is added after %s', async (_when, days) => {
      await fail(days);
      const before = await billing.orders('renewal');
      await billing.addCard('0341');
      await world.drain();
      expect((await billing.orders('renewal')).length).toBe(before.length + 1);
      await expectRenewed('0341');
    });

    it('is paid at once with a card that is made the default', async () => {
      await billing.addCard('0341');
      const second = await world
        .db('payment_sources')
        .where({ account_id: billing.accountId, is_default: false })
        .first();
      await fail(6);
      await world.db.transaction((trx) => makeDefault(trx, second));
      await world.drain();
      await expectRenewed('0341');
    });

    it('makes the card with which its owner paid it the default', async () => {
      await fail(6);
      const order = await billing.open('pro', 1);
      await billing.confirm(order.client_token, { last4: '0341' });
      await billing.notice(order);
      await expectRenewed('0341');
    });

    it('is retried a limited number of times, and on the remaining days', async () => {
      await fail(0);
      await world.tick('schedule.minute');
      const [source] = await billing.sources();
      for (let time = 0; time < 3; time += 1) {
        await world.db.transaction((trx) => makeDefault(trx, source));
        await world.drain();
      }
      const { plan_expires_at: end, renew_at: next, renew_tries: tries } = await billing.account();
      expect([tries, Date.parse(next) - Date.parse(end)]).toEqual([4, 86_400_000]);
      for (let time = 0; time < 20; time += 1) {
        await world.db.transaction((trx) => makeDefault(trx, source));
        await world.drain();
      }
      expect(await billing.orders('renewal')).toHaveLength(12);
      expect((await billing.account()).plan).toBe('pro');
    });

    it('is shown in the workspace with the payment deadline, and sent by mail', async () => {
      const payBefore = async () =>
        (await findAccount(world.db, billing.accountId, billing.userId))?.pay_before;
      expect(await payBefore()).toBeNull();
      await fail(6);
      const { plan_expires_at: end } = await billing.account();
      expect(Date.parse((await payBefore()) ?? '')).toBe(Date.parse(end) + 7 * 86_400_000);
      const mails = await billing.mails('renewal-failed');
      expect(mails.map(({ props }) => props.next !== null)).toEqual([true, true, true, false]);
      const [source] = await billing.sources();
      await world.db.transaction((trx) => makeDefault(trx, source));
      // During an attempt its outcome is unknown.
      expect(await payBefore()).toBeNull();
      await world.drain();
      expect(await payBefore()).not.toBeNull();
    });

    it('keeps the default card once the plan is canceled', async () => {
      await fail(1);
      await world.db.transaction((trx) => cancelSubscription(trx, billing.accountId));
      await billing.addCard('0341');
      await world.drain();
      const sources = await billing.sources();
      expect(sources.filter(({ is_default: isDefault }) => isDefault).map(({ info }) => info.last4)).toEqual([
        '4242',
      ]);
      expect(await billing.orders('renewal')).toHaveLength(1);
    });
  });

  it('uses credit first', async () => {
    await billing.buy('starter', 12);
    await billing.buy('pro', 1);
    await billing.pass(32);
    await world.tick('schedule.minute');
    const [renewal] = await billing.orders('renewal');
    expect(renewal).toMatchObject({ status: 1, credit: 5_000, total_amount: 0 });
    expect((await billing.account()).credit).toBeLessThanOrEqual(4_400);
  });

  it('does not happen if the plan was canceled, which then lasts until its end', async () => {
    await billing.buy('pro', 1);
    expect(await world.db.transaction((trx) => cancelSubscription(trx, billing.accountId))).toBe(true);
    expect(await billing.account()).toMatchObject({ plan: 'pro', subscription_status: 3, renew_at: null });
    await world.tick('schedule.minute');
    expect((await billing.account()).plan).toBe('pro');
    await billing.pass(32);
    await world.tick('schedule.minute');
    expect(await billing.account()).toMatchObject({ plan: 'free', subscription_status: 1 });
    expect(await world.db.transaction((trx) => reactivateSubscription(trx, billing.accountId))).toBe(false);
  });

  it.each([
    ['the plan is canceled', () => world.db.transaction((trx) => cancelSubscription(trx, billing.accountId))],
    [
      'the plan ends',
      async () => {
        await billing.pass(8);
        await world.db.transaction((trx) => endSubscriptions(trx));
      },
    ],
    [
      'the renewed order is refunded',
      async (first: string) => {
        await refundOrder(world.db, { orderId: first, amount: null, userId: billing.userId });
        const refund = await world.db('refunds').where({ order_id: first }).first();
        await world.db.transaction((trx) => completeRefund(trx, refund.id, null));
      },
    ],
  ])('is refunded if it is under way while %s', async (_name, stop) => {
    const first = await billing.buy('pro', 1);
    await billing.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await loseCharge(world);
    await stop(first.id);
    await world.drain();
    const [renewal] = await billing.orders('renewal');
    expect(renewal).toMatchObject({ status: ORDER_STATUS.refunded, refunded: 5_000, is_active: false });
    expect(await billing.receipts()).toEqual(['active', 'returned']);
    await world.tick('schedule.minute');
    expect(await billing.account()).toMatchObject({ plan: 'free', renew_at: null });
    expect(await world.db('orders').where({ account_id: billing.accountId })).toHaveLength(2);
  });

  it('does not abort the sweep if it fails, and is retried later', async () => {
    await billing.buy('pro', 1);
    await billing.pass(32);
    await world.db.raw(`alter table orders add constraint refused check (kind <> 'renewal') not valid`);
    try {
      const outcome = await world.db.transaction((trx) => renewSubscriptions(trx));
      expect(outcome).toMatchObject({ ordered: 0, failures: [{ accountId: billing.accountId }] });
    } finally {
      await world.db.raw('alter table orders drop constraint refused');
    }
    expect(await world.db.transaction((trx) => renewSubscriptions(trx))).toEqual({
      ordered: 0,
      failures: [],
    });
    await world.db('accounts').where({ id: billing.accountId }).update({ renew_at: world.db.fn.now() });
    expect((await world.db.transaction((trx) => renewSubscriptions(trx))).ordered).toBe(1);
  });

  it('is never charged if it waits when the plan is canceled', async () => {
    await billing.buy('pro', 1);
    await billing.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await world.db.transaction((trx) => cancelSubscription(trx, billing.accountId));
    await world.drain();
    const [renewal] = await billing.orders('renewal');
    expect(renewal).toMatchObject({ status: ORDER_STATUS.failed, error_code: 'superseded' });
    expect(await world.db('sandbox_payments').where({ reference: renewal?.id })).toEqual([]);
    expect(await billing.mails('renewal-failed')).toEqual([]);
  });

  it('does not revert an earlier cancellation', async () => {
    await billing.buy('pro', 1);
    await billing.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await billing.change({ subscription_status: 3, renew_at: null });
    await world.drain();
    expect(await billing.account()).toMatchObject({ plan: 'pro', subscription_status: 3, renew_at: null });
  });

  it('causes no mail if it fails after a cancellation', async () => {
    await billing.buy('pro', 1);
    await billing.expireCards();
    await billing.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await world.db.transaction((trx) => cancelSubscription(trx, billing.accountId));
    await world.drain();
    const [renewal] = await billing.orders('renewal');
    expect([renewal?.status, await billing.mails('renewal-failed')]).toEqual([ORDER_STATUS.failed, []]);
  });

  it('happens again after a cancellation is reverted', async () => {
    await billing.buy('pro', 1);
    await world.db.transaction((trx) => cancelSubscription(trx, billing.accountId));
    expect(await world.db.transaction((trx) => reactivateSubscription(trx, billing.accountId))).toBe(true);
    await billing.pass(32);
    await world.tick('schedule.minute');
    expect(await billing.account()).toMatchObject({ plan: 'pro', subscription_status: 1 });
    expect(await billing.invoices()).toHaveLength(2);
  });
});
