import { z } from 'zod';
import type { PaymentState } from '../../../domain/order.ts';
import type { Clock } from '../../runtime/clock.ts';
import { createPayPalClient, type PayPalClient } from './paypal-client.ts';
import { findPayPalOrder } from './paypal-lookup.ts';
import { verifyPayPalWebhook } from './paypal-webhook.ts';
import {
  type PaymentProvider,
  PaymentRefusedError,
  type PaymentReport,
  type PaymentRequest,
  type Source,
} from './provider.ts';

const WALLET = 1;
/** PayPal stores idempotency keys of orders for six hours, and lists transactions after three. */
const KEY_MS = 5 * 3_600_000;

const money = z.object({ currency_code: z.string(), value: z.string() });
const capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  status_details: z.object({ reason: z.string() }).optional(),
});
const refund = z.object({
  id: z.string(),
  amount: money,
  status: z.string(),
  custom_id: z.string().optional(),
});
const vaulted = z.object({ id: z.string().optional(), customer: z.object({ id: z.string() }).optional() });
const order = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        amount: money.optional(),
        payments: z
          .object({ captures: z.array(capture).optional(), refunds: z.array(refund).optional() })
          .optional(),
      }),
    )
    .optional(),
  payment_source: z
    .object({
      paypal: z
        .object({
          email_address: z.string().optional(),
          attributes: z.object({ vault: vaulted.optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
});
type PayPalOrder = z.output<typeof order>;

const setupToken = z.object({ id: z.string(), status: z.string() });
const paymentToken = z.object({
  id: z.string(),
  payment_source: z
    .object({ paypal: z.object({ email_address: z.string().optional() }).optional() })
    .optional(),
});

/** Payments by PayPal: orders that the payer approves in PayPal's window, and stored wallets. */
export function createPayPalProvider(options: {
  clientId: string;
  secret: string;
  webhookId: string;
  apiUrl: string;
  clock: Clock;
}): PaymentProvider {
  const { clock } = options;
  const client = createPayPalClient(options);
  const isForgotten = (askedAt: Date) => clock.now().getTime() - askedAt.getTime() > KEY_MS;
  const read = (ref: string) =>
    client.call({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(ref)}` }, order);

  return {
    name: 'paypal',
    create: async (request) => toPayment(await createOrder(client, request, WITH_WINDOW)),

    charge: async ({ sourceRef, askedAt, ...request }) => {
      const isUnknown = askedAt !== null && isForgotten(askedAt);
      const known = isUnknown ? await findPayPalOrder(client, request.orderId, askedAt) : null;
      return toPayment(
        known === null
          ? await createOrder(client, request, { paypal: { vault_id: sourceRef } })
          : { id: known },
      );
    },

    findCharge: async ({ orderId, askedAt }) => {
      if (!isForgotten(askedAt)) {
        throw new Error('PayPal does not say yet what was paid');
      }
      const known = await findPayPalOrder(client, orderId, askedAt);
      return known === null ? null : toPayment({ id: known });
    },

    retrieve: async (ref, { isOver } = { isOver: false }) => {
      const found = await read(ref);
      return toReport(found.status === 'APPROVED' && !isOver ? await takeMoney(client, found) : found);
    },

    // An unapproved order expires by itself, and an approved one is captured only by `retrieve`, so there is
    // nothing to cancel.
    cancel: async () => undefined,

    refund: async ({ refundId, paymentRef, amount, currency }) => {
      const found = await read(paymentRef);
      const known = refundsOf(found).find((refund) => refund.custom_id === refundId && isGiven(refund));
      if (known) {
        return known.id;
      }
      const paid = capturesOf(found).find(({ status }) => status !== 'DECLINED');
      if (!paid) {
        throw new PaymentRefusedError('NOTHING_CAPTURED');
      }
      const made = await client.call(
        {
          method: 'POST',
          path: `/v2/payments/captures/${encodeURIComponent(paid.id)}/refund`,
          body: { amount: { currency_code: currency, value: toValue(amount) }, custom_id: refundId },
          key: `refund-${refundId}`,
        },
        z.object({ id: z.string() }),
      );
      return made.id;
    },

    ...createSources(client),

    verifyWebhook: (raw, headers) => verifyPayPalWebhook({ ...options, client, raw, headers }),
  };
}

/** Wallets that are stored for later charges. */
function createSources(client: PayPalClient): Pick<PaymentProvider, 'setUp' | 'retrieveSetup' | 'detach'> {
  return {
    setUp: async ({ setupId }) => {
      const token = await client.call(
        {
          method: 'POST',
          path: '/v3/vault/setup-tokens',
          body: { payment_source: { paypal: { usage_type: 'MERCHANT', experience_context: CONTEXT } } },
          key: `setup-${setupId}`,
        },
        setupToken,
      );
      return { ref: token.id, clientToken: token.id, payerRef: null };
    },

    retrieveSetup: async (ref) => {
      const path = `/v3/vault/setup-tokens/${encodeURIComponent(ref)}`;
      const { status } = await client.call({ method: 'GET', path }, setupToken);
      if (status !== 'APPROVED' && status !== 'VAULTED') {
        return { state: 'open', source: null };
      }
      const body = { payment_source: { token: { id: ref, type: 'SETUP_TOKEN' } } };
      const kept = await client.call(
        { method: 'POST', path: '/v3/vault/payment-tokens', body, key: `keep-${ref}` },
        paymentToken,
      );
      return { state: 'done', source: toSource(kept.id, kept.payment_source?.paypal?.email_address) };
    },

    detach: async (sourceRef) => {
      const path = `/v3/vault/payment-tokens/${encodeURIComponent(sourceRef)}`;
      await client.call({ method: 'DELETE', path }, z.object({})).catch((error: unknown) => {
        if (!(error instanceof PaymentRefusedError)) {
          throw error;
        }
      });
    },
  };
}

const CONTEXT = { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' };
const WITH_WINDOW = {
  paypal: {
    experience_context: CONTEXT,
    attributes: { vault: { store_in_vault: 'ON_SUCCESS', usage_type: 'MERCHANT' } },
  },
};

function createOrder(
  client: PayPalClient,
  request: PaymentRequest,
  source: Record<string, unknown>,
): Promise<PayPalOrder> {
  const body = {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: request.orderId,
        custom_id: request.orderId,
        amount: { currency_code: request.currency, value: toValue(request.amount) },
      },
    ],
    payment_source: source,
  };
  const key = `order-${request.orderId}`;
  return client.call({ method: 'POST', path: '/v2/checkout/orders', body, key }, order);
}

/** Captures an approved payment; a declined one is open for another attempt, and has an error code. */
async function takeMoney(client: PayPalClient, approved: PayPalOrder): Promise<PayPalOrder> {
  try {
    return await client.call(
      {
        method: 'POST',
        path: `/v2/checkout/orders/${encodeURIComponent(approved.id)}/capture`,
        body: {},
        key: `capture-${approved.id}`,
      },
      order,
    );
  } catch (error) {
    if (error instanceof PaymentRefusedError) {
      return { ...approved, status: 'DECLINED' };
    }
    throw error;
  }
}

const STATES: Record<string, PaymentState> = {
  CREATED: 'created',
  SAVED: 'created',
  PAYER_ACTION_REQUIRED: 'requires_action',
  APPROVED: 'approved',
  VOIDED: 'cancelled',
  DECLINED: 'failed',
};
const CAPTURE_STATES: Record<string, PaymentState> = {
  COMPLETED: 'succeeded',
  PARTIALLY_REFUNDED: 'succeeded',
  REFUNDED: 'refunded',
  PENDING: 'processing',
  DECLINED: 'failed',
  FAILED: 'failed',
};

function capturesOf(found: PayPalOrder) {
  return (found.purchase_units ?? []).flatMap((unit) => unit.payments?.captures ?? []);
}

function refundsOf(found: PayPalOrder) {
  return (found.purchase_units ?? []).flatMap((unit) => unit.payments?.refunds ?? []);
}

function isGiven({ status }: z.output<typeof refund>): boolean {
  return status !== 'FAILED' && status !== 'CANCELLED';
}

function toPayment(made: Pick<PayPalOrder, 'id'>) {
  return { ref: made.id, clientToken: made.id, payerRef: null };
}

function toReport(found: PayPalOrder): PaymentReport {
  const taken = capturesOf(found).at(-1);
  const amount = taken?.amount ?? found.purchase_units?.[0]?.amount;
  const wallet = found.payment_source?.paypal;
  const vaultId = wallet?.attributes?.vault?.id;
  return {
    state: (taken ? CAPTURE_STATES[taken.status] : STATES[found.status]) ?? 'processing',
    amount: amount ? toCents(amount.value) : 0,
    currency: amount?.currency_code ?? '',
    refunded: refundsOf(found)
      .filter(isGiven)
      .reduce((sum, { amount: given }) => sum + toCents(given.value), 0),
    transactionId: taken?.id ?? null,
    source: vaultId === undefined ? null : toSource(vaultId, wallet?.email_address),
    errorCode: taken?.status_details?.reason ?? null,
  };
}

function toSource(id: string, name: string | undefined): Source {
  return { ref: id, type: WALLET, info: { customerId: id, name: name ?? 'PayPal' } };
}

/** Formats cents for PayPal: `48000` → `480.00`. */
function toValue(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

function toCents(value: string): number {
  return Math.round(Number(value) * 100);
}
