import { describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../runtime/clock.ts';
import { uuidv7 } from '../../runtime/ids.ts';
import { createPayPalProvider } from './paypal.ts';
import { InvalidWebhookError, PaymentRefusedError } from './provider.ts';
import { GOOD_SIGNATURE, startMockPayPal, UNREADABLE_SIGNATURE } from './test/mock-paypal.ts';
import { PAYER, PAYPAL } from './test/provider-fixtures.ts';

describe('PayPal', () => {
  const signedNow = (clock: FakeClock, signature = GOOD_SIGNATURE) => ({
    'paypal-auth-algo': 'a',
    'paypal-cert-url': 'b',
    'paypal-transmission-id': 'c',
    'paypal-transmission-sig': signature,
    'paypal-transmission-time': clock.now().toISOString(),
  });

  it('sends a webhook back byte for byte for verification', async () => {
    const mock = await startMockPayPal(PAYPAL);
    const clock = fakeClock(new Date());
    const provider = createPayPalProvider({ ...PAYPAL, apiUrl: mock.url, clock });
    const raw = Buffer.from(
      '{ "id":"WH-1",  "event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"O1"} }',
    );
    await provider.verifyWebhook(raw, signedNow(clock));
    const sent = mock.calls.find(({ path }) => path.endsWith('verify-webhook-signature'));
    expect(sent?.body).toContain(`"webhook_event":${raw.toString()}`);
    await mock.close();
  });

  it('rejects webhooks that PayPal cannot read, but not while PayPal is unavailable', async () => {
    const mock = await startMockPayPal(PAYPAL);
    const clock = fakeClock(new Date());
    const provider = createPayPalProvider({ ...PAYPAL, apiUrl: mock.url, clock });
    const raw = Buffer.from('{"id":"WH-2","event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"O1"}}');
    const forged = provider.verifyWebhook(raw, signedNow(clock, UNREADABLE_SIGNATURE));
    await expect(forged).rejects.toThrow(InvalidWebhookError);
    mock.mood = 'failing';
    const away = await provider.verifyWebhook(raw, signedNow(clock)).catch((error: unknown) => error);
    expect(away).toBeInstanceOf(Error);
    expect(away).not.toBeInstanceOf(InvalidWebhookError);
    await mock.close();
  });

  it.each([
    ['https://api.paypal.com/v2/payments/captures/CAP7', 'CAP7'],
    ['https://api.paypal.com/v2/checkout/orders/ORDER7', 'ORDER7'],
    ['https://api.paypal.com/v1/billing/agreements/I-7', null],
  ])('reads the refunded payment of a refund on PayPal’s website from %s', async (href, ref) => {
    const mock = await startMockPayPal(PAYPAL);
    const clock = fakeClock(new Date());
    const provider = createPayPalProvider({ ...PAYPAL, apiUrl: mock.url, clock });
    const links = [
      { href: 'https://api.paypal.com/v2/payments/refunds/REF7', rel: 'self' },
      { href, rel: 'up' },
    ];
    const resource = { id: 'REF7', links };
    const raw = Buffer.from(JSON.stringify({ id: 'WH-3', event_type: 'PAYMENT.CAPTURE.REFUNDED', resource }));
    expect(await provider.verifyWebhook(raw, signedNow(clock))).toEqual({ eventId: 'WH-3', ref });
    await mock.close();
  });

  it.each(['/v1/reporting/transactions', '/v2/payments/captures/'])(
    'does not report a missing charge when the lookup is denied: %s',
    async (path) => {
      const mock = await startMockPayPal(PAYPAL);
      const clock = fakeClock(new Date());
      const provider = createPayPalProvider({ ...PAYPAL, apiUrl: mock.url, clock });
      const charge = { orderId: uuidv7(), amount: 1_500, currency: 'USD', payer: PAYER, sourceRef: 'vault' };
      const askedAt = clock.now();
      await provider.charge({ ...charge, askedAt: null });
      clock.advance(30 * 3_600_000);
      mock.refuses = path;
      const asked = [provider.charge({ ...charge, askedAt }), provider.findCharge({ ...charge, askedAt })];
      for (const outcome of await Promise.allSettled(asked)) {
        expect(outcome).toMatchObject({ reason: { message: expect.stringContaining('look up') } });
        expect(outcome).not.toMatchObject({ reason: expect.any(PaymentRefusedError) });
      }
      await mock.close();
    },
  );

  it('requests one token for several calls', async () => {
    const mock = await startMockPayPal(PAYPAL);
    const provider = createPayPalProvider({ ...PAYPAL, apiUrl: mock.url, clock: fakeClock(new Date()) });
    const request = { amount: 48_050, currency: 'USD', payer: PAYER };
    await provider.create({ ...request, orderId: uuidv7() });
    await provider.create({ ...request, orderId: uuidv7() });
    expect(mock.calls.filter(({ path }) => path === '/v1/oauth2/token')).toHaveLength(1);
    const made = mock.calls.find(({ path }) => path === '/v2/checkout/orders');
    expect(JSON.parse(made?.body ?? '{}').purchase_units[0].amount).toEqual({
      currency_code: 'USD',
      value: '480.50',
    });
    await mock.close();
  });
});
