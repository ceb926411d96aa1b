import { CodedError } from '../../contract/errors.ts';
import {
  isExpired,
  isOpen,
  ORDER_STATUS,
  type OrderStatus,
  type PaymentState,
  settle,
} from '../../domain/order.ts';
import { findPlanPrice, type PlanPrice } from '../../plans.ts';
import { uuidv7 } from '../ids.ts';
import type { Knex } from './knex.ts';
import { recordLive } from './live-events.ts';
import { recordEvent } from './outbox.ts';

const OPEN_STATUSES = Object.values(ORDER_STATUS).filter(isOpen);

/** An order as the database holds it. */
export type OrderRow = {
  id: string;
  account_id: string;
  created_by: string | null;
  plan_price: string;
  amount: number;
  total_amount: number;
  currency: string;
  months: number;
  status: OrderStatus;
  provider: string;
  provider_ref: string | null;
  client_token: string | null;
  is_active: boolean;
  asked_at: string | null;
  created_at: string;
};

/** A plan has been paid for and is not active yet. */
const NEEDS_SYNC = 6;

/**
 * Opens an order, or finds the open one for the same workspace and price, which keeps what it came to when it was opened.
 * @param order - `total` is what is charged in cents, the price less what is taken off it
 * @throws CodedError `security.forbidden` while a plan that was paid for waits to be active: only a person can say why.
 */
export async function openOrder(
  db: Knex,
  order: { accountId: string; userId: string; price: PlanPrice; total: number; provider: string },
): Promise<OrderRow> {
  const { accountId, userId, price, total, provider } = order;
  return db.transaction(async (trx) => {
    const account = await trx('accounts').where({ id: accountId }).first('subscription_status');
    if (account?.subscription_status === NEEDS_SYNC) {
      throw new CodedError('security.forbidden');
    }
    const { rows } = await trx.raw<{ rows: OrderRow[] }>(
      `insert into orders (id, account_id, created_by, plan_price, amount, total_amount, months, provider)
       values (?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (account_id, plan_price) where status in (0, 4, 5, 7) do update set updated_at = orders.updated_at
       returning *, (xmax = 0) as is_new`,
      [uuidv7(), accountId, userId, price.uuid, price.price, total, price.months, provider],
    );
    const [row] = rows;
    if (!row) {
      throw new Error('The order was neither made nor found');
    }
    if ('is_new' in row && row.is_new) {
      await recordEvent(trx, { name: 'order.created', payload: { orderId: row.id } });
      await recordLive(trx, { topic: 'order', id: row.id, type: 'created', accountId });
    }
    return row;
  });
}

export async function findOrder(db: Knex, id: string): Promise<OrderRow | null> {
  return (await db('orders').where({ id }).first()) ?? null;
}

/** Remembers the provider's payment of an order, once. */
export async function attachPayment(
  db: Knex,
  orderId: string,
  payment: { ref: string; clientToken: string },
): Promise<void> {
  await db('orders')
    .where({ id: orderId, provider_ref: null })
    .update({ provider_ref: payment.ref, client_token: payment.clientToken });
}

/**
 * Brings an order to what the provider says, and the workspace to its plan, exactly once however often it is called.
 * @returns the order's status after it, or null when there is no such order.
 */
export async function settleOrder(
  trx: Knex,
  orderId: string,
  payment: PaymentState,
): Promise<OrderStatus | null> {
  const { rows } = await trx.raw<{ rows: OrderRow[] }>(
    'select * from orders where id = ? for no key update',
    [orderId],
  );
  const order = rows[0];
  if (!order) {
    return null;
  }
  const next = settle(order.status, payment);
  if (next.status === order.status) {
    return order.status;
  }
  await trx('orders')
    .where({ id: orderId })
    .update({
      status: next.status,
      is_active: order.is_active || next.activatesPlan,
      updated_at: trx.fn.now(),
    });
  await recordLive(trx, { topic: 'order', id: orderId, type: 'updated', accountId: order.account_id });
  if (next.activatesPlan) {
    await activatePlan(trx, order);
  }
  return next.status;
}

/** Asks for a reconciliation of an order that somebody polls, at most once a second. */
export async function askProvider(db: Knex, orderId: string): Promise<void> {
  await db.transaction(async (trx) => {
    const asked = await trx('orders')
      .where({ id: orderId })
      .whereIn('status', OPEN_STATUSES)
      .whereRaw(`created_at < now() - interval '2 seconds'`)
      .whereRaw(`(asked_at is null or asked_at < now() - interval '1 second')`)
      .update({ asked_at: trx.fn.now() });
    if (asked > 0) {
      await recordEvent(trx, { name: 'order.confirmed', payload: { orderId } });
    }
  });
}

/**
 * Times out the orders nobody paid for, and asks the provider about all others that are open, which finds the
 * payments whose notice never came.
 */
export async function sweepOrders(
  trx: Knex,
  nowMs: number,
): Promise<{ expired: number; reconciled: number }> {
  const open: OrderRow[] = await trx('orders')
    .whereIn('status', OPEN_STATUSES)
    .orderBy('created_at')
    .limit(1_000);
  let expired = 0;
  for (const order of open) {
    await recordEvent(trx, { name: 'order.confirmed', payload: { orderId: order.id } });
    if (isExpired({ status: order.status, createdAt: order.created_at }, nowMs)) {
      expired += await trx('orders')
        .where({ id: order.id, status: order.status })
        .update({ status: ORDER_STATUS.timeout, updated_at: trx.fn.now() });
      await recordLive(trx, { topic: 'order', id: order.id, type: 'updated', accountId: order.account_id });
    }
  }
  return { expired, reconciled: open.length };
}

/**
 * Writes down a verified notice, once, and wakes the reconciliation of its order.
 * @returns whether an order belongs to the payment.
 */
export async function recordNotice(
  db: Knex,
  notice: { provider: string; eventId: string; ref: string },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const order = await trx('orders')
      .where({ provider: notice.provider, provider_ref: notice.ref })
      .first('id');
    if (!order) {
      return false;
    }
    const inserted = await trx('payment_events')
      .insert({ provider: notice.provider, event_id: notice.eventId, order_id: order.id })
      .onConflict(['provider', 'event_id'])
      .ignore()
      .returning('event_id');
    if (inserted.length > 0) {
      await recordEvent(trx, { name: 'payment.notified', payload: { orderId: order.id } });
    }
    return true;
  });
}

async function activatePlan(trx: Knex, order: OrderRow): Promise<void> {
  const price = findPlanPrice(order.plan_price);
  if (!price) {
    throw new Error(`Order ${order.id} is for a price that is not sold any more`);
  }
  await trx.raw(
    `update accounts set plan = ?, plan_price = ?, subscription_status = 1,
       plan_expires_at = now() + make_interval(months => ?) where id = ?`,
    [price.plan, price.uuid, price.months, order.account_id],
  );
  await recordLive(trx, {
    topic: 'account',
    id: order.account_id,
    type: 'updated',
    accountId: order.account_id,
  });
}
