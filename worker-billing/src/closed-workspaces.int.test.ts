import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import type { EventPayload } from '@diorama/shared/events/index.ts';
import { holdForOpenPayments } from '@diorama/shared/server/billing/close-billing.queries.ts';
import { findOrder } from '@diorama/shared/server/billing/orders.ts';
import { refundOrder } from '@diorama/shared/server/billing/refunds.ts';
import { renewSubscriptions } from '@diorama/shared/server/billing/subscriptions.queries.ts';
import { deactivatePerson } from '@diorama/shared/server/workspaces/account-lifecycle.queries.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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

const leave = () => world.db.transaction((trx) => deactivatePerson(trx, billing.userId));
const isHeld = async () => (await holdForOpenPayments(world.db, [billing.accountId])).length > 0;
/** Resolves when a session waits for a lock in this database. */
const waitForLock = async (): Promise<void> => {
  const waiting = await world
    .db('pg_stat_activity')
    .where({ wait_event_type: 'Lock' })
    .whereRaw('datname = current_database()')
    .first('pid');
  return waiting ? undefined : waitForLock();
};

describe('a closing workspace', () => {
  it('is removed at once if no money is in transit', async () => {
    await billing.buy();
    await leave();
    expect(await isHeld()).toBe(false);
    expect(await billing.account()).toMatchObject({ subscription_status: 3, renew_at: null });
  });

  it('is removed after its open order is canceled, at the provider too', async () => {
    const order = await billing.open();
    await leave();
    expect(await isHeld()).toBe(true);
    await world.drain();
    expect(await billing.confirm(order.client_token)).toMatchObject({ state: 'cancelled', changed: false });
    expect(await isHeld()).toBe(false);
  });

  it('waits a month for an unavailable provider, and is then removed', async () => {
    const order = await billing.open();
    await leave();
    const gone = vi.spyOn(world.payments, 'find').mockReturnValue(null);
    await world.drain();
    gone.mockRestore();
    const age = (days: number) =>
      world
        .db('orders')
        .where({ id: order.id })
        .update({ created_at: world.db.raw('now() - make_interval(days => ?)', [days]) });
    await age(29);
    expect(await isHeld()).toBe(true);
    await age(31);
    expect(await isHeld()).toBe(false);
  });

  it('is removed after a payment made meanwhile is refunded', async () => {
    const order = await billing.open();
    await billing.confirm(order.client_token);
    await leave();
    expect(await isHeld()).toBe(true);
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 3, refunded: 5_000 });
    expect([(await billing.account()).plan, await isHeld()]).toEqual(['free', false]);
  });

  it('rejects an order placed at the same moment', async () => {
    const ordered = await world.db.transaction(async (trx) => {
      await deactivatePerson(trx, billing.userId);
      // This order starts before the workspace closes, and waits for the lock.
      const waiting = billing.order().then(
        () => null,
        (error: unknown) => error,
      );
      await waitForLock();
      return { waiting };
    });
    expect(await ordered.waiting).toMatchObject({ code: 'security.account.suspended' });
    expect(await world.db('orders').where({ account_id: billing.accountId })).toEqual([]);
    expect(await isHeld()).toBe(false);
  });

  it('is not charged for a pending renewal', async () => {
    await billing.buy();
    await billing.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await leave();
    expect(await isHeld()).toBe(true);
    await world.drain();
    const [renewal] = await billing.orders('renewal');
    expect(renewal).toMatchObject({
      status: ORDER_STATUS.failed,
      error_code: 'superseded',
      provider_ref: null,
      charge_asked_at: null,
    });
    expect(await world.db('sandbox_payments').where({ reference: renewal?.id })).toEqual([]);
    expect(await isHeld()).toBe(false);
  });

  it('receives a refund of a renewal whose charge is under way', async () => {
    await billing.buy();
    await billing.pass(32);
    await world.db.transaction((trx) => renewSubscriptions(trx));
    await loseCharge(world);
    await leave();
    expect(await isHeld()).toBe(true);
    await world.drain();
    expect(await billing.orders('renewal')).toEqual([
      expect.objectContaining({ status: ORDER_STATUS.refunded, refunded: 5_000 }),
    ]);
    expect(await isHeld()).toBe(false);
  });

  it.each([
    ['that differs from the order amount', { amount: 4_999 }],
    ['for a price that is no longer sold', null],
  ])('receives a refund of money %s', async (_what, taken) => {
    const order = await billing.open();
    await (taken
      ? world.db('sandbox_payments').where({ id: order.provider_ref }).update(taken)
      : world.db('orders').where({ id: order.id }).update({ plan_price: order.id }));
    await billing.confirm(order.client_token);
    await billing.notice(order);
    await leave();
    expect(await isHeld()).toBe(true);
    await world.drain();
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.refunded);
    expect(await isHeld()).toBe(false);
  });

  it('waits for a refund, and its removal is requested again once the refund is complete', async () => {
    const order = await billing.buy();
    await refundOrder(world.db, { orderId: order.id, amount: 1_000, userId: billing.userId });
    await leave();
    expect(await isHeld()).toBe(true);
    const asked = async () => {
      await world.drain();
      return (await billing.account()).waits_for_money;
    };
    expect(await asked()).toBe(true);
    const closings: EventPayload<'account.closed'>[] = [];
    world.onEvent = (name, payload) => {
      if (name === 'account.closed') {
        closings.push(payload as EventPayload<'account.closed'>);
      }
    };
    await world.tick('schedule.minute');
    expect(closings.flatMap(({ accountIds }) => accountIds)).toContain(billing.accountId);
    expect(await asked()).toBe(false);
    expect((await billing.invoices()).map(({ amount }) => amount)).toEqual([-1_000, 5_000]);
  });
});
