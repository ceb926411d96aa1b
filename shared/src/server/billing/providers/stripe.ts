import Stripe from 'stripe';
import { z } from 'zod';
import type { PaymentState } from '../../../domain/order.ts';
import type { Clock } from '../../runtime/clock.ts';
import {
  type ChargeRequest,
  InvalidWebhookError,
  type Payer,
  type Payment,
  type PaymentProvider,
  PaymentRefusedError,
  type PaymentReport,
  type PaymentRequest,
  PaymentUnknownError,
  type RefundRequest,
  type Source,
  type WebhookEvent,
} from './provider.ts';
import { findStripeIntent, findStripeRefund } from './stripe-lookup.ts';
import { verifyWebhookSignature } from './webhook-signature.ts';

/** Time limit of a call, in milliseconds; it is repeated later with the same key. */
const TIMEOUT_MS = 10_000;
/** Stripe's error code of a missing resource. */
const FORGOTTEN = 'resource_missing';
const CARD = 0;
const WALLET = 1;

const event = z.object({
  id: z.string().max(255),
  livemode: z.boolean(),
  /** Set for events of connected accounts, which we do not use. */
  account: z.string().optional(),
  data: z.object({
    object: z.object({ id: z.string().max(255), object: z.string(), payment_intent: z.string().nullish() }),
  }),
});

const STATES: Readonly<Record<string, PaymentState>> = {
  requires_payment_method: 'created',
  requires_confirmation: 'created',
  requires_action: 'requires_action',
  requires_capture: 'approved',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

/** Payments by Stripe: payment intents that the payer's browser confirms, and stored cards. */
export function createStripeProvider(options: {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
  clock: Clock;
}): PaymentProvider {
  const { clock } = options;
  const isLive = options.secretKey.split('_')[1] === 'live';
  const stripe = connect(options);

  return {
    name: 'stripe',
    create: (request) =>
      createIntent(stripe, request, {
        setup_future_usage: 'off_session',
        automatic_payment_methods: { enabled: true },
      }),

    charge: (request) => chargeSource(stripe, request),

    findCharge: async ({ askedAt, ...request }) => {
      const known = await findStripeIntent(stripe, request, askedAt);
      return known && toPayment(known, request.payer.ref);
    },

    retrieve: async (ref) => {
      const expand = ['latest_charge', 'payment_method'];
      const intent = await stripe.paymentIntents.retrieve(ref, { expand }).catch((error: unknown) => {
        throw isCode(error, FORGOTTEN) ? new PaymentUnknownError(FORGOTTEN, { cause: error }) : error;
      });
      return toReport(intent);
    },

    cancel: async (ref) => {
      try {
        await stripe.paymentIntents.cancel(ref);
      } catch (error) {
        // A paid or cancelled payment cannot be cancelled; the next `retrieve` returns its state.
        if (!isCode(error, 'payment_intent_unexpected_state') && !isCode(error, FORGOTTEN)) {
          throw error;
        }
      }
    },

    refund: (request) => refundPayment(stripe, request),

    ...createSources(stripe),

    verifyWebhook: async (raw, headers) => {
      const header = headers['stripe-signature'];
      verifyWebhookSignature({
        secrets: [options.webhookSecret],
        raw,
        header: Array.isArray(header) ? header[0] : header,
        nowMs: clock.now().getTime(),
      });
      return parseWebhook(raw, isLive);
    },
  };
}

/** Creates a payment, and the payer with the first one. */
async function createIntent(
  stripe: Stripe,
  request: PaymentRequest,
  more: Omit<Stripe.PaymentIntentCreateParams, 'amount' | 'currency'>,
): Promise<Payment> {
  const payerRef = request.payer.ref ?? (await createPayer(stripe, request.payer));
  const intent = await stripe.paymentIntents.create(
    {
      amount: request.amount,
      currency: request.currency.toLowerCase(),
      customer: payerRef,
      metadata: { order: request.orderId, account: request.payer.accountId },
      ...more,
    },
    { idempotencyKey: `order-${request.orderId}` },
  );
  return toPayment(intent, payerRef);
}

async function chargeSource(
  stripe: Stripe,
  { sourceRef, askedAt, ...request }: ChargeRequest,
): Promise<Payment> {
  const known = askedAt === null ? null : await findStripeIntent(stripe, request, askedAt);
  if (known !== null) {
    return toPayment(known, request.payer.ref);
  }
  try {
    const more = { payment_method: sourceRef, off_session: true, confirm: true };
    return await createIntent(stripe, request, more);
  } catch (error) {
    const intent = error instanceof Stripe.errors.StripeError ? error.payment_intent : undefined;
    if (intent) {
      // Declined: the payment exists with its error.
      return toPayment(intent, request.payer.ref);
    }
    throw refusalOf(error);
  }
}

async function refundPayment(
  stripe: Stripe,
  { refundId, paymentRef, amount, askedAt }: RefundRequest,
): Promise<string> {
  try {
    const known = askedAt === null ? null : await findStripeRefund(stripe, refundId, paymentRef);
    const refund =
      known ??
      (await stripe.refunds.create(
        { payment_intent: paymentRef, amount, metadata: { refund: refundId } },
        { idempotencyKey: `refund-${refundId}` },
      ));
    if (refund.status === 'failed' || refund.status === 'canceled') {
      throw new PaymentRefusedError(refund.failure_reason ?? refund.status);
    }
    return refund.id;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Payment methods that are stored for later charges. */
function createSources(stripe: Stripe): Pick<PaymentProvider, 'setUp' | 'retrieveSetup' | 'detach'> {
  return {
    setUp: async ({ setupId, payer }) => {
      const payerRef = payer.ref ?? (await createPayer(stripe, payer));
      const intent = await stripe.setupIntents.create(
        {
          customer: payerRef,
          usage: 'off_session',
          // A card is added in a dialog, so payment methods with a redirect are not offered.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { setup: setupId, account: payer.accountId },
        },
        { idempotencyKey: `setup-${setupId}` },
      );
      return toPayment(intent, payerRef);
    },

    retrieveSetup: async (ref) => {
      const intent = await stripe.setupIntents.retrieve(ref, { expand: ['payment_method'] });
      const source = intent.status === 'succeeded' ? toSource(intent.payment_method) : null;
      if (intent.status === 'canceled') {
        return { state: 'failed', source: null };
      }
      return source ? { state: 'done', source } : { state: 'open', source: null };
    },

    detach: async (sourceRef) => {
      try {
        await stripe.paymentMethods.detach(sourceRef);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) {
          throw error;
        }
      }
    },
  };
}

function connect({ secretKey, apiUrl }: { secretKey: string; apiUrl: string }): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    timeout: TIMEOUT_MS,
    // The queue retries jobs, and users retry their requests; both with the same key.
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Diorama' },
  });
}

async function createPayer(stripe: Stripe, { accountId }: Payer): Promise<string> {
  const customer = await stripe.customers.create(
    { metadata: { account: accountId } },
    { idempotencyKey: `account-${accountId}` },
  );
  return customer.id;
}

function toPayment(intent: { id: string; client_secret: string | null }, payerRef: string | null): Payment {
  return { ref: intent.id, clientToken: intent.client_secret ?? '', payerRef };
}

function toReport(intent: Stripe.PaymentIntent): PaymentReport {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const refunded = charge?.amount_refunded ?? 0;
  const hasFailed = intent.status === 'requires_payment_method' && intent.last_payment_error;
  const isRefunded = intent.status === 'succeeded' && refunded > 0 && refunded === intent.amount_received;
  const known = hasFailed ? 'failed' : (STATES[intent.status] ?? 'processing');
  const isTaken = intent.status === 'succeeded';
  return {
    state: isRefunded ? 'refunded' : known,
    amount: isTaken ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    refunded,
    transactionId: charge?.id ?? intent.id,
    source: isTaken && intent.setup_future_usage ? toSource(intent.payment_method) : null,
    errorCode: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
  };
}

/** A card with the details its owner recognises, or another payment method by its name. */
function toSource(method: Stripe.PaymentMethod | string | null): Source | null {
  if (method === null || typeof method === 'string') {
    return null;
  }
  const { card, id, type } = method;
  return card
    ? {
        ref: id,
        type: CARD,
        info: { last4: card.last4, brand: card.brand, expMonth: card.exp_month, expYear: card.exp_year },
      }
    : { ref: id, type: WALLET, info: { customerId: id, name: type } };
}

function parseWebhook(raw: Buffer, isLive: boolean): WebhookEvent {
  const parsed = event.safeParse(parseJson(raw));
  if (!parsed.success) {
    throw new InvalidWebhookError('The notice cannot be read', { cause: parsed.error });
  }
  const { id, livemode, account, data } = parsed.data;
  if (account !== undefined || livemode !== isLive) {
    throw new InvalidWebhookError('The notice is for another account');
  }
  const { object } = data;
  const isIntent = object.object === 'payment_intent' || object.object === 'setup_intent';
  return { eventId: id, ref: isIntent ? object.id : (object.payment_intent ?? null) };
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

/** Converts final Stripe errors to a refusal; other errors are returned unchanged for a retry. */
function refusalOf(error: unknown): unknown {
  const isFinal =
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError;
  return isFinal ? new PaymentRefusedError(error.code ?? error.type, { cause: error }) : error;
}
