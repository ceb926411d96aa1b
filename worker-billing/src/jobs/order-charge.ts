import { isOpen } from '@diorama/shared/domain/order.ts';
import type { OrderRow } from '@diorama/shared/server/billing/order-row.ts';
import { attachPayment, findOrder, findPayer } from '@diorama/shared/server/billing/orders.ts';
import { findSource } from '@diorama/shared/server/billing/payment-sources.queries.ts';
import type { Payments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import {
  type ChargeRequest,
  type Payment,
  type PaymentProvider,
  PaymentRefusedError,
  type PaymentReport,
  type PaymentRequest,
} from '@diorama/shared/server/billing/providers/provider.ts';
import { settleOrder } from '@diorama/shared/server/billing/settle-order.ts';
import { markChargeRequested } from '@diorama/shared/server/billing/unpaid-orders.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { type JobHandler, UnrecoverableJobError } from '@diorama/shared/server/jobs/worker.ts';
import { crashAt, type Failpoint } from '@diorama/shared/server/runtime/failpoint.ts';

type ChargeDeps = { db: Knex; payments: Payments; failpoint?: Failpoint | null };

/**
 * Charges the payment source of an order while the owner may be away. The order's id is the provider's
 * idempotency key, and the request is recorded before the charge. A process that is killed between charge and
 * commit finds the same charge in its next run, even when the provider has dropped the key by then.
 */
export function orderCharge(deps: ChargeDeps): JobHandler<'order.charge'> {
  const { db } = deps;
  return async ({ orderId }, context) => {
    const order = await findOrder(db, orderId);
    if (!order) {
      throw new UnrecoverableJobError(`There is no order ${orderId}`, 'request.not-found');
    }
    if (!isOpen(order.status)) {
      return { status: order.status };
    }
    const report = await charge(deps, order);
    const status = await context.commit(db, (trx) => settleOrder(trx, orderId, report));
    return { status: status ?? order.status };
  };
}

async function charge(deps: ChargeDeps, order: OrderRow): Promise<PaymentReport> {
  const { db, payments } = deps;
  const provider = payments.find(order.provider);
  if (provider === null && order.charge_asked_at !== null) {
    throw new Error(`Nobody here can say whether ${order.provider} has charged order ${order.id}`);
  }
  if (provider === null) {
    return failed(order, 'provider_gone');
  }
  if (order.provider_ref !== null) {
    return provider.retrieve(order.provider_ref);
  }
  const sourceRef = await findSourceRef(db, order);
  const request = await requestOf(db, order);
  const payment =
    sourceRef !== null && (await markChargeRequested(db, order.id))
      ? await takeMoney(deps, provider, { ...request, sourceRef, askedAt: askedAtOf(order) })
      : await findTaken(db, provider, request, sourceRef === null ? 'source_gone' : 'superseded');
  if (payment instanceof PaymentRefusedError) {
    return failed(order, payment.code);
  }
  await attachPayment(db, order, payment);
  // A later error does not show whether the money was captured.
  return provider.retrieve(payment.ref);
}

async function findSourceRef(db: Knex, order: OrderRow): Promise<string | null> {
  const source = order.source_id === null ? null : await findSource(db, order.source_id);
  const isOwn = source?.account_id === order.account_id && source.provider === order.provider;
  return isOwn ? source.provider_ref : null;
}

async function requestOf(db: Knex, order: OrderRow): Promise<PaymentRequest> {
  const { id: orderId, total_amount: amount, currency, account_id: accountId } = order;
  const payer = { accountId, ref: await findPayer(db, accountId, order.provider) };
  return { orderId, amount, currency, payer };
}

/** @returns the refusal when nothing was captured */
async function takeMoney(
  { failpoint }: ChargeDeps,
  provider: PaymentProvider,
  request: ChargeRequest,
): Promise<Payment | PaymentRefusedError> {
  try {
    const payment = await provider.charge(request);
    crashAt('after-charge', failpoint);
    return payment;
  } catch (error) {
    if (error instanceof PaymentRefusedError) {
      return error;
    }
    throw error;
  }
}

/**
 * Looks for a charge by an earlier run that died before it recorded the charge. This covers orders that
 * cannot or must not be charged any more. It rereads the order, because another run may have started.
 * @returns the reason when nothing was captured
 */
async function findTaken(
  db: Knex,
  provider: PaymentProvider,
  request: PaymentRequest,
  why: 'source_gone' | 'superseded',
): Promise<Payment | PaymentRefusedError> {
  const order = await findOrder(db, request.orderId);
  const askedAt = order && askedAtOf(order);
  const known = askedAt === null ? null : await provider.findCharge({ ...request, askedAt });
  return known ?? new PaymentRefusedError(why);
}

function askedAtOf(order: OrderRow): Date | null {
  return order.charge_asked_at === null ? null : new Date(order.charge_asked_at);
}

/** Nothing was captured, and nothing will be. */
function failed(order: OrderRow, errorCode: string): PaymentReport {
  return {
    state: 'failed',
    amount: order.total_amount,
    currency: order.currency,
    refunded: 0,
    transactionId: null,
    source: null,
    errorCode,
  };
}
