import type Stripe from 'stripe';
import type { PaymentRequest } from './provider.ts';

/** Page size of lists. */
const PAGE = 100;
/** Tolerance for clock skew: lists start an hour before the request. */
const CLOCK_SKEW_MS = 3_600_000;

/** The earlier payment of an order, by our reference; null where there is none. */
export async function findStripeIntent(
  stripe: Stripe,
  { orderId, payer }: PaymentRequest,
  askedAt: Date,
): Promise<Stripe.PaymentIntent | null> {
  if (payer.ref === null) {
    return null;
  }
  const since = Math.floor((askedAt.getTime() - CLOCK_SKEW_MS) / 1_000);
  for await (const intent of stripe.paymentIntents.list({
    customer: payer.ref,
    created: { gte: since },
    limit: PAGE,
  })) {
    if (intent.metadata.order === orderId) {
      return intent;
    }
  }
  return null;
}

/** The earlier refund, by our reference; null where there is none. */
export async function findStripeRefund(
  stripe: Stripe,
  refundId: string,
  paymentRef: string,
): Promise<Stripe.Refund | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: paymentRef, limit: PAGE })) {
    if (refund.metadata?.refund === refundId) {
      return refund;
    }
  }
  return null;
}
