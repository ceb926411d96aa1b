import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../runtime/clock.ts';
import { uuidv7 } from '../../runtime/ids.ts';
import { InvalidWebhookError, PaymentRefusedError } from './provider.ts';
import { createStripeProvider } from './stripe.ts';
import { startMockStripe } from './test/mock-stripe.ts';
import { PAYER, STRIPE } from './test/provider-fixtures.ts';
import { signWebhook } from './webhook-signature.ts';

describe('Stripe', () => {
  it('sends the order, payer, amount, lower-case currency and an idempotency key', async () => {
    const mock = await startMockStripe(STRIPE.secretKey);
    const provider = createStripeProvider({ ...STRIPE, apiUrl: mock.url, clock: fakeClock(new Date()) });
    const orderId = uuidv7();
    await provider.create({ orderId, amount: 48_000, currency: 'USD', payer: PAYER });
    expect(mock.calls.map(({ path }) => path)).toEqual(['/v1/customers', '/v1/payment_intents']);
    const [customer, intent] = mock.calls;
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
    await mock.close();
  });

  it('saves a card for off-session use without redirects', async () => {
    const mock = await startMockStripe(STRIPE.secretKey);
    const provider = createStripeProvider({ ...STRIPE, apiUrl: mock.url, clock: fakeClock(new Date()) });
    const setupId = uuidv7();
    await provider.setUp({ setupId, payer: { ...PAYER, ref: 'cus_9' } });
    const setup = mock.calls.find(({ path }) => path === '/v1/setup_intents');
    expect(setup?.headers['idempotency-key']).toBe(`setup-${setupId}`);
    expect(Object.fromEntries(new URLSearchParams(setup?.body))).toEqual({
      customer: 'cus_9',
      usage: 'off_session',
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
      'metadata[setup]': setupId,
      'metadata[account]': PAYER.accountId,
    });
    await mock.close();
  });

  it('reports the error code of a card declined off-session', async () => {
    const mock = await startMockStripe(STRIPE.secretKey);
    const provider = createStripeProvider({ ...STRIPE, apiUrl: mock.url, clock: fakeClock(new Date()) });
    const { ref } = await provider.charge({
      orderId: uuidv7(),
      amount: 5_000,
      currency: 'USD',
      payer: { ...PAYER, ref: 'cus_9' },
      sourceRef: 'pm_declined',
      askedAt: null,
    });
    expect(await provider.retrieve(ref)).toMatchObject({ state: 'failed', errorCode: 'insufficient_funds' });
    await mock.close();
  });

  it('accepts one of two signatures during secret rotation, no webhook of another account or mode', async () => {
    const clock = fakeClock(new Date());
    const provider = createStripeProvider({ ...STRIPE, apiUrl: 'http://127.0.0.1:9', clock });
    const object = { id: 'pi_1', object: 'payment_intent' };
    const send = (body: object, secrets: string[]) => {
      const raw = Buffer.from(JSON.stringify(body));
      return provider.verifyWebhook(raw, {
        'stripe-signature': signWebhook(secrets, raw, clock.now().getTime()),
      });
    };
    const body = { id: 'evt_1', livemode: false, data: { object } };
    expect(await send(body, ['whsec_old', STRIPE.webhookSecret])).toEqual({ eventId: 'evt_1', ref: 'pi_1' });
    await expect(send(body, ['whsec_other'])).rejects.toThrow(InvalidWebhookError);
    const own = [STRIPE.webhookSecret];
    await expect(send({ ...body, account: 'acct_other' }, own)).rejects.toThrow(InvalidWebhookError);
    await expect(send({ ...body, livemode: true }, own)).rejects.toThrow(InvalidWebhookError);
    const charge = { id: 'ch_1', object: 'charge', payment_intent: 'pi_7' };
    expect(await send({ ...body, data: { object: charge } }, own)).toEqual({ eventId: 'evt_1', ref: 'pi_7' });
    expect(await send({ ...body, data: { object: { id: 'cus_1', object: 'customer' } } }, own)).toEqual({
      eventId: 'evt_1',
      ref: null,
    });
  });
});

describe('a Stripe refund that the bank returns', () => {
  it('is reported as refused', async () => {
    const mock = await startMockStripe(STRIPE.secretKey);
    const provider = createStripeProvider({ ...STRIPE, apiUrl: mock.url, clock: fakeClock(new Date()) });
    const request = { orderId: uuidv7(), amount: 5_000, currency: 'USD', payer: PAYER };
    const { ref } = await provider.create(request);
    mock.confirm(ref);
    mock.refundStatus = 'failed';
    const refund = { refundId: uuidv7(), paymentRef: ref, amount: 5_000, currency: 'USD', askedAt: null };
    await expect(provider.refund(refund)).rejects.toThrow(PaymentRefusedError);
    await mock.close();
  });
});
