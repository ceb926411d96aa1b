import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import type { OrderRow } from '@diorama/shared/server/billing/order-row.ts';
import { findOrder } from '@diorama/shared/server/billing/orders.ts';
import { expect } from 'vitest';
import { type History, MAX_USES } from './history.ts';

/** Checks a settled history against the invariants of all histories. */
export async function checkHistory(history: History): Promise<void> {
  const { accountId, world, provider } = history;
  const orders = await history.orders();
  const invoices = await world.db('invoices').where({ account_id: accountId });
  const taken = [...provider.payments.values()].filter((payment) => payment.accountId === accountId);
  const kept = taken.reduce(
    (sum, { state, amount, refunded }) => sum + (state === 'succeeded' ? amount - refunded : 0),
    0,
  );
  // Money is conserved: for each order the invoices sum up to the amount that the provider kept.
  expect(invoices.reduce((sum, { amount }) => sum + amount, 0)).toBe(kept);
  for (const row of orders) {
    checkOrder(history, row, invoices);
  }
  await checkPlan(history, orders);
  await checkCode(history, orders);
  const open = orders.filter(({ status }) => status === 0 || status === 5);
  expect(open.length).toBeLessThanOrEqual(1);
}

function checkOrder({ provider }: History, row: OrderRow, invoices: readonly { order_id: string }[]): void {
  const payment = row.provider_ref === null ? undefined : provider.payments.get(row.provider_ref);
  if (payment?.state === 'succeeded' && payment.refunded === payment.amount && row.paid_at === null) {
    // Captured and refunded before any report arrived: nothing was sold, and no invoice exists.
    expect(invoices.filter(({ order_id: id }) => id === row.id)).toEqual([]);
    return;
  }
  const isPaid = row.status === ORDER_STATUS.paid || row.status === ORDER_STATUS.refunded;
  expect(isPaid, `order ${row.id}`).toBe(
    payment ? payment.state === 'succeeded' : row.total_amount === 0 && isPaid,
  );
  expect(row.refunded).toBe(payment?.state === 'succeeded' ? payment.refunded : 0);
  expect(invoices.filter(({ order_id: id }) => id === row.id)).toHaveLength(isPaid ? 1 : 0);
  // Every paid order grants its plan, and a double payment was refunded.
  expect(row.status === ORDER_STATUS.paid && !row.is_active).toBe(false);
}

/** Every paid plan has an order that was paid for it. */
async function checkPlan({ world, accountId }: History, orders: readonly OrderRow[]): Promise<void> {
  const account = await world.db('accounts').where({ id: accountId }).first();
  expect(account.credit).toBeGreaterThanOrEqual(0);
  if (account.plan === 'free') {
    return;
  }
  const last = await findOrder(world.db, account.last_order);
  expect(last).toMatchObject({ status: ORDER_STATUS.paid, is_active: true, plan_price: account.plan_price });
  const followed: string[] = await world
    .db('orders as o')
    .join('orders as l', 'l.account_id', 'o.account_id')
    .where('o.account_id', accountId)
    .whereRaw('l.plan_price <> o.plan_price and l.began_at > o.began_at')
    .pluck('o.id');
  // The remaining time is the sum of the paid and not refunded orders, one after the other.
  const shares = orders
    .filter((row) => row.is_active && row.plan_price === account.plan_price)
    .filter((row) => Date.parse(row.adds_from ?? '') >= Date.parse(account.period_start))
    // Time before a change to another plan has become credit.
    .filter((row) => !followed.includes(row.id))
    .sort((a, b) => Date.parse(a.adds_from ?? '') - Date.parse(b.adds_from ?? ''));
  expect(shares.at(-1)?.adds_until).toBe(account.plan_expires_at);
  expect(shares.map(({ adds_from: from }) => from)).toEqual([
    account.period_start,
    ...shares.slice(0, -1).map(({ adds_until: until }) => until),
  ]);
  const value = (row: OrderRow) => row.total_amount - row.refunded + row.credit;
  expect(account.period_paid).toBe(shares.reduce((sum, row) => sum + value(row), 0));
}

/** The discount code counts the orders that are paid or can still be paid, within its limit. */
async function checkCode(
  { world, discountId, percentage }: History,
  orders: readonly OrderRow[],
): Promise<void> {
  const holders: string[] = await world
    .db('discount_uses')
    .where({ discount_id: discountId })
    .pluck('order_id');
  const kept = orders.filter((row) => row.discount_id === discountId && !row.is_superseded);
  const paid = kept.filter((row) => row.paid_at !== null);
  const mayBePaid = kept.filter(
    (row) => row.paid_at === null && row.closed_at === null && row.status !== ORDER_STATUS.refunded,
  );
  expect((await world.db('discounts').where({ id: discountId }).first()).uses).toBe(holders.length);
  expect(holders.length).toBeLessThanOrEqual(MAX_USES);
  expect(holders).toEqual(expect.arrayContaining(paid.map(({ id }) => id)));
  expect([...paid, ...mayBePaid].map(({ id }) => id)).toEqual(expect.arrayContaining(holders));
  for (const row of paid) {
    const asOrdered = row.taken_amount === null && row.credit === 0;
    expect(row.discount).toBeGreaterThanOrEqual(asOrdered ? Math.ceil((row.amount * percentage) / 100) : 0);
  }
}
