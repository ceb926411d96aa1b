import { CodedError } from '../../contract/errors.ts';
import { isOpen, nextStatus, ORDER_STATUS } from '../../domain/order.ts';
import type { Promotion } from '../../domain/promotion.ts';
import { quote, SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import type { PlanPrice } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { holdUse, lockDiscount, releaseUses } from './discount-uses.queries.ts';
import type { OrderRow } from './order-row.ts';
import { requestReconcile } from './order-turns.queries.ts';
import type { Payment, PaymentReport } from './providers/provider.ts';
import { settleOrder } from './settle-order.ts';
import { lockSubscription, periodOf } from './subscription-row.queries.ts';
import { listPayable, markReconciliationRequested } from './unpaid-orders.queries.ts';

/** A purchase. With a source it is charged at once, else the payer confirms the payment in the browser. */
export type Purchase = {
  accountId: string;
  userId: string;
  price: PlanPrice;
  promotion: Promotion | null;
  /** A code that replaces the promotion. */
  discountId: string | null;
  provider: string;
  sourceId: string | null;
  now: Date;
};

/**
 * Opens an order, or returns the open one for the same workspace and price, which keeps its amount. It
 * supersedes other unpaid orders of the workspace, so that only one can be paid. An order that is fully
 * covered by credit is paid at once.
 * @throws CodedError `security.forbidden` while a paid plan waits for activation by an operator;
 * `request.conflict` while another payment of the workspace is in progress; `security.account.suspended` for
 * a closed one; `request.invalid` for a code that does not apply.
 */
export async function openOrder(db: Knex, purchase: Purchase): Promise<OrderRow> {
  return db.transaction(async (trx) => {
    const account = await lockSubscription(trx, purchase.accountId);
    if (!account?.is_active) {
      throw new CodedError('security.account.suspended');
    }
    if (account.subscription_status === SUBSCRIPTION_STATUS.needsSync) {
      throw new CodedError('security.forbidden');
    }
    const payable = await listPayable(trx, purchase.accountId);
    const same = payable.find((order) => isOpen(order.status) && isSame(order, purchase));
    if (same) {
      return same;
    }
    for (const order of payable) {
      await supersede(trx, order);
    }
    const { accountId, discountId } = purchase;
    const user = { accountId, ownerId: account.owner_id };
    const discount = discountId === null ? null : await lockDiscount(trx, discountId, { ...purchase, user });
    const sum = quote({ ...purchase, percentage: discount?.percentage ?? null, period: periodOf(account) });
    const row = await insertOrder(trx, { ...purchase, ...sum, kind: 'purchase' });
    await holdUse(trx, row, account.owner_id);
    if (row.total_amount > 0) {
      return row;
    }
    await settleOrder(trx, row.id, freeOfCharge(row));
    return trx('orders').where({ id: row.id }).first();
  });
}

/** Inserts an order; requires the workspace's lock. An order with a source requests its charge. */
export async function insertOrder(
  trx: Knex,
  order: {
    accountId: string;
    userId: string | null;
    price: PlanPrice;
    kind: OrderRow['kind'];
    provider: string;
    sourceId: string | null;
    discountId: string | null;
    amount: number;
    discount: number;
    credit: number;
    total: number;
  },
): Promise<OrderRow> {
  const [row]: OrderRow[] = await trx('orders')
    .insert({
      id: uuidv7(),
      account_id: order.accountId,
      created_by: order.userId,
      plan_price: order.price.uuid,
      kind: order.kind,
      amount: order.amount,
      discount: order.discount,
      discount_id: order.discountId,
      credit: order.credit,
      total_amount: order.total,
      months: order.price.months,
      provider: order.provider,
      source_id: order.sourceId,
      status: order.sourceId === null || order.total === 0 ? ORDER_STATUS.pending : ORDER_STATUS.processing,
    })
    .returning('*');
  if (!row) {
    throw new Error('The order was not made');
  }
  await recordEvent(trx, { name: 'order.created', payload: { orderId: row.id } });
  await recordLive(trx, { topic: 'order', id: row.id, type: 'created', accountId: row.account_id });
  if (row.status === ORDER_STATUS.processing) {
    await recordEvent(trx, { name: 'order.charge-requested', payload: { orderId: row.id } });
  }
  return row;
}

/** Payment report of an order that costs nothing. */
export function freeOfCharge(order: Pick<OrderRow, 'total_amount' | 'currency'>): PaymentReport {
  return {
    state: 'succeeded',
    amount: order.total_amount,
    currency: order.currency,
    refunded: 0,
    transactionId: null,
    source: null,
    errorCode: null,
  };
}

export async function findOrder(db: Knex, id: string): Promise<OrderRow | null> {
  return (await db('orders').where({ id }).first()) ?? null;
}

/**
 * Stores the provider's payment of an order, once, and the customer it was created for. Webhooks that arrived
 * earlier are processed now. An order that ended meanwhile gets no client token, and its payment is cancelled
 * at the provider.
 */
export async function attachPayment(
  db: Knex,
  order: Pick<OrderRow, 'id' | 'account_id' | 'provider'>,
  payment: Payment,
): Promise<void> {
  await db.transaction(async (trx) => {
    const now: OrderRow | undefined = await trx('orders').where({ id: order.id }).forNoKeyUpdate().first();
    const isOver = now !== undefined && (now.is_superseded || !isOpen(now.status));
    await trx('orders')
      .where({ id: order.id, provider_ref: null })
      .update({ provider_ref: payment.ref, client_token: isOver ? null : payment.clientToken });
    if (isOver) {
      await requestReconcile(trx, { name: 'order.confirmed', orderId: order.id });
    }
    await savePayer(trx, order.account_id, order.provider, payment.payerRef);
    const early = await trx('payment_events')
      .where({ provider: order.provider, provider_ref: payment.ref, order_id: null })
      .update({ order_id: order.id });
    if (early > 0) {
      await requestReconcile(trx, { name: 'payment.notified', orderId: order.id });
    }
  });
}

/** Closes an order, which cannot be paid any more, not even at its provider. */
export async function closeOrder(trx: Knex, orderId: string): Promise<void> {
  await trx('orders').where({ id: orderId, closed_at: null }).update({ closed_at: trx.fn.now() });
  await releaseUses(trx, [orderId]);
}

/** Customer id of the workspace at a provider, after a payment or an attempt. */
export async function findPayer(db: Knex, accountId: string, provider: string): Promise<string | null> {
  const row = await db('payment_customers').where({ account_id: accountId, provider }).first('provider_ref');
  return row?.provider_ref ?? null;
}

/** Stores the customer id of a workspace at a provider. */
export async function savePayer(
  db: Knex,
  accountId: string,
  provider: string,
  payerRef: string | null,
): Promise<void> {
  if (payerRef !== null) {
    await db('payment_customers')
      .insert({ account_id: accountId, provider, provider_ref: payerRef })
      .onConflict(['account_id', 'provider'])
      .ignore();
  }
}

/**
 * Requests a reconciliation of an unpaid order that a client polls, at most once a second and until it is
 * closed.
 */
export async function requestReconciliation(db: Knex, orderId: string): Promise<void> {
  await db.transaction(async (trx) => {
    if (await markReconciliationRequested(trx, orderId)) {
      await requestReconcile(trx, { name: 'order.confirmed', orderId });
    }
  });
}

/**
 * Whether an open order matches the purchase; an order that is being charged matches with any payment method.
 */
function isSame(order: OrderRow, purchase: Purchase): boolean {
  const isSameWay =
    order.provider === purchase.provider &&
    order.source_id === purchase.sourceId &&
    order.discount_id === purchase.discountId;
  return order.plan_price === purchase.price.uuid && (isSameWay || order.status === ORDER_STATUS.processing);
}

/** Supersedes an unpaid order; the reconciliation cancels it at the provider. */
async function supersede(trx: Knex, order: OrderRow): Promise<void> {
  if (order.status === ORDER_STATUS.processing || order.kind === 'renewal') {
    throw new CodedError('request.conflict', { headers: { 'Retry-After': '5' } });
  }
  await endOrder(trx, order, { is_superseded: true });
  await releaseUses(trx, [order.id]);
  await requestReconcile(trx, { name: 'order.confirmed', orderId: order.id });
}

/** Ends an unpaid order; one that changed meanwhile stays. @returns the number of ended orders */
export async function endOrder(
  trx: Knex,
  order: OrderRow,
  change: { is_superseded: boolean },
): Promise<number> {
  const ended = await trx('orders')
    .where({ id: order.id, status: order.status })
    .update({ status: nextStatus(order.status, 'end'), updated_at: trx.fn.now(), ...change });
  await recordLive(trx, { topic: 'order', id: order.id, type: 'updated', accountId: order.account_id });
  return ended;
}
