import { describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../clock.ts';
import { uuidv7 } from '../ids.ts';
import { createPayPalProvider } from './paypal.ts';
import { InvalidNoticeError, PaymentRefusedError } from './provider.ts';
import { GOOD_SIGNATURE, startPayPalStandIn, UNREADABLE_SIGNATURE } from './test/paypal-stand-in.ts';
import { PAYER, PAYPAL } from './test/rigs.ts';

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
