import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../clock.ts';
import { createDb, type Knex } from '../db/knex.ts';
import { confirmSandboxPayment } from '../db/sandbox-payments.ts';
import { uuidv7 } from '../ids.ts';
import { signNotice } from './notice-signature.ts';
import { createPayPalProvider } from './paypal.ts';
import {
  InvalidNoticeError,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentUnknownError,
} from './provider.ts';
import { createSandboxProvider } from './sandbox.ts';
import { createStripeProvider } from './stripe.ts';
import { GOOD_SIGNATURE, startPayPalStandIn, UNREADABLE_SIGNATURE } from './test/paypal-stand-in.ts';
import type { StandIn } from './test/stand-in.ts';
import { startStripeStandIn } from './test/stripe-stand-in.ts';

const STRIPE = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
const PAYPAL = { clientId: 'client', secret: 'secret', webhookId: 'hook' };
const PAYER = { accountId: '01900000-0000-7000-8000-00000000aaaa', ref: null };

/** A provider and the outside world around it: its payer, its books and its post. */
type Rig = {
  provider: PaymentProvider;
  clock: FakeClock;
  /** Null where there is no network in between. */
  standIn: StandIn | null;
  pay(ref: string, clientToken: string): Promise<unknown>;
  notice(eventId: string, ref: string): { raw: Buffer; headers: Record<string, string> };
  close(): Promise<void>;
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(database.url, { name: 'providers-test' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const RIGS: Record<string, () => Promise<Rig>> = {
  sandbox: async () => {
    const clock = fakeClock(new Date());
    const provider = createSandboxProvider({ db, secretKeys: ['x'.repeat(32)], clock });
    const source = { type: 0, last4: '4242', brand: 'visa', expMonth: 12, expYear: 2040 } as const;
    return {
      provider,
      clock,
      standIn: null,
      pay: (_ref, token) => confirmSandboxPayment(db, token, { state: 'succeeded', errorCode: null, source }),
      notice: (eventId, ref) => provider.writeNotice(eventId, ref),
      close: async () => undefined,
    };
  },
  stripe: async () => {
    const clock = fakeClock(new Date());
    const standIn = await startStripeStandIn(STRIPE.secretKey);
    return {
      provider: createStripeProvider({ ...STRIPE, apiUrl: standIn.url, clock }),
      clock,
      standIn,
      pay: async (ref) => standIn.confirm(ref),
      notice: (eventId, ref) => {
        const object = { id: ref, object: 'payment_intent' };
        const raw = Buffer.from(JSON.stringify({ id: eventId, livemode: false, data: { object } }));
        const signature = signNotice([STRIPE.webhookSecret], raw, clock.now().getTime());
        return { raw, headers: { 'stripe-signature': signature } };
      },
      close: () => standIn.close(),
    };
  },
  paypal: async () => {
    const clock = fakeClock(new Date());
    const standIn = await startPayPalStandIn(PAYPAL);
    return {
      provider: createPayPalProvider({ ...PAYPAL, apiUrl: standIn.url, clock }),
      clock,
      standIn,
      pay: async (ref) => standIn.approve(ref),
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
      close: () => standIn.close(),
    };
  },
};

describe.each(Object.keys(RIGS))('payments by %s', (name) => {
  let rig: Rig;
  beforeAll(async () => {
    const start = RIGS[name];
    if (!start) {
      throw new Error(`No rig is called ${name}`);
    }
    rig = await start();
  });
  afterAll(() => rig.close());

  const open = async (orderId: string = uuidv7(), amount = 5_000) => {
    const payment = await rig.provider.create({ orderId, amount, currency: 'USD', payer: PAYER });
    return { orderId, ...payment };
  };

  it('open one payment however often an order asks, and take its money once its payer agrees', async () => {
    const orderId = uuidv7();
    const [first, ...more] = [await open(orderId), await open(orderId), await open(orderId)];
    expect(more.map(({ ref }) => ref)).toEqual([first.ref, first.ref]);
    expect(first.clientToken).not.toBe('');
    expect(await rig.provider.retrieve(first.ref)).toMatchObject({ state: 'created', refunded: 0 });
    await rig.pay(first.ref, first.clientToken);
    const expected = { state: 'succeeded', amount: 5_000, currency: 'USD', refunded: 0 };
    expect(await rig.provider.retrieve(first.ref)).toMatchObject(expected);
    expect(await rig.provider.retrieve(first.ref)).toMatchObject(expected);
  });

  it('keep what they were paid with, charge it once for an order, and forget it', async () => {
    const payment = await open();
    await rig.pay(payment.ref, payment.clientToken);
    const { source } = await rig.provider.retrieve(payment.ref);
    expect(source?.ref).toBeTruthy();
    const request = {
      orderId: uuidv7(),
      amount: 1_500,
      currency: 'USD',
      payer: PAYER,
      sourceRef: source?.ref ?? '',
      askedAt: null,
    };
    const [first, second] = [await rig.provider.charge(request), await rig.provider.charge(request)];
    expect(second.ref).toBe(first.ref);
    expect(await rig.provider.retrieve(first.ref)).toMatchObject({ state: 'succeeded', amount: 1_500 });
    await rig.provider.detach(source?.ref ?? '');
    await rig.provider.detach(source?.ref ?? '');
  });

  it('give money back once for a refund, in parts, and never more than was taken', async () => {
    const payment = await open();
    await rig.pay(payment.ref, payment.clientToken);
    await rig.provider.retrieve(payment.ref);
    const refund = {
      refundId: uuidv7(),
      paymentRef: payment.ref,
      amount: 2_000,
      currency: 'USD',
      askedAt: null,
    };
    const ids = [await rig.provider.refund(refund), await rig.provider.refund(refund)];
    expect(ids[1]).toBe(ids[0]);
    expect(await rig.provider.retrieve(payment.ref)).toMatchObject({ state: 'succeeded', refunded: 2_000 });
    const tooMuch = { ...refund, refundId: uuidv7(), amount: 5_001 };
    await expect(rig.provider.refund(tooMuch)).rejects.toThrow(PaymentRefusedError);
  });

  it('charge and give back once although the keys of the first calls are forgotten by now', async () => {
    const payment = await open();
    await rig.pay(payment.ref, payment.clientToken);
    const { source } = await rig.provider.retrieve(payment.ref);
    const askedAt = rig.clock.now();
    const payer = { ...PAYER, ref: payment.payerRef };
    const charge = { orderId: uuidv7(), amount: 1_500, currency: 'USD', payer, sourceRef: source?.ref ?? '' };
    const first = await rig.provider.charge({ ...charge, askedAt: null });
    const refund = { refundId: uuidv7(), paymentRef: first.ref, amount: 700, currency: 'USD' };
    const given = await rig.provider.refund({ ...refund, askedAt: null });
    rig.standIn?.forgetKeys();
    rig.clock.advance(30 * 3_600_000);
    const later = { orderId: uuidv7(), refundId: uuidv7() };
    expect((await rig.provider.charge({ ...charge, askedAt })).ref).toBe(first.ref);
    expect(await rig.provider.refund({ ...refund, askedAt })).toBe(given);
    expect(await rig.provider.retrieve(first.ref)).toMatchObject({ state: 'succeeded', refunded: 700 });
    // What was asked for and never arrived is done now.
    const second = await rig.provider.charge({ ...charge, orderId: later.orderId, askedAt });
    expect(second.ref).not.toBe(first.ref);
    expect(await rig.provider.refund({ ...refund, refundId: later.refundId, askedAt })).not.toBe(given);
    rig.clock.advance(-30 * 3_600_000);
  });

  it('find what was charged for an order, or that nothing was, once its card is gone', async () => {
    const payment = await open();
    await rig.pay(payment.ref, payment.clientToken);
    const { source } = await rig.provider.retrieve(payment.ref);
    const request = { amount: 1_500, currency: 'USD', payer: { ...PAYER, ref: payment.payerRef } };
    const [orderId, askedAt] = [uuidv7(), rig.clock.now()];
    const sourceRef = source?.ref ?? '';
    const made = await rig.provider.charge({ ...request, orderId, sourceRef, askedAt: null });
    await rig.provider.detach(sourceRef);
    if (name === 'paypal') {
      // What was paid is listed after hours; until then it is not said that nothing was.
      await expect(rig.provider.findCharge({ ...request, orderId, askedAt })).rejects.toThrow('not say yet');
    }
    rig.clock.advance(30 * 3_600_000);
    expect((await rig.provider.findCharge({ ...request, orderId, askedAt }))?.ref).toBe(made.ref);
    expect(await rig.provider.findCharge({ ...request, orderId: uuidv7(), askedAt })).toBeNull();
    rig.clock.advance(-30 * 3_600_000);
  });

  it('say of a payment that they do not know just that, and have nothing to end', async () => {
    if (rig.standIn === null) {
      return;
    }
    await rig.provider.cancel('forgotten');
    await expect(rig.provider.retrieve('forgotten', { isOver: true })).rejects.toThrow(PaymentUnknownError);
    const { ref } = await open();
    rig.standIn.refuses = '/';
    const refused = await rig.provider.retrieve(ref).catch((error: unknown) => error);
    rig.standIn.refuses = null;
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toBeInstanceOf(PaymentUnknownError);
  });

  it('say when everything was given back', async () => {
    const payment = await open();
    await rig.pay(payment.ref, payment.clientToken);
    await rig.provider.retrieve(payment.ref);
    await rig.provider.refund({
      refundId: uuidv7(),
      paymentRef: payment.ref,
      amount: 5_000,
      currency: 'USD',
      askedAt: null,
    });
    expect(await rig.provider.retrieve(payment.ref)).toMatchObject({ state: 'refunded', refunded: 5_000 });
  });

  it('take nothing of an order that is over, and leave one alone that was paid', async () => {
    const over = await open();
    await rig.provider.cancel(over.ref);
    await rig.pay(over.ref, over.clientToken);
    expect((await rig.provider.retrieve(over.ref, { isOver: true })).state).not.toBe('succeeded');
    const paid = await open();
    await rig.pay(paid.ref, paid.clientToken);
    await rig.provider.retrieve(paid.ref);
    await rig.provider.cancel(paid.ref);
    expect(await rig.provider.retrieve(paid.ref)).toMatchObject({ state: 'succeeded' });
  });

  it('add a source without a payment', async () => {
    const setupId = uuidv7();
    const setup = await rig.provider.setUp({ setupId, payer: PAYER });
    expect((await rig.provider.setUp({ setupId, payer: PAYER })).ref).toBe(setup.ref);
    expect(await rig.provider.retrieveSetup(setup.ref)).toEqual({ state: 'open', source: null });
    await rig.pay(setup.ref, setup.clientToken);
    const done = await rig.provider.retrieveSetup(setup.ref);
    expect([done.state, typeof done.source?.ref]).toEqual(['done', 'string']);
  });

  it('hear of their own notices, of now, as they came, and of no others', async () => {
    const { raw, headers } = rig.notice('evt_1', 'ref_1');
    expect(await rig.provider.readNotice(raw, headers)).toEqual({ eventId: 'evt_1', ref: 'ref_1' });
    await expect(rig.provider.readNotice(raw, {})).rejects.toThrow(InvalidNoticeError);
    for (const skew of [-302_000, 302_000]) {
      rig.clock.advance(skew);
      await expect(rig.provider.readNotice(raw, headers)).rejects.toThrow(InvalidNoticeError);
      rig.clock.advance(-skew);
    }
    const garbled = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value.replace(/good|v1=./, 'bad')]),
    );
    await expect(rig.provider.readNotice(raw, garbled)).rejects.toThrow(InvalidNoticeError);
  });

  it('charge once although the answer was lost, and throw nothing away while they are out of reach', async () => {
    if (rig.standIn === null) {
      return;
    }
    const orderId = uuidv7();
    rig.standIn.mood = 'losing';
    await expect(open(orderId)).rejects.toThrow();
    rig.standIn.mood = 'failing';
    const failed = await open(orderId).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).not.toBeInstanceOf(PaymentRefusedError);
    rig.standIn.mood = 'well';
    const [first, second] = [await open(orderId), await open(orderId)];
    expect(second.ref).toBe(first.ref);
  });
});

describe('Stripe', () => {
  it('sends the order, the payer, the money in small letters and a key, and follows no redirect of retries', async () => {
    const standIn = await startStripeStandIn(STRIPE.secretKey);
    const provider = createStripeProvider({ ...STRIPE, apiUrl: standIn.url, clock: fakeClock(new Date()) });
    const orderId = uuidv7();
    await provider.create({ orderId, amount: 48_000, currency: 'USD', payer: PAYER });
    expect(standIn.calls.map(({ path }) => path)).toEqual(['/v1/customers', '/v1/payment_intents']);
    const [customer, intent] = standIn.calls;
    expect(customer?.headers['idempotency-key']).toBe(`account-${PAYER.accountId}`);
    expect(intent?.headers['idempotency-key']).toBe(`order-${orderId}`);
    expect(Object.fromEntries(new URLSearchParams(intent?.body))).toEqual({
      amount: '48000',
      currency: 'usd',
      customer: 'cus_1',
      'metadata[order]': orderId,
      'metadata[account]': PAYER.accountId,
      setup_future_usage: 'off_session',
      'automatic_payment_methods[enabled]': 'true',
    });
    await standIn.close();
  });

  it('says of a card that is declined while its owner is away why', async () => {
    const standIn = await startStripeStandIn(STRIPE.secretKey);
    const provider = createStripeProvider({ ...STRIPE, apiUrl: standIn.url, clock: fakeClock(new Date()) });
    const { ref } = await provider.charge({
      orderId: uuidv7(),
      amount: 5_000,
      currency: 'USD',
      payer: { ...PAYER, ref: 'cus_9' },
      sourceRef: 'pm_declined',
      askedAt: null,
    });
    expect(await provider.retrieve(ref)).toMatchObject({ state: 'failed', errorCode: 'insufficient_funds' });
    await standIn.close();
  });

  it('takes one of two signatures while a secret is being changed, and no notice of another account or mode', async () => {
    const clock = fakeClock(new Date());
    const provider = createStripeProvider({ ...STRIPE, apiUrl: 'http://127.0.0.1:9', clock });
    const object = { id: 'pi_1', object: 'payment_intent' };
    const send = (body: object, secrets: string[]) => {
      const raw = Buffer.from(JSON.stringify(body));
      return provider.readNotice(raw, {
        'stripe-signature': signNotice(secrets, raw, clock.now().getTime()),
      });
    };
    const body = { id: 'evt_1', livemode: false, data: { object } };
    expect(await send(body, ['whsec_old', STRIPE.webhookSecret])).toEqual({ eventId: 'evt_1', ref: 'pi_1' });
    await expect(send(body, ['whsec_other'])).rejects.toThrow(InvalidNoticeError);
    const own = [STRIPE.webhookSecret];
    await expect(send({ ...body, account: 'acct_other' }, own)).rejects.toThrow(InvalidNoticeError);
    await expect(send({ ...body, livemode: true }, own)).rejects.toThrow(InvalidNoticeError);
    const charge = { id: 'ch_1', object: 'charge', payment_intent: 'pi_7' };
    expect(await send({ ...body, data: { object: charge } }, own)).toEqual({ eventId: 'evt_1', ref: 'pi_7' });
    expect(await send({ ...body, data: { object: { id: 'cus_1', object: 'customer' } } }, own)).toEqual({
      eventId: 'evt_1',
      ref: null,
    });
  });
});

describe('Stripe, of a refund that its bank sends back,', () => {
  it('says that it was refused', async () => {
    const standIn = await startStripeStandIn(STRIPE.secretKey);
    const provider = createStripeProvider({ ...STRIPE, apiUrl: standIn.url, clock: fakeClock(new Date()) });
    const request = { orderId: uuidv7(), amount: 5_000, currency: 'USD', payer: PAYER };
    const { ref } = await provider.create(request);
    standIn.confirm(ref);
    standIn.refundStatus = 'failed';
    const refund = { refundId: uuidv7(), paymentRef: ref, amount: 5_000, currency: 'USD', askedAt: null };
    await expect(provider.refund(refund)).rejects.toThrow(PaymentRefusedError);
    await standIn.close();
  });
});

describe('PayPal', () => {
  const signedNow = (clock: FakeClock, signature = GOOD_SIGNATURE) => ({
    'paypal-auth-algo': 'a',
    'paypal-cert-url': 'b',
    'paypal-transmission-id': 'c',
    'paypal-transmission-sig': signature,
    'paypal-transmission-time': clock.now().toISOString(),
  });

  it('sends a notice back byte for byte to be checked', async () => {
    const standIn = await startPayPalStandIn(PAYPAL);
    const clock = fakeClock(new Date());
    const provider = createPayPalProvider({ ...PAYPAL, apiUrl: standIn.url, clock });
    const raw = Buffer.from(
      '{ "id":"WH-1",  "event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"O1"} }',
    );
    await provider.readNotice(raw, signedNow(clock));
    const sent = standIn.calls.find(({ path }) => path.endsWith('verify-webhook-signature'));
    expect(sent?.body).toContain(`"webhook_event":${raw.toString()}`);
    await standIn.close();
  });

  it('believes no notice that PayPal cannot even read, and says so of none while PayPal is away', async () => {
    const standIn = await startPayPalStandIn(PAYPAL);
    const clock = fakeClock(new Date());
    const provider = createPayPalProvider({ ...PAYPAL, apiUrl: standIn.url, clock });
    const raw = Buffer.from('{"id":"WH-2","event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"O1"}}');
    const forged = provider.readNotice(raw, signedNow(clock, UNREADABLE_SIGNATURE));
    await expect(forged).rejects.toThrow(InvalidNoticeError);
    standIn.mood = 'failing';
    const away = await provider.readNotice(raw, signedNow(clock)).catch((error: unknown) => error);
    expect(away).toBeInstanceOf(Error);
    expect(away).not.toBeInstanceOf(InvalidNoticeError);
    await standIn.close();
  });

  it.each([
    ['https://api.paypal.com/v2/payments/captures/CAP7', 'CAP7'],
    ['https://api.paypal.com/v2/checkout/orders/ORDER7', 'ORDER7'],
    ['https://api.paypal.com/v1/billing/agreements/I-7', null],
  ])('finds what was given back on its own pages by %s', async (href, ref) => {
    const standIn = await startPayPalStandIn(PAYPAL);
    const clock = fakeClock(new Date());
    const provider = createPayPalProvider({ ...PAYPAL, apiUrl: standIn.url, clock });
    const links = [
      { href: 'https://api.paypal.com/v2/payments/refunds/REF7', rel: 'self' },
      { href, rel: 'up' },
    ];
    const resource = { id: 'REF7', links };
    const raw = Buffer.from(JSON.stringify({ id: 'WH-3', event_type: 'PAYMENT.CAPTURE.REFUNDED', resource }));
    expect(await provider.readNotice(raw, signedNow(clock))).toEqual({ eventId: 'WH-3', ref });
    await standIn.close();
  });

  it.each(['/v1/reporting/transactions', '/v2/payments/captures/'])(
    'does not say that nothing was taken where it may not look: %s',
    async (path) => {
      const standIn = await startPayPalStandIn(PAYPAL);
      const clock = fakeClock(new Date());
      const provider = createPayPalProvider({ ...PAYPAL, apiUrl: standIn.url, clock });
      const charge = { orderId: uuidv7(), amount: 1_500, currency: 'USD', payer: PAYER, sourceRef: 'vault' };
      const askedAt = clock.now();
      await provider.charge({ ...charge, askedAt: null });
      clock.advance(30 * 3_600_000);
      standIn.refuses = path;
      const asked = [provider.charge({ ...charge, askedAt }), provider.findCharge({ ...charge, askedAt })];
      for (const outcome of await Promise.allSettled(asked)) {
        expect(outcome).toMatchObject({ reason: { message: expect.stringContaining('look up') } });
        expect(outcome).not.toMatchObject({ reason: expect.any(PaymentRefusedError) });
      }
      await standIn.close();
    },
  );

  it('asks for one token for many calls', async () => {
    const standIn = await startPayPalStandIn(PAYPAL);
    const provider = createPayPalProvider({ ...PAYPAL, apiUrl: standIn.url, clock: fakeClock(new Date()) });
    const request = { amount: 48_050, currency: 'USD', payer: PAYER };
    await provider.create({ ...request, orderId: uuidv7() });
    await provider.create({ ...request, orderId: uuidv7() });
    expect(standIn.calls.filter(({ path }) => path === '/v1/oauth2/token')).toHaveLength(1);
    const made = standIn.calls.find(({ path }) => path === '/v2/checkout/orders');
    expect(JSON.parse(made?.body ?? '{}').purchase_units[0].amount).toEqual({
      currency_code: 'USD',
      value: '480.50',
    });
    await standIn.close();
  });
});
