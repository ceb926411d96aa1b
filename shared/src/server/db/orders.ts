import { CodedError } from '../../contract/errors.ts';
import { isOpen, OPEN_STATUSES, ORDER_STATUS, type OrderStatus } from '../../domain/order.ts';
import type { Promotion } from '../../domain/promotion.ts';
import { quote, SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import type { PlanPrice } from '../../plans.ts';
import { uuidv7 } from '../ids.ts';
import type { Payment, PaymentReport } from '../payments/provider.ts';
import { holdUse, lockDiscount, releaseUses } from './discount-uses.ts';
import type { Knex } from './knex.ts';
import { recordLive } from './live-events.ts';
import { recordEvent } from './outbox.ts';
import { settleOrder } from './settle-order.ts';
import { lockSubscription, periodOf } from './subscription-row.ts';

/** An order that is over but not paid: until it is closed at the provider its payer may still succeed on the form that failed. */
export const LAPSED = `status in (${ORDER_STATUS.timeout}, ${ORDER_STATUS.failed}) and provider_ref is not null and paid_at is null
  and closed_at is null`;

/** An order as the database holds it; amounts in cents. */
export type OrderRow = {
  id: string;
  account_id: string;
  created_by: string | null;
  plan_price: string;
  kind: 'purchase' | 'renewal';
  amount: number;
  discount: number;
  /** The code that it names; what that took off is in `discount`. */
  discount_id: string | null;
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
  /** The time of its workspace's period that it paid for. */
  /** When it took effect. */
  began_at: string | null;
  adds_from: string | null;
  adds_until: string | null;
  /** When its source was first asked to be charged. */
  charge_asked_at: string | null;
  /** Since when nobody can pay it at the provider any more. */
  closed_at: string | null;
  /** What was taken where that is not what was ordered. */
  taken_amount: number | null;
  taken_currency: string | null;
  /** Since when a person has to look at money that its provider will not give back. */
  refund_refused_at: string | null;
  created_at: string;
};

/** What somebody orders; with a source that is charged at once, else the payer confirms it in the browser. */
export type Purchase = {
  accountId: string;
  userId: string;
  price: PlanPrice;
  promotion: Promotion | null;
  /** A code that is to count in the promotion's place. */
  discountId: string | null;
  provider: string;
  sourceId: string | null;
  now: Date;
};

/**
 * Opens an order, or finds the open one for the same workspace and price, which keeps what it came to when it was opened.
 * Others of the workspace that wait for their payer are over then, so that only one can be paid. One that credit pays for
 * whole is paid at once.
 * @throws CodedError `security.forbidden` while a plan that was paid for waits to be active: only a person can say why;
 *   `request.conflict` while another payment of the workspace is under way; `security.account.suspended` for one that has closed;
 *   `request.invalid` for a code that takes nothing off it.
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
    const payable = await findPayable(trx, purchase.accountId);
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

/**
 * Remembers that a provider is about to be asked for a charge, so that whoever asks again looks first.
 * @returns false where nobody wants the order any more: nothing is to be asked for
 */
export async function noteChargeAsked(db: Knex, orderId: string): Promise<boolean> {
  const noted = await db('orders')
    .where({ id: orderId, is_superseded: false })
    .update({ charge_asked_at: db.raw('coalesce(charge_asked_at, now())') });
  return noted > 0;
}

/** Nobody can pay an order any more, at its provider neither. */
export async function closeOrder(trx: Knex, orderId: string): Promise<void> {
  await trx('orders').where({ id: orderId, closed_at: null }).update({ closed_at: trx.fn.now() });
  await releaseUses(trx, [orderId]);
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

/** Asks for a reconciliation of an unpaid order that somebody polls, at most once a second and until it is closed. */
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
  const isSameWay =
    order.provider === purchase.provider &&
    order.source_id === purchase.sourceId &&
    order.discount_id === purchase.discountId;
  return order.plan_price === purchase.price.uuid && (isSameWay || order.status === ORDER_STATUS.processing);
}

/** Another order takes the place of one that nobody has paid; the provider is told by the reconciliation. */
async function supersede(trx: Knex, order: OrderRow): Promise<void> {
  if (order.status === ORDER_STATUS.processing || order.kind === 'renewal') {
    throw new CodedError('request.conflict', { headers: { 'Retry-After': '5' } });
  }
  await endOrder(trx, order, { is_superseded: true });
  await releaseUses(trx, [order.id]);
  await recordEvent(trx, { name: 'order.confirmed', payload: { orderId: order.id } });
}

/** Ends an order that waits for its payer; one that has gone on meanwhile stays. @returns how many ended */
export async function endOrder(
  trx: Knex,
  order: OrderRow,
  change: { is_superseded: boolean },
): Promise<number> {
  const ended = await trx('orders')
    .where({ id: order.id, status: order.status })
    .update({ status: ORDER_STATUS.timeout, updated_at: trx.fn.now(), ...change });
  await recordLive(trx, { topic: 'order', id: order.id, type: 'updated', accountId: order.account_id });
  return ended;
}
