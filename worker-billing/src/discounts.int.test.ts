import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { createDiscount } from '@diorama/shared/server/billing/discounts.ts';
import { completeRefund, refundOrder } from '@diorama/shared/server/billing/refunds.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BillingHarness, openBillingHarness } from './test/billing-harness.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-world.ts';

describe('an order with a discount code', () => {
  let world: BillingWorld;
  let billing: BillingHarness;
  let count = 0;
  beforeAll(async () => {
    world = await startBillingWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    billing = await openBillingHarness(world);
  });

  const makeCode = (percentage = 20) => {
    count += 1;
    return createDiscount(world.db, {
      code: `WELCOME-${count}`,
      percentage,
      plan_prices: null,
      starts_at: new Date(Date.now() - 1_000).toISOString(),
      ends_at: null,
      most_uses: 1,
      most_uses_each: 1,
      created_by: billing.userId,
    });
  };
  const buyWith = async (discountId: string) => {
    const order = await billing.order('pro', 1, null, discountId);
    const bought = await billing.attach(order);
    await billing.confirm(bought.client_token);
    await billing.notice(bought);
    return bought;
  };
  const usesOf = async (id: string) => (await world.db('discounts').where({ id }).first()).uses;

  it('is discounted once, has the code in its receipt, and is renewed at the full price', async () => {
    const discount = await makeCode();
    const bought = await buyWith(discount.id);
    expect(bought).toMatchObject({ amount: 5_000, discount: 1_000, total_amount: 4_000 });
    const [receipt] = await billing.mails('receipt');
    expect(receipt.props).toMatchObject({
      total: '$40.00',
      discount: { code: discount.code, amount: '$10.00' },
    });
    await billing.pass(32);
    await world.tick('schedule.minute');
    const [renewal] = await billing.orders('renewal');
    expect(renewal).toMatchObject({
      status: ORDER_STATUS.paid,
      total_amount: 5_000,
      discount: 0,
      discount_id: null,
    });
    expect(await usesOf(discount.id)).toBe(1);
    expect((await billing.invoices()).map(({ amount, details }) => [amount, details.code])).toEqual([
      [4_000, discount.code],
      [5_000, null],
    ]);
  });

  it('leaves at most the paid amount as credit for another plan', async () => {
    await buyWith((await makeCode(90)).id);
    const next = await billing.order('starter', 1);
    expect(next).toMatchObject({ amount: 1_500, discount: 0 });
    expect(next.credit).toBeLessThanOrEqual(500);
    expect(next.total_amount).toBeGreaterThanOrEqual(1_000);
  });

  it('keeps its code used after a refund, which is at most the paid amount', async () => {
    const discount = await makeCode();
    const bought = await buyWith(discount.id);
    const order = { orderId: bought.id, amount: 4_001, userId: billing.userId };
    expect(await refundOrder(world.db, order)).toBe(false);
    expect(await refundOrder(world.db, { ...order, amount: null })).toBe(true);
    const refund = await world.db('refunds').where({ order_id: bought.id }).first();
    expect(refund.amount).toBe(4_000);
    await world.db.transaction((trx) => completeRefund(trx, refund.id, null));
    expect((await billing.account()).plan).toBe('free');
    await expect(billing.order('pro', 1, null, discount.id)).rejects.toThrow('request.invalid');
    expect(await usesOf(discount.id)).toBe(1);
  });
});
