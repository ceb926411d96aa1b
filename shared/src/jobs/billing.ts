import { z } from 'zod';
import { defineJob } from './define.ts';

/** Asks the payment provider for an order's state and settles the order exactly once. */
export const orderReconcile = defineJob({
  name: 'order.reconcile',
  queue: 'billing',
  payload: z.object({ orderId: z.uuid() }),
  result: z.object({ status: z.number().int() }),
  // A repeated request waits while a failed run pauses, so the pauses stay below half a minute.
  attempts: 6,
  timeoutMs: 40_000,
  priority: 1,
  dedupe: ({ orderId }) => orderId,
});

/** Times out orders that have been pending for longer than they may. */
export const orderExpire = defineJob({
  name: 'order.expire',
  queue: 'billing',
  payload: z.object({}),
  result: z.object({ expired: z.number().int(), reconciled: z.number().int() }),
  attempts: 1,
  dedupe: () => 'all',
});

/** Moves workspaces whose paid time is over to Free. */
export const subscriptionEnd = defineJob({
  name: 'subscription.end',
  queue: 'billing',
  payload: z.object({}),
  result: z.object({ ended: z.number().int() }),
  attempts: 1,
  dedupe: () => 'all',
});

/** Charges the source of an order whose payer is away; the order's id is the key, so a second run charges nothing. */
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

/** Mails whoever paid, and the operators, that an order waits for a person. */
export const orderTell = defineJob({
  name: 'order.tell',
  queue: 'billing',
  payload: z.object({ orderId: z.uuid() }),
  result: z.object({}),
});

/** Mails owners whose renewals are charged to a card that is over soon. */
export const sourceWarn = defineJob({
  name: 'source.warn',
  queue: 'billing',
  payload: z.object({}),
  result: z.object({ told: z.number().int() }),
  attempts: 1,
  dedupe: () => 'all',
});

/** Asks the provider what became of the adding of a card or wallet, and keeps it. */
export const sourceReconcile = defineJob({
  name: 'source.reconcile',
  queue: 'billing',
  payload: z.object({ setupId: z.uuid() }),
  result: z.object({ status: z.string() }),
  timeoutMs: 40_000,
  priority: 1,
  dedupe: ({ setupId }) => setupId,
});

/** Gives money back; the refund's id is the key, so a second run gives nothing. */
export const refundExecute = defineJob({
  name: 'refund.execute',
  queue: 'billing',
  payload: z.object({ refundId: z.uuid() }),
  result: z.object({ status: z.string() }),
  attempts: 8,
  timeoutMs: 40_000,
  dedupe: ({ refundId }) => refundId,
});

/** Writes the document of an invoice or credit note, and mails its owner. */
export const invoiceIssue = defineJob({
  name: 'invoice.issue',
  queue: 'billing',
  payload: z.object({ invoiceId: z.uuid() }),
  result: z.object({ number: z.string() }),
});

/** Orders the next period of workspaces whose paid time is over. */
export const subscriptionRenew = defineJob({
  name: 'subscription.renew',
  queue: 'billing',
  payload: z.object({}),
  result: z.object({ ordered: z.number().int() }),
  attempts: 1,
  dedupe: () => 'all',
});

/** Mails an owner that a renewal could not be paid, and when it is tried again. */
export const renewalWarn = defineJob({
  name: 'renewal.warn',
  queue: 'billing',
  payload: z.object({ accountId: z.uuid() }),
  result: z.object({}),
});

/** Mails an owner that a workspace is on Free now. */
export const subscriptionFarewell = defineJob({
  name: 'subscription.farewell',
  queue: 'billing',
  payload: z.object({ accountId: z.uuid() }),
  result: z.object({}),
});

export const billingJobs = [
  orderReconcile,
  orderExpire,
  orderCharge,
  orderTell,
  sourceReconcile,
  sourceWarn,
  refundExecute,
  invoiceIssue,
  subscriptionRenew,
  subscriptionEnd,
  renewalWarn,
  subscriptionFarewell,
] as const;
