import { z } from 'zod';
import { behindTurn, defineJob, inTurn } from './define.ts';

/** Asks the payment provider for an order's state and settles the order exactly once. */
export const orderReconcile = defineJob({
  name: 'order.reconcile',
  queue: 'billing',
  payload: z.object({ orderId: z.uuid(), ...inTurn }),
  result: z.object({ status: z.number().int() }),
  behind: behindTurn,
  // A repeated request waits while a failed run pauses, so the pauses stay below half a minute.
  attempts: 6,
  timeoutMs: 40_000,
  priority: 1,
  dedupe: ({ orderId }) => orderId,
});

/** Expires orders that have been pending for too long. */
export const orderExpire = defineJob({
  name: 'order.expire',
  queue: 'billing',
  payload: z.object({}),
  result: z.object({ expired: z.number().int(), reconciled: z.number().int() }),
  attempts: 1,
  dedupe: () => 'all',
});

/** Moves workspaces whose paid period has ended to Free. */
export const subscriptionEnd = defineJob({
  name: 'subscription.end',
  queue: 'billing',
  payload: z.object({}),
  result: z.object({ ended: z.number().int() }),
  attempts: 1,
  dedupe: () => 'all',
});

/**
 * Charges an order's payment source off session. The order's id is the idempotency key, so a second run
 * charges nothing.
 */
export const orderCharge = defineJob({
  name: 'order.charge',
  queue: 'billing',
  payload: z.object({ orderId: z.uuid() }),
  result: z.object({ status: z.number().int() }),
  attempts: 8,
  timeoutMs: 40_000,
  priority: 1,
  dedupe: ({ orderId }) => orderId,
});

/** Mails the payer and the operators that an order is held for review. */
export const orderNotifyHeld = defineJob({
  name: 'order.notify-held',
  queue: 'billing',
  payload: z.object({ orderId: z.uuid() }),
  result: z.object({}),
});

/** Mails owners whose card for renewals expires soon. */
export const paymentMethodNotifyExpiring = defineJob({
  name: 'payment-method.notify-expiring',
  queue: 'billing',
  payload: z.object({}),
  result: z.object({ told: z.number().int() }),
  attempts: 1,
  dedupe: () => 'all',
});

/** Fetches the outcome of adding a card or wallet from the provider, and stores it. */
export const sourceReconcile = defineJob({
  name: 'source.reconcile',
  queue: 'billing',
  payload: z.object({ setupId: z.uuid() }),
  result: z.object({ status: z.string() }),
  timeoutMs: 40_000,
  priority: 1,
  dedupe: ({ setupId }) => setupId,
});

/** Refunds money. The refund's id is the idempotency key, so a second run refunds nothing. */
export const refundExecute = defineJob({
  name: 'refund.execute',
  queue: 'billing',
  payload: z.object({ refundId: z.uuid() }),
  result: z.object({ status: z.string() }),
  attempts: 8,
  timeoutMs: 40_000,
  dedupe: ({ refundId }) => refundId,
});

/** Creates the PDF of an invoice or credit note, and mails it to the owner. */
export const invoiceIssue = defineJob({
  name: 'invoice.issue',
  queue: 'billing',
  payload: z.object({
    invoiceId: z.uuid(),
    /** Whether its file was lost, and its mail was sent before. */
    isRedrawn: z.boolean().optional(),
    ...inTurn,
  }),
  behind: behindTurn,
  result: z.object({ number: z.string() }),
});

/** Orders the next period for workspaces whose paid period has ended. */
export const subscriptionRenew = defineJob({
  name: 'subscription.renew',
  queue: 'billing',
  payload: z.object({}),
  result: z.object({ ordered: z.number().int() }),
  attempts: 1,
  dedupe: () => 'all',
});

/** Mails an owner about a failed renewal and the next attempt. */
export const renewalNotifyFailed = defineJob({
  name: 'renewal.notify-failed',
  queue: 'billing',
  payload: z.object({ accountId: z.uuid() }),
  result: z.object({}),
});

/** Mails an owner that a workspace is on Free now. */
export const subscriptionNotifyEnded = defineJob({
  name: 'subscription.notify-ended',
  queue: 'billing',
  payload: z.object({ accountId: z.uuid() }),
  result: z.object({}),
});

export const billingJobs = [
  orderReconcile,
  orderExpire,
  orderCharge,
  orderNotifyHeld,
  sourceReconcile,
  paymentMethodNotifyExpiring,
  refundExecute,
  invoiceIssue,
  subscriptionRenew,
  subscriptionEnd,
  renewalNotifyFailed,
  subscriptionNotifyEnded,
] as const;
