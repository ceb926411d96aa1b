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
  it('is charged less what was paid for and not used, and what is left is kept', async () => {
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

  it('to the same price makes the time longer', async () => {
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
  it('is charged to the card once its time has come, and once only', async () => {
    await billing.buy('pro', 1);
    await billing.pass(32);
    await world.tick('schedule.minute');
    await world.tick('schedule.minute');
    const renewals = await billing.orders('renewal');
    expect(renewals).toEqual([expect.objectContaining({ status: 1, is_active: true })]);
    expect(await billing.account()).toMatchObject({ plan: 'pro', renew_tries: 0 });
    expect(await billing.invoices()).toHaveLength(2);
  });

  it('that fails is tried four times in five days, told each time, and ends in Free after a week', async () => {
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

  describe('that has failed', () => {
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
      ['the first try', 1],
      ['the last try', 6],
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

    it('is charged from then on to what it was paid with by its owner', async () => {
      await fail(6);
      const order = await billing.open('pro', 1);
      await billing.confirm(order.client_token, { last4: '0341' });
      await billing.notice(order);
      await expectRenewed('0341');
    });

    it('is tried again a limited number of times, and on the days that are left', async () => {
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

    it('is said to whoever looks at the workspace, with the day until which it can be paid, and in a mail', async () => {
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

    it('leaves what is charged alone once the plan is cancelled', async () => {
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

  it('is paid by credit first', async () => {
    await billing.buy('starter', 12);
    await billing.buy('pro', 1);
    await billing.pass(32);
    await world.tick('schedule.minute');
    const [renewal] = await billing.orders('renewal');
    expect(renewal).toMatchObject({ status: 1, credit: 5_000, total_amount: 0 });
    expect((await billing.account()).credit).toBeLessThanOrEqual(4_400);
  });

  it('does not happen where the plan was cancelled, which lasts until its end', async () => {
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
    [
      'the plan is cancelled',
      () => world.db.transaction((trx) => cancelSubscription(trx, billing.accountId)),
    ],
    [
      'the plan ends',
      async () => {
        await billing.pass(8);
        await world.db.transaction((trx) => endSubscriptions(trx));
      },
    ],
    [
      'what it goes on from is given back',
      async (first: string) => {
        await refundOrder(world.db, { orderId: first, amount: null, userId: billing.userId });
        const refund = await world.db('refunds').where({ order_id: first }).first();
        await world.db.transaction((trx) => completeRefund(trx, refund.id, null));
      },
    ],
  ])('that is under way while %s is given back', async (_name, stop) => {
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

  it('of one workspace that fails stops no other, and is tried again in an hour', async () => {
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

  it('that waits for its charge when the plan is cancelled is never charged', async () => {
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

  it('that comes after a cancellation does not take it back', async () => {
    await billing.buy('pro', 1);
    await billing.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await billing.change({ subscription_status: 3, renew_at: null });
    await world.drain();
    expect(await billing.account()).toMatchObject({ plan: 'pro', subscription_status: 3, renew_at: null });
  });

  it('that fails after a cancellation is told to nobody', async () => {
    await billing.buy('pro', 1);
    await billing.expireCards();
    await billing.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await world.db.transaction((trx) => cancelSubscription(trx, billing.accountId));
    await world.drain();
    const [renewal] = await billing.orders('renewal');
    expect([renewal?.status, await billing.mails('renewal-failed')]).toEqual([ORDER_STATUS.failed, []]);
  });

  it('happens again where a cancellation was taken back', async () => {
    await billing.buy('pro', 1);
    await world.db.transaction((trx) => cancelSubscription(trx, billing.accountId));
    expect(await world.db.transaction((trx) => reactivateSubscription(trx, billing.accountId))).toBe(true);
    await billing.pass(32);
    await world.tick('schedule.minute');
    expect(await billing.account()).toMatchObject({ plan: 'pro', subscription_status: 1 });
    expect(await billing.invoices()).toHaveLength(2);
  });
});
