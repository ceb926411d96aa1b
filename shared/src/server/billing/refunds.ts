import { nextStatus, ORDER_STATUS, type OrderStatus } from '../../domain/order.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { refuseHeld } from './held-orders.ts';
import { recordCreditNote } from './invoices.queries.ts';
import type { OrderRow } from './order-row.ts';
import { requestReconcile } from './order-turns.queries.ts';
import { revokePaidTime } from './revoke-paid-time.queries.ts';
import { lockSubscription } from './subscription-row.queries.ts';

/** A refund; `amount` in cents. */
export type RefundRow = {
  id: string;
  order_id: string;
  amount: number;
  reason: 'operator' | 'duplicate' | 'provider';
  status: 'pending' | 'done' | 'failed';
  provider_ref: string | null;
  /** Time of the first request to the provider. */
  asked_at: string | null;
};

/**
 * Requests a refund, in the transaction that holds the order's lock.
 * @returns the refund's id, null when the refunds would exceed the payment.
 */
export async function requestRefund(
  trx: Knex,
  refund: { order: OrderRow; amount: number; reason: RefundRow['reason']; userId: string | null },
): Promise<string | null> {
  const { order, amount, reason, userId } = refund;
  if ((await promised(trx, order.id)) + amount > order.total_amount) {
    return null;
  }
  const id = uuidv7();
  await trx('refunds').insert({ id, order_id: order.id, amount, reason, created_by: userId });
  await recordEvent(trx, { name: 'refund.requested', payload: { refundId: id } });
  return id;
}

/** Number of rejections after which an operator has to handle the refund. */
const MAX_REFUSALS = 20;

/**
 * Refunds the rest of a superfluous payment. It does nothing while the refund is pending, and after many
 * rejections the order is held for an operator.
 */
export async function refundRemainder(trx: Knex, order: OrderRow): Promise<void> {
  const amount = order.total_amount - (await promised(trx, order.id));
  const refused = await trx('refunds')
    .where({ order_id: order.id, status: 'failed' })
    .count({ total: '*' })
    .first();
  if (amount <= 0) {
    return;
  }
  if (Number(refused?.total ?? 0) < MAX_REFUSALS) {
    await requestRefund(trx, { order, amount, reason: 'duplicate', userId: null });
    return;
  }
  const noted = await trx('orders')
    .where({ id: order.id, refund_refused_at: null })
    .update({ refund_refused_at: trx.fn.now() });
  if (noted > 0) {
    await recordEvent(trx, { name: 'order.held', payload: { orderId: order.id } });
  }
}

/**
 * Refunds an order on behalf of an operator; for a held order, all captured money.
 * @returns whether the refund was requested; false where it exceeds the payment, or nothing was paid; null
 * for an unknown order
 */
export async function refundOrder(
  db: Knex,
  refund: { orderId: string; amount: number | null; userId: string },
): Promise<boolean | null> {
  return db.transaction(async (trx) => {
    const order: OrderRow | undefined = await trx('orders')
      .where({ id: refund.orderId })
      .forNoKeyUpdate()
      .first();
    if (!order) {
      return null;
    }
    if (refund.amount === null && (await refuseHeld(trx, order))) {
      return true;
    }
    const amount = refund.amount ?? order.total_amount - (await promised(trx, order.id));
    if (order.status !== ORDER_STATUS.paid || amount <= 0) {
      return false;
    }
    return (await requestRefund(trx, { order, amount, reason: 'operator', userId: refund.userId })) !== null;
  });
}

export async function findRefund(db: Knex, id: string): Promise<RefundRow | null> {
  return (await db('refunds').where({ id }).first()) ?? null;
}

/** Records a refund that the provider completed, and updates order, plan and credit note. Idempotent. */
export async function completeRefund(trx: Knex, refundId: string, providerRef: string | null): Promise<void> {
  const seen = await trx('refunds').where({ id: refundId }).first('order_id');
  const owner = seen && (await trx('orders').where({ id: seen.order_id }).first('account_id'));
  if (!owner) {
    return;
  }
  await lockSubscription(trx, owner.account_id);
  const order: OrderRow = await trx('orders').where({ id: seen.order_id }).forNoKeyUpdate().first();
  const [refund]: RefundRow[] = await trx('refunds')
    .where({ id: refundId, status: 'pending' })
    .update({ status: 'done', provider_ref: providerRef, settled_at: trx.fn.now() })
    .returning('*');
  if (refund) {
    await applyRefund(trx, order, refund);
  }
}

/** Records that a refund is about to be requested, so that a retry checks for it first. */
export async function markRefundRequested(db: Knex, refundId: string): Promise<void> {
  await db('refunds').where({ id: refundId, asked_at: null }).update({ asked_at: db.fn.now() });
}

/**
 * Records a rejected refund; the provider is queried for refunds made elsewhere, such as in its dashboard.
 */
export async function failRefund(trx: Knex, refund: RefundRow): Promise<void> {
  const failed = await trx('refunds')
    .where({ id: refund.id, status: 'pending' })
    .update({ status: 'failed', settled_at: trx.fn.now() });
  // Every sweep rechecks duplicate payments, and requests their refund again.
  if (failed > 0 && refund.reason !== 'duplicate') {
    await requestReconcile(trx, { name: 'order.confirmed', orderId: refund.order_id });
  }
}

/**
 * Reconciles the provider's refunded total with the requested refunds; the rest was refunded in the
 * provider's dashboard.
 * @returns the order's new status
 */
export async function reconcileRefunds(trx: Knex, order: OrderRow, refunded: number): Promise<OrderStatus> {
  const unknown = Math.min(refunded, order.total_amount) - (await promised(trx, order.id));
  if (unknown > 0) {
    const [refund]: RefundRow[] = await trx('refunds')
      .insert({
        id: uuidv7(),
        order_id: order.id,
        amount: unknown,
        reason: 'provider',
        status: 'done',
        settled_at: trx.fn.now(),
      })
      .returning('*');
    if (refund) {
      await applyRefund(trx, await trx('orders').where({ id: order.id }).first(), refund);
    }
  }
  const row = await trx('orders').where({ id: order.id }).first('status');
  return row.status;
}

/** Amount of completed and pending refunds, in cents. */
async function promised(trx: Knex, orderId: string): Promise<number> {
  const row = await trx('refunds')
    .where({ order_id: orderId })
    .whereNot({ status: 'failed' })
    .sum({ total: 'amount' })
    .first();
  return Number(row?.total ?? 0);
}

async function applyRefund(trx: Knex, order: OrderRow, refund: RefundRow): Promise<void> {
  const refunded = order.refunded + refund.amount;
  const isWhole = refunded === order.total_amount;
  await trx('orders')
    .where({ id: order.id })
    .update({
      refunded,
      status: isWhole ? nextStatus(order.status, 'refunded') : order.status,
      is_active: order.is_active && !isWhole,
      updated_at: trx.fn.now(),
    });
  await recordCreditNote(trx, { order, refund });
  await recordLive(trx, { topic: 'order', id: order.id, type: 'updated', accountId: order.account_id });
  await revokePaidTime(trx, order, { amount: refund.amount, isWhole });
}
