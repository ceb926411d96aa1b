// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../runtime/ids.ts';
import { InvalidWebhookError, PaymentRefusedError, PaymentUnknownError } from './provider.ts';
import type { MockMode } from './test/mock-provider.ts';
import { PAYER, PROVIDER_FIXTURES, type ProviderFixture } from './test/provider-fixtures.ts';

/** Providers behind a network, without the sandbox. */
const REMOTE: readonly [string, () => Promise<ProviderFixture>][] = [
  ['Stripe', PROVIDER_FIXTURES.stripe],
  ['PayPal', PROVIDER_FIXTURES.paypal],
];
/** Errors that would be final answers. */
const ANSWERS = [PaymentRefusedError, PaymentUnknownError, InvalidWebhookError];

describe.each(REMOTE)('%s', (_name, start) => {
  let rig: ProviderFixture;
  beforeAll(async () => {
    rig = await start();
  });
  afterAll(() => rig.close());

  const wish = { amount: 5_000, currency: 'USD', payer: PAYER };
  const setMode = (mood: MockMode, retryAfter: string | null = null) => {
    if (rig.mock !== null) {
      Object.assign(rig.mock, { mood, retryAfter });
    }
  };

  it.each<[string, MockMode, string | null]>([
    ['answers 500', 'failing', null],
    ['answers 429', 'busy', null],
    ['answers 429 with Retry-After', 'busy', '30'],
    ['resets the connection', 'resetting', null],
    ['executes the call and closes the connection', 'losing', null],
    ['executes the call and never responds', 'silent', null],
  ])('is retried when it %s, and performs each call once', async (_title, mood, retryAfter) => {
    const paid = uuidv7();
    const payment = await rig.provider.create({ ...wish, orderId: paid });
    await rig.pay(payment.ref, payment.clientToken);
    await rig.provider.retrieve(payment.ref);
    const [created, charged, refundId] = [uuidv7(), uuidv7(), uuidv7()];
    const refund = { refundId, paymentRef: payment.ref, amount: 2_000, currency: 'USD', askedAt: null };
    const calls = [
      () => rig.provider.create({ ...wish, orderId: created }),
      () => rig.provider.charge({ ...wish, orderId: charged, sourceRef: 'pm_kept', askedAt: null }),
      () => rig.provider.refund(refund),
      () => rig.provider.retrieve(payment.ref),
    ];
    setMode(mood, retryAfter);
    const failures = await Promise.all(calls.map((call) => call().catch((error: unknown) => error)));
    setMode('well');
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(Error);
      expect(ANSWERS.some((answer) => failure instanceof answer)).toBe(false);
    }
    const again = await Promise.all(calls.slice(0, 2).map((call) => call()));
    const once = await Promise.all(calls.slice(0, 2).map((call) => call()));
    expect(once).toEqual(again);
    expect(await rig.provider.refund(refund)).toBe(await rig.provider.refund(refund));
    expect(await rig.provider.retrieve(payment.ref)).toMatchObject({ state: 'succeeded', refunded: 2_000 });
  });
});
