import type { Knex } from '../../../db/knex.ts';
import { type FakeClock, fakeClock } from '../../../runtime/clock.ts';
import { confirmSandboxPayment } from '../../sandbox-payments.ts';
import { createPayPalProvider } from '../paypal.ts';
import type { PaymentProvider } from '../provider.ts';
import { createSandboxProvider } from '../sandbox.ts';
import { createStripeProvider } from '../stripe.ts';
import { signWebhook } from '../webhook-signature.ts';
import { GOOD_SIGNATURE, startMockPayPal } from './mock-paypal.ts';
import type { MockProvider } from './mock-provider.ts';
import { startMockStripe } from './mock-stripe.ts';

/** Keys that the stubs accept. */
export const STRIPE = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
export const PAYPAL = { clientId: 'client', secret: 'secret', webhookId: 'hook' };
/** A workspace without a customer at any provider. */
export const PAYER = { accountId: '01900000-0000-7000-8000-00000000aaaa', ref: null };

/** A provider with its surroundings: its payer, its records and its webhooks. */
export type ProviderFixture = {
  provider: PaymentProvider;
  clock: FakeClock;
  /** Null where there is no network in between. */
  mock: MockProvider | null;
  pay(ref: string, clientToken: string): Promise<unknown>;
  notice(eventId: string, ref: string): { raw: Buffer; headers: Record<string, string> };
  close(): Promise<void>;
};

/** Every provider by name; the sandbox uses the given database. */
export const PROVIDER_FIXTURES = {
  sandbox: async (db: Knex): Promise<ProviderFixture> => {
    const clock = fakeClock(new Date());
    const provider = createSandboxProvider({ db, secretKeys: ['x'.repeat(32)], clock });
    const source = { type: 0, last4: '4242', brand: 'visa', expMonth: 12, expYear: 2040 } as const;
    return {
      provider,
      clock,
      mock: null,
      pay: (_ref, token) => confirmSandboxPayment(db, token, { state: 'succeeded', errorCode: null, source }),
      notice: (eventId, ref) => provider.writeWebhook(eventId, ref),
      close: async () => undefined,
    };
  },
  stripe: async (): Promise<ProviderFixture> => {
    const clock = fakeClock(new Date());
    const mock = await startMockStripe(STRIPE.secretKey);
    return {
      provider: createStripeProvider({ ...STRIPE, apiUrl: mock.url, clock }),
      clock,
      mock,
      pay: async (ref) => mock.confirm(ref),
      notice: (eventId, ref) => {
        const object = { id: ref, object: 'payment_intent' };
        const raw = Buffer.from(JSON.stringify({ id: eventId, livemode: false, data: { object } }));
        const signature = signWebhook([STRIPE.webhookSecret], raw, clock.now().getTime());
        return { raw, headers: { 'stripe-signature': signature } };
      },
      close: () => mock.close(),
    };
  },
  paypal: async (): Promise<ProviderFixture> => {
    const clock = fakeClock(new Date());
    const mock = await startMockPayPal(PAYPAL);
    return {
      provider: createPayPalProvider({ ...PAYPAL, apiUrl: mock.url, clock }),
      clock,
      mock,
      pay: async (ref) => mock.approve(ref),
      notice: (eventId, ref) => {
        const resource = { id: ref };
        const raw = Buffer.from(
          JSON.stringify({ id: eventId, event_type: 'CHECKOUT.ORDER.APPROVED', resource }),
        );
        return {
          raw,
          headers: {
            'paypal-auth-algo': 'SHA256withRSA',
            'paypal-cert-url': 'https://api.paypal.com/cert',
            'paypal-transmission-id': eventId,
            'paypal-transmission-sig': GOOD_SIGNATURE,
            'paypal-transmission-time': clock.now().toISOString(),
          },
        };
      },
      close: () => mock.close(),
    };
  },
};
