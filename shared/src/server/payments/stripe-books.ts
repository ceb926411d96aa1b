import type Stripe from 'stripe';
import type { PaymentRequest } from './provider.ts';

/** What is listed at once. */
const PAGE = 100;
/** Clocks differ; what was asked for is looked for from an hour before. */
const CLOCK_SKEW_MS = 3_600_000;

/** The payment that was made for an order before, by the reference that we gave it; null where none was. */
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

/** The refund that was made before, by the reference that we gave it; null where none was. */
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
