import { CodedError } from '@diorama/shared/contract/errors.ts';
import { holdReasonOf, ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { acceptHeld } from '@diorama/shared/server/billing/held-orders.ts';
import { listOperatorOrders } from '@diorama/shared/server/billing/operator-orders.queries.ts';
import { findOrder } from '@diorama/shared/server/billing/orders.ts';
import { PaymentRefusedError } from '@diorama/shared/server/billing/providers/provider.ts';
import { refundOrder } from '@diorama/shared/server/billing/refunds.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { findAccount } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BillingHarness, openBillingHarness, priceOf } from './test/billing-harness.ts';
import { type BillingWorld, OPERATOR, startBillingWorld } from './test/billing-world.ts';

let world: BillingWorld;
let billing: BillingHarness;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  billing = await openBillingHarness(world);
});

/** Pays another amount or currency than ordered. */
const payWrong = async (taken: { amount: number; currency?: string }) => {
  const order = await billing.open();
  await world.db('sandbox_payments').where({ id: order.provider_ref }).update(taken);
  await billing.confirm(order.client_token);
  await billing.notice(order);
  return order;
};
const refundFully = (orderId: string) =>
  refundOrder(world.db, { orderId, amount: null, userId: billing.userId }).then(async (answer) => {
    await world.drain();
    return answer;
  });
const accept = async (orderId: string, plan: 'starter' | null = null) => {
  const answer = await acceptHeld(world.db, { orderId, price: plan && priceOf(plan, 1) });
  await world.drain();
  return answer;
};
const sum = async () => (await billing.invoices()).reduce((total, { amount }) => total + amount, 0);

describe('a payment of a wrong amount', () => {
  it.each([{ amount: 4_999 }, { amount: 5_001 }, { amount: 5_000, currency: 'EUR' }])(
    'gives no plan, and waits for approval: %o',
    async (taken) => {
      const order = await payWrong(taken);
      await world.tick('schedule.minute');
      expect(await findOrder(world.db, order.id)).toMatchObject({
        status: ORDER_STATUS.waitingApproval,
        taken_amount: taken.amount,
        taken_currency: taken.currency ?? 'USD',
      });
      expect([(await billing.account()).plan, await billing.invoices()]).toEqual(['free', []]);
    },
  );

  it('sets the subscription status to needsSync for its managers until a decision', async () => {
    const status = async (userId: string) =>
      (await findAccount(world.db, billing.accountId, userId))?.subscription_status;
    expect(await status(billing.userId)).toBe(1);
    const refused = await payWrong({ amount: 4_999 });
    expect(await status(billing.userId)).toBe(6);
    expect(await status(uuidv7())).not.toBe(6);
    await refundFully(refused.id);
    expect(await status(billing.userId)).toBe(1);
    const accepted = await payWrong({ amount: 5_001 });
    expect(await status(billing.userId)).toBe(6);
    await accept(accepted.id);
    expect(await status(billing.userId)).toBe(1);
  });

  it('notifies its payer and the operators once, even if its order already waited for approval', async () => {
    const order = await billing.open();
    await world.db('orders').where({ id: order.id }).update({ status: ORDER_STATUS.waitingApproval });
    await world.db('sandbox_payments').where({ id: order.provider_ref }).update({ amount: 4_999 });
    await billing.confirm(order.client_token);
    await billing.notice(order);
    await billing.notice(order);
    await world.tick('schedule.minute');
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 4, taken_amount: 4_999 });
    const [mail, ...others] = await billing.mails('payment-held');
    expect([mail?.props, others]).toMatchObject([{ why: 'amount', taken: '$49.99', order: order.id }, []]);
    const told = await world.db('emails').where({ recipient: OPERATOR, template: 'order-held' });
    expect(told.filter(({ props }) => props.order === order.id)).toHaveLength(1);
  });

  it.each([4_999, 7_000])('%i cents count as the price once an operator accepts them', async (amount) => {
    const order = await payWrong({ amount });
    expect(await accept(order.id)).toBe(true);
    expect(await findOrder(world.db, order.id)).toMatchObject({
      status: 1,
      is_active: true,
      total_amount: amount,
    });
    expect(await billing.account()).toMatchObject({ plan: 'pro', period_paid: amount });
    expect(await sum()).toBe(amount);
    await expect(accept(order.id)).rejects.toThrow(CodedError);
  });

  it('is refunded completely by an operator, with two invoices that add up to zero', async () => {
    const order = await payWrong({ amount: 4_999 });
    expect(await refundFully(order.id)).toBe(true);
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.refunded);
    expect([(await billing.account()).plan, await sum(), (await billing.invoices()).length]).toEqual([
      'free',
      0,
      2,
    ]);
    expect(await world.db('refunds').where({ order_id: order.id }).pluck('amount')).toEqual([4_999]);
  });

  it('is neither held nor acceptable while its refund is under way', async () => {
    const order = await payWrong({ amount: 4_999 });
    const refuse = () => refundOrder(world.db, { orderId: order.id, amount: null, userId: billing.userId });
    expect(await refuse()).toBe(true);
    await expect(acceptHeld(world.db, { orderId: order.id, price: null })).rejects.toThrow(CodedError);
    expect(await refuse()).toBe(false);
    const waiting = await listOperatorOrders(world.db, { q: null, state: 'held', limit: 100, offset: 0 });
    expect(waiting.rows.map(({ id }) => id)).not.toContain(order.id);
    await world.drain();
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.refunded);
    expect(await world.db('refunds').where({ order_id: order.id }).pluck('amount')).toEqual([4_999]);
  });

  it('is refunded automatically when its payer orders another plan', async () => {
    const order = await payWrong({ amount: 4_999 });
    expect((await billing.open()).id).toBe(order.id);
    const other = await billing.buy('starter');
    await world.drain();
    expect([await billing.statusOf(order.id), await billing.statusOf(other.id)]).toEqual([
      ORDER_STATUS.refunded,
      ORDER_STATUS.paid,
    ]);
    expect([(await billing.account()).plan, await sum()]).toEqual(['starter', 1_500]);
  });
});

describe('a payment for a price that is no longer sold', () => {
  const payForGone = async () => {
    const order = await billing.open();
    await world.db('orders').where({ id: order.id }).update({ plan_price: uuidv7() });
    await billing.confirm(order.client_token);
    await billing.notice(order);
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: false });
    expect(await billing.account()).toMatchObject({ plan: 'free', subscription_status: 6 });
    expect(await billing.receipts()).toEqual(['waiting']);
    return order;
  };

  it('is kept, and counts once the price is sold again', async () => {
    const order = await payForGone();
    await expect(billing.open()).rejects.toThrow(CodedError);
    await world.db('orders').where({ id: order.id }).update({ plan_price: order.plan_price });
    await world.tick('schedule.minute');
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: true });
    expect(await billing.account()).toMatchObject({ plan: 'pro', subscription_status: 1 });
  });

  it('becomes another plan if an operator names one', async () => {
    const order = await payForGone();
    await expect(accept(order.id)).rejects.toThrow(CodedError);
    expect(await accept(order.id, 'starter')).toBe(true);
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: true });
    expect(await billing.account()).toMatchObject({
      plan: 'starter',
      subscription_status: 1,
      period_paid: 5_000,
    });
    expect(await sum()).toBe(5_000);
  });

  it('is refunded by an operator, and the workspace can buy again', async () => {
    const order = await payForGone();
    expect(await refundFully(order.id)).toBe(true);
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.refunded);
    expect(await billing.account()).toMatchObject({ plan: 'free', subscription_status: 1 });
    await billing.buy();
    expect(await billing.account()).toMatchObject({ plan: 'pro' });
  });
});

describe('an unwanted payment whose refund the provider rejects', () => {
  it('is held for an operator after twenty rejections, with one mail, until it is refunded', {
    tags: ['full'],
  }, async () => {
    const order = await billing.open('starter');
    await billing.buy('pro');
    await world.db('sandbox_payments').where({ id: order.provider_ref }).update({ state: 'succeeded' });
    const provider = world.payments.find();
    if (provider === null) {
      throw new Error('Nobody takes payments');
    }
    const refund = vi.spyOn(provider, 'refund').mockRejectedValue(new PaymentRefusedError('too_old'));
    await billing.notice(order);
    for (let ticks = 0; ticks < 25; ticks += 1) {
      await world.tick('schedule.minute');
    }
    expect(refund).toHaveBeenCalledTimes(20);
    refund.mockRestore();
    const held = await listOperatorOrders(world.db, { q: order.id, state: 'held', limit: 1, offset: 0 });
    expect(held.rows.map(holdReasonOf)).toEqual(['refund']);
    const mails = await billing.mails('payment-held');
    expect(mails.map(({ props }) => [props.why, props.taken])).toEqual([['refund', '$15.00']]);
    await expect(accept(order.id)).rejects.toThrow(CodedError);
    expect(await refundFully(order.id)).toBe(true);
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.refunded);
    expect(
      (await listOperatorOrders(world.db, { q: order.id, state: 'held', limit: 1, offset: 0 })).rows,
    ).toEqual([]);
    expect([(await billing.account()).plan, await sum()]).toEqual(['pro', 5_000]);
  });
});

it('only a held order can be accepted', async () => {
  expect(await acceptHeld(world.db, { orderId: uuidv7(), price: null })).toBe(false);
  const order = await billing.buy();
  await expect(accept(order.id)).rejects.toThrow(CodedError);
});
