import {
  classifyPayment,
  holdReasonOf,
  isInGroup,
  isOpen,
  nextStatus,
  ORDER_STATUS,
  type OrderStatus,
  settle,
} from '../../domain/order.ts';
import { creditFor, SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import { findPlanPrice, type PlanPrice } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { holdUse, releaseUses } from './discount-uses.queries.ts';
import { acceptCapturedAmount } from './held-orders.ts';
import { recordInvoice } from './invoices.queries.ts';
import type { OrderRow } from './order-row.ts';
import { requestReconcile } from './order-turns.queries.ts';
import { activateOrder, addMonthsInDatabase } from './paid-time.queries.ts';
import { savePaymentSource, setDefault } from './payment-sources.queries.ts';
import type { PaymentReport } from './providers/provider.ts';
import { reconcileRefunds, refundRemainder } from './refunds.ts';
import { lockSubscription, periodOf, type SubscriptionRow } from './subscription-row.queries.ts';
import { supersedeOthers } from './unpaid-orders.queries.ts';

/**
 * Applies the provider's state to an order, and the order to the workspace's plan, exactly once for any
 * number of calls. Money for a superseded order is refunded.
 * @returns the order's new status, or null when there is no such order.
 */
export async function settleOrder(
  trx: Knex,
  orderId: string,
  report: PaymentReport,
): Promise<OrderStatus | null> {
  const seen: OrderRow | undefined = await trx('orders').where({ id: orderId }).first();
  if (!seen || isSettled(seen, report)) {
    return seen?.status ?? null;
  }
  // Locks the workspace first, like the creation of orders; the values read before the locks may have
  // changed.
  const account = await lockSubscription(trx, seen.account_id);
  const locked: OrderRow | undefined = await trx('orders').where({ id: orderId }).forNoKeyUpdate().first();
  if (!locked || !account) {
    return null;
  }
  // Money for a superseded order is refunded at any amount, without a review.
  const isUnwanted = locked.is_superseded && classify(locked, report) === 'mismatched';
  const order = isUnwanted ? await acceptCapturedAmount(trx, locked, report) : locked;
  const next = settle(order.status, classify(order, report));
  const isFound = isHeldFirst(order, next.status, report);
  const isNew = next.status !== order.status || isFound;
  if (isNew) {
    await writeStatus(trx, order, next.status, report);
  }
  if (isFound) {
    await recordEvent(trx, { name: 'order.held', payload: { orderId } });
  }
  if (next.activatesPlan) {
    await takePayment(trx, account, order, report);
  } else if (isNew && next.status === ORDER_STATUS.failed && isWantedRenewal(order)) {
    await recordEvent(trx, { name: 'renewal.failed', payload: { accountId: account.id } });
    await recordLive(trx, { topic: 'account', id: account.id, type: 'updated', accountId: account.id });
  } else if (holdReasonOf(order) === 'price') {
    await activatePlan(trx, account, order);
  }
  if (order.status !== ORDER_STATUS.paid && !next.activatesPlan) {
    return next.status;
  }
  const status = await reconcileRefunds(trx, order, report.refunded);
  if (order.is_superseded && status === ORDER_STATUS.paid) {
    await refundRemainder(trx, order);
  }
  return status;
}

function isWantedRenewal(order: OrderRow): boolean {
  return order.kind === 'renewal' && !order.is_superseded;
}

/**
 * Whether a differing captured amount is seen for the first time, including orders that were approved before.
 */
function isHeldFirst(order: OrderRow, next: OrderStatus, report: PaymentReport): boolean {
  const isMismatch = next === ORDER_STATUS.waitingApproval && classify(order, report) === 'mismatched';
  return isMismatch && order.taken_amount === null;
}

function classify(order: OrderRow, report: PaymentReport) {
  return classifyPayment({ amount: order.total_amount, currency: order.currency }, report);
}

/** Whether there is nothing to change, as for most repeated queries. */
function isSettled(order: OrderRow, report: PaymentReport): boolean {
  const classified = classify(order, report);
  const next = settle(order.status, classified).status;
  const isQuiet =
    next === order.status &&
    !(classified === 'mismatched' && order.is_superseded) &&
    !isHeldFirst(order, next, report);
  return isQuiet && !isInGroup(order, 'inactive') && report.refunded <= order.refunded;
}

async function writeStatus(
  trx: Knex,
  order: OrderRow,
  status: OrderStatus,
  report: PaymentReport,
): Promise<void> {
  await trx('orders')
    .where({ id: order.id })
    .update({
      status,
      transaction_id: report.transactionId ?? order.transaction_id,
      error_code: status === ORDER_STATUS.failed ? report.errorCode : null,
      ...(status === ORDER_STATUS.paid ? { paid_at: trx.fn.now() } : {}),
      ...(classify(order, report) === 'mismatched'
        ? { taken_amount: report.amount, taken_currency: report.currency }
        : {}),
      updated_at: trx.fn.now(),
    });
  if (status === ORDER_STATUS.failed || status === ORDER_STATUS.refunded) {
    await releaseUses(trx, [order.id]);
  }
  const { account_id: accountId } = order;
  await recordLive(trx, { topic: 'order', id: order.id, type: 'updated', accountId });
  if ([order.status, status].includes(ORDER_STATUS.waitingApproval)) {
    // The subscription needs a sync as long as its payment is held.
    await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
  }
}

async function takePayment(
  trx: Knex,
  account: SubscriptionRow,
  order: OrderRow,
  report: PaymentReport,
): Promise<void> {
  if (!order.is_superseded) {
    await holdUse(trx, order, account.owner_id);
    if (report.source) {
      const { account_id: accountId, provider } = order;
      const id = await savePaymentSource(trx, { accountId, provider, source: report.source });
      if (account.has_failed_renewal) {
        // The former source could not pay; renewals are charged to the one that did.
        await setDefault(trx, { id, account_id: accountId });
      }
    }
    await activatePlan(trx, account, order);
    await closeOthers(trx, order);
  }
  // Last, as the lock of the invoice counter blocks all others until the commit.
  await recordInvoice(trx, { order, transactionId: report.transactionId });
}

/**
 * Supersedes all other unpaid orders of the workspace, so that later money for them is refunded. The provider
 * is queried about each of their payments, including failed ones, which the payer may have retried.
 */
async function closeOthers(trx: Knex, paid: OrderRow): Promise<void> {
  const others = await supersedeOthers(trx, paid);
  await releaseUses(
    trx,
    others.map(({ id }) => id),
  );
  for (const { id, status, provider_ref: ref } of others) {
    if (isOpen(status)) {
      await trx('orders')
        .where({ id })
        .update({ status: nextStatus(status, 'end'), updated_at: trx.fn.now() });
      await recordLive(trx, { topic: 'order', id, type: 'updated', accountId: paid.account_id });
    }
    if (ref !== null) {
      await requestReconcile(trx, { name: 'order.confirmed', orderId: id });
    }
  }
}

/**
 * Activates the purchased plan; an order with a price that is not sold any more is held for review. Only a
 * purchase ends a cancellation: a late renewal does not.
 */
async function activatePlan(trx: Knex, account: SubscriptionRow, order: OrderRow): Promise<void> {
  const price = findPlanPrice(order.plan_price);
  const { id } = account;
  if (price) {
    await begin(trx, { account, order, price });
  } else {
    await trx('accounts').where({ id }).update({ subscription_status: SUBSCRIPTION_STATUS.needsSync });
    if (order.status !== ORDER_STATUS.paid) {
      await recordEvent(trx, { name: 'order.held', payload: { orderId: order.id } });
    }
  }
  await recordLive(trx, { topic: 'account', id, type: 'updated', accountId: id });
}

type Purchase = { account: SubscriptionRow; order: OrderRow; price: PlanPrice };

async function begin(trx: Knex, purchase: Purchase): Promise<void> {
  const { account, order } = purchase;
  const { from, columns } = periodAfter(purchase);
  const until = await addMonthsInDatabase(trx, from, order.months);
  const isCancelled = account.subscription_status === SUBSCRIPTION_STATUS.cancelled;
  const staysCancelled = order.kind === 'renewal' && isCancelled;
  await trx('accounts')
    .where({ id: account.id })
    .update({
      ...columns,
      plan_expires_at: until,
      subscription_status: staysCancelled ? SUBSCRIPTION_STATUS.cancelled : SUBSCRIPTION_STATUS.active,
      last_order: order.id,
      renew_tries: 0,
      renew_at: staysCancelled ? null : until,
    });
  await activateOrder(trx, order.id, { from, until });
}

/** Columns of a workspace after a payment: a longer period of the same plan, or another plan from now on. */
function periodAfter({ account, order, price }: Purchase) {
  const period = periodOf(account);
  const now = new Date(account.now);
  const value = order.total_amount + order.credit;
  const left = Math.max(0, creditFor(price.uuid, period, now) - order.credit);
  const isOn = period.end !== null && period.end > now;
  const isMore =
    account.plan_price === price.uuid && period.end !== null && (isOn || order.kind === 'renewal');
  const from = isMore && period.end !== null ? period.end : now;
  return {
    from,
    columns: {
      plan: price.plan,
      plan_price: price.uuid,
      credit: left,
      period_start: isMore && isOn ? (period.start ?? now) : from,
      period_paid: isMore && isOn ? period.paid + value : value,
    },
  };
}
