import { CodedError } from '../../contract/errors.ts';
import { isExpired, isOpen, ORDER_STATUS, type OrderStatus } from '../../domain/order.ts';
import type { Promotion } from '../../domain/promotion.ts';
import { quote, SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import { orderCharge } from '../../jobs/billing.ts';
import type { PlanPrice } from '../../plans.ts';
import { uuidv7 } from '../ids.ts';
import type { Payment, PaymentReport } from '../payments/provider.ts';
import type { Knex } from './knex.ts';
import { recordLive } from './live-events.ts';
import { recordEvent } from './outbox.ts';
import { settleOrder } from './settle-order.ts';
import { lockSubscription, periodOf } from './subscription-row.ts';

const OPEN_STATUSES = Object.values(ORDER_STATUS).filter(isOpen);
const SWEEP_BATCH = 1_000;
/** The charge of a younger order may still be under way. */
const CHARGE_MS = orderCharge.timeoutMs;
/** An order that is over but not paid: its payer may still succeed on the form that failed, and that notice may be lost. */
const LAPSED = `status in (${ORDER_STATUS.timeout}, ${ORDER_STATUS.failed}) and provider_ref is not null and paid_at is null
  and created_at > now() - interval '25 hours'`;

/** An order as the database holds it; amounts in cents. */
export type OrderRow = {
  id: string;
  account_id: string;
  created_by: string | null;
  plan_price: string;
  kind: 'purchase' | 'renewal';
  amount: number;
  discount: number;
  credit: number;
  total_amount: number;
  refunded: number;
  currency: string;
  months: number;
  status: OrderStatus;
  provider: string;
  provider_ref: string | null;
  client_token: string | null;
  source_id: string | null;
  transaction_id: string | null;
  error_code: string | null;
  is_active: boolean;
  is_superseded: boolean;
  asked_at: string | null;
  paid_at: string | null;
  created_at: string;
};

/** What somebody orders; with a source that is charged at once, else the payer confirms it in the browser. */
export type Purchase = {
  accountId: string;
  userId: string;
  price: PlanPrice;
  promotion: Promotion | null;
  provider: string;
  sourceId: string | null;
  now: Date;
};

/**
 * Opens an order, or finds the open one for the same workspace and price, which keeps what it came to when it was opened.
 * Others of the workspace that wait for their payer are over then, so that only one can be paid. One that credit pays for
 * whole is paid at once.
 * @throws CodedError `security.forbidden` while a plan that was paid for waits to be active: only a person can say why;
 *   `request.conflict` while another payment of the workspace is under way.
 */
export async function openOrder(db: Knex, purchase: Purchase): Promise<OrderRow> {
  return db.transaction(async (trx) => {
    const account = await lockSubscription(trx, purchase.accountId);
    if (account?.subscription_status === SUBSCRIPTION_STATUS.needsSync) {
      throw new CodedError('security.forbidden');
    }
    const payable = await findPayable(trx, purchase.accountId);
    const same = payable.find((order) => isOpen(order.status) && isSame(order, purchase));
    if (same) {
      return same;
    }
    for (const order of payable) {
      await supersede(trx, order);
    }
    const sum = quote({ ...purchase, period: periodOf(account) });
    const row = await insertOrder(trx, { ...purchase, ...sum, kind: 'purchase' });
    if (row.total_amount > 0) {
      return row;
    }
    await settleOrder(trx, row.id, freeOfCharge(row));
    return trx('orders').where({ id: row.id }).first();
  });
}

/** Writes an order that its workspace's lock is held for; one with a source asks for its charge. */
export async function insertOrder(
  trx: Knex,
  order: {
    accountId: string;
    userId: string | null;
    price: PlanPrice;
    kind: OrderRow['kind'];
    provider: string;
    sourceId: string | null;
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

/** What would be said of the payment of an order that costs nothing. */
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
 * Remembers the provider's payment of an order, once, and the payer it was made for. Notices of it that came before are
 * heard now. Of an order that ended meanwhile nobody gets a token to pay with, and the provider is told.
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
      await recordEvent(trx, { name: 'order.confirmed', payload: { orderId: order.id } });
    }
    await keepPayer(trx, order.account_id, order.provider, payment.payerRef);
    const early = await trx('payment_events')
      .where({ provider: order.provider, provider_ref: payment.ref, order_id: null })
      .update({ order_id: order.id });
    if (early > 0) {
      await recordEvent(trx, { name: 'payment.notified', payload: { orderId: order.id } });
    }
  });
}

/** The workspace at a provider, once it has paid or tried to. */
export async function findPayer(db: Knex, accountId: string, provider: string): Promise<string | null> {
  const row = await db('payment_customers').where({ account_id: accountId, provider }).first('provider_ref');
  return row?.provider_ref ?? null;
}

/** Remembers who a workspace is at a provider. */
export async function keepPayer(
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

/** Asks for a reconciliation of an unpaid order that somebody polls, for a day and at most once a second. */
export async function askProvider(db: Knex, orderId: string): Promise<void> {
  await db.transaction(async (trx) => {
    const asked = await trx('orders')
      .where({ id: orderId })
      .where((unpaid) => unpaid.whereIn('status', OPEN_STATUSES).orWhereRaw(LAPSED))
      .whereRaw(`created_at < now() - interval '2 seconds'`)
      .whereRaw(`(asked_at is null or asked_at < now() - interval '1 second')`)
      .update({ asked_at: trx.fn.now() });
    if (asked > 0) {
      await recordEvent(trx, { name: 'order.confirmed', payload: { orderId } });
    }
  });
}

/**
 * The open orders, those that were paid and are not active, and every ten minutes for a day those that are over and may
 * still be paid: what a sweep looks at.
 */
export const SWEPT_ORDERS = `
  (select * from orders where status in (${OPEN_STATUSES.join(', ')}) order by created_at limit ${SWEEP_BATCH})
  union all
  (select * from orders where status = ${ORDER_STATUS.paid} and not is_active order by created_at limit ${SWEEP_BATCH})
  union all
  (select * from orders where ${LAPSED} and (asked_at is null or asked_at < now() - interval '10 minutes')
    order by created_at limit ${SWEEP_BATCH})`;

/**
 * Times out the orders nobody paid for, and asks the provider about all others that are open or have just ended, which
 * finds the payments whose notice never came.
 */
export async function sweepOrders(
  trx: Knex,
  nowMs: number,
): Promise<{ expired: number; reconciled: number }> {
  const { rows: swept } = await trx.raw<{ rows: OrderRow[] }>(SWEPT_ORDERS);
  let expired = 0;
  let reconciled = 0;
  for (const order of swept) {
    const isUncharged = order.source_id !== null && order.provider_ref === null;
    if (isUncharged && nowMs - Date.parse(order.created_at) < CHARGE_MS) {
      continue;
    }
    reconciled += 1;
    await recordEvent(trx, {
      name: isUncharged ? 'order.charge-requested' : 'order.confirmed',
      payload: { orderId: order.id },
    });
    if (isExpired({ status: order.status, createdAt: order.created_at }, nowMs)) {
      expired += await endOrder(trx, order, { is_superseded: order.is_superseded });
    }
  }
  await noteAsked(
    trx,
    swept.filter(({ status }) => !isOpen(status)),
  );
  return { expired, reconciled };
}

/** Remembers when orders were asked about; whoever holds one of them at this moment is not waited for. */
async function noteAsked(trx: Knex, orders: readonly OrderRow[]): Promise<void> {
  await trx.raw(
    `update orders set asked_at = now()
     where id in (select id from orders where id = any(?::uuid[]) for no key update skip locked)`,
    [orders.map(({ id }) => id)],
  );
}

/** What money may still come for, and what is paid for in another way once something else is ordered. */
function findPayable(trx: Knex, accountId: string): Promise<OrderRow[]> {
  const failed = { status: ORDER_STATUS.failed, kind: 'purchase', is_superseded: false };
  return trx('orders')
    .where({ account_id: accountId })
    .where((payable) =>
      payable
        .whereIn('status', OPEN_STATUSES)
        .orWhere((retried) => retried.where(failed).whereNotNull('provider_ref')),
    );
}

/** Whether an open order is the very thing that is asked for; one that is being charged is not doubled whatever pays it. */
function isSame(order: OrderRow, purchase: Purchase): boolean {
  const isSameWay = order.provider === purchase.provider && order.source_id === purchase.sourceId;
  return order.plan_price === purchase.price.uuid && (isSameWay || order.status === ORDER_STATUS.processing);
}

/** Another order takes the place of one that nobody has paid; the provider is told by the reconciliation. */
async function supersede(trx: Knex, order: OrderRow): Promise<void> {
  if (order.status === ORDER_STATUS.processing || order.kind === 'renewal') {
    throw new CodedError('request.conflict', { headers: { 'Retry-After': '5' } });
  }
  await endOrder(trx, order, { is_superseded: true });
  await recordEvent(trx, { name: 'order.confirmed', payload: { orderId: order.id } });
}

async function endOrder(trx: Knex, order: OrderRow, change: { is_superseded: boolean }): Promise<number> {
  const ended = await trx('orders')
    .where({ id: order.id, status: order.status })
    .update({ status: ORDER_STATUS.timeout, updated_at: trx.fn.now(), ...change });
  await recordLive(trx, { topic: 'order', id: order.id, type: 'updated', accountId: order.account_id });
  return ended;
}
