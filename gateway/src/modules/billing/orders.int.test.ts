import { ORDER_EXPIRY_MS, ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import {
  type MockPayPal,
  startMockPayPal,
} from '@diorama/shared/server/billing/providers/test/mock-paypal.ts';
import {
  type MockStripe,
  startMockStripe,
} from '@diorama/shared/server/billing/providers/test/mock-stripe.ts';
import { signWebhook } from '@diorama/shared/server/billing/providers/webhook-signature.ts';
import { settleOrder } from '@diorama/shared/server/billing/settle-order.ts';
import { sweepOrders } from '@diorama/shared/server/billing/sweep-orders.queries.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harness, type Person, startHarness, useHarness } from '../../test/harness.ts';

const PRO_YEARLY = PLAN_PRICES.find((price) => price.plan === 'pro' && price.months === 12)?.uuid;
const CARD = { expMonth: 12, expYear: 2040, cvc: '123' };

describe('an order', () => {
  const harness = useHarness();
  let owner: Person;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    owner = await harness.signUp(`payer${count}`);
  });

  const order = () =>
    harness.call('POST', '/api/orders', {
      token: owner.token,
      body: { account: owner.accountId, planPrice: PRO_YEARLY },
    });
  const confirm = (token: unknown, body: object) =>
    harness.call('POST', `/api/sandbox-payments/${token}/confirm`, { body });
  const status = async (id: unknown) => (await harness.call('GET', `/api/orders/check-status/${id}`)).json;
  /** Imitates worker-billing for each requested reconciliation. */
  const reconcile = async (id: string) => {
    const row = await harness.db('orders').where({ id }).first();
    const state = await harness.payments.retrieve(row.provider_ref);
    await harness.db.transaction((trx) => settleOrder(trx, id, state));
  };
  const asked = async (id: unknown) => {
    const all = [...(await harness.events('payment.notified')), ...(await harness.events('order.confirmed'))];
    return all.filter((payload) => payload.orderId === id).length;
  };
  const planOf = async () =>
    (await harness.call('GET', `/api/accounts/${owner.accountId}`, { token: owner.token })).json
      .subscriptionType;

  it('is created once for concurrent requests, with the price of the table', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => order()));
    expect(new Set(answers.map(({ json }) => json.uuid)).size).toBe(1);
    expect(new Set(answers.map(({ json }) => json.token)).size).toBe(1);
    expect(answers[0]?.json).toMatchObject({
      '@type': 'Order',
      amount: 48_000,
      totalAmount: 48_000,
      currency: 'USD',
      currencyCode: 840,
      months: 12,
      status: 0,
      provider: 'sandbox',
    });
  });

  it('activates the plan after the card payment and its webhook', async () => {
    const { json } = await order();
    const paid = await confirm(json.token, { number: '4242 4242 4242 4242', ...CARD });
    expect(paid.json).toEqual({ status: 'succeeded' });
    await vi.waitUntil(async () => (await asked(json.uuid)) > 0, { timeout: 60_000 });
    await reconcile(String(json.uuid));
    expect([await status(json.uuid), await planOf()]).toEqual([{ status: 1, active: true }, 'pro']);
  });

  it('records a repeated webhook once', async () => {
    const { json } = await order();
    await confirm(json.token, { number: '4000000000000259', ...CARD });
    await vi.waitUntil(async () => (await asked(json.uuid)) > 0, { timeout: 60_000 });
    const row = await harness.db('orders').where({ id: json.uuid }).first();
    const { raw, headers } = harness.payments.writeWebhook('evt-again', row.provider_ref);
    const send = () =>
      fetch(`${harness.url}/api/webhooks/sandbox`, { method: 'POST', body: new Uint8Array(raw), headers });
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const events = await harness.db('payment_events').where({ order_id: json.uuid });
    expect(events.filter((event) => event.event_id === 'evt-again')).toHaveLength(1);
    await Promise.all(Array.from({ length: 10 }, () => reconcile(String(json.uuid))));
    expect(await status(json.uuid)).toEqual({ status: 1, active: true });
  });

  it('is checked with the provider while a client polls and no webhook arrives', async () => {
    const { json } = await order();
    await confirm(json.token, { number: '4000000000000341', ...CARD });
    const isOld = (age: string) =>
      harness
        .db('orders')
        .where({ id: json.uuid })
        .update({ created_at: harness.db.raw('now() - ?::interval', [age]) });
    // The order is too young to be checked, on any machine.
    await isOld('-1 hour');
    expect(await status(json.uuid)).toEqual({ status: 0, active: false });
    expect(await asked(json.uuid)).toBe(0);
    await isOld('3 seconds');
    const begun = Date.now();
    await Promise.all(Array.from({ length: 10 }, () => status(json.uuid)));
    // Once a second, and ten answers may take more than one.
    const seconds = Math.floor((Date.now() - begun) / 1_000);
    expect(await asked(json.uuid)).toBeGreaterThan(0);
    expect(await asked(json.uuid)).toBeLessThanOrEqual(1 + seconds);
    await reconcile(String(json.uuid));
    expect(await status(json.uuid)).toEqual({ status: 1, active: true });
  });

  it('returns the reason of a declined card and accepts another card', async () => {
    const { json } = await order();
    const outcomes = [
      ['4000000000000002', undefined, 'card_declined'],
      ['4000000000009995', undefined, 'insufficient_funds'],
      ['4000002500003155', 'deny', 'authentication_failed'],
      ['4242424242424241', undefined, 'invalid_number'],
      ['5555555555554444', undefined, 'test_card_only'],
    ] as const;
    for (const [number, challenge, code] of outcomes) {
      const answer = await confirm(json.token, { number, ...CARD, ...(challenge ? { challenge } : {}) });
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'failed', error: { code } });
    }
    const challenge = { number: '4000002500003155', ...CARD };
    expect((await confirm(json.token, challenge)).json).toEqual({ status: 'requires_action' });
    expect((await confirm(json.token, { ...challenge, challenge: 'approve' })).json).toEqual({
      status: 'succeeded',
    });
    expect((await confirm('no-such-token', challenge)).status).toBe(404);
  });

  it('rejects webhooks that are unsigned, altered, stale or from the future', async () => {
    const { json } = await order();
    const row = await harness.db('orders').where({ id: json.uuid }).first();
    const { raw, headers } = harness.payments.writeWebhook('evt-forged', row.provider_ref);
    const send = (body: Buffer, sent: Record<string, string>) =>
      fetch(`${harness.url}/api/webhooks/sandbox`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: sent,
      });
    const now = harness.clock.now().getTime();
    const reserialised = Buffer.from(JSON.stringify(JSON.parse(raw.toString()), null, 1));
    const refused = [
      await send(raw, {}),
      await send(reserialised, headers),
      await send(raw, { 'sandbox-signature': signWebhook(['another secret'], raw, now) }),
      await send(raw, {
        'sandbox-signature': String(headers['sandbox-signature']).replace(
          /t=\d+/,
          `t=${Math.floor(now / 1_000) - 301}`,
        ),
      }),
    ];
    harness.clock.advance(-302_000);
    refused.push(await send(raw, headers));
    harness.clock.advance(302_000 + 302_000);
    refused.push(await send(raw, headers));
    harness.clock.set(new Date());
    expect(refused.map((answer) => answer.status)).toEqual(Array(6).fill(400));
    expect(await harness.db('payment_events').where({ event_id: 'evt-forged' })).toEqual([]);
  });

  it('expires after fifteen minutes, and a later payment still counts', async () => {
    const { json } = await order();
    const late = Date.now() + ORDER_EXPIRY_MS + 1_000;
    const swept = await harness.db.transaction((trx) => sweepOrders(trx, late));
    expect(swept.expired).toBeGreaterThan(0);
    expect(await status(json.uuid)).toEqual({ status: ORDER_STATUS.timeout, active: false });
    await confirm(json.token, { wallet: 'approve' });
    await reconcile(String(json.uuid));
    expect([await status(json.uuid), await planOf()]).toEqual([{ status: 1, active: true }, 'pro']);
  });

  it('is refused to users without access and to admins', async () => {
    const stranger = await harness.signUp(`other${count}`);
    const foreign = await harness.call('POST', '/api/orders', {
      token: stranger.token,
      body: { account: owner.accountId, planPrice: PRO_YEARLY },
    });
    expect(foreign.status).toBe(404);
    await harness
      .db('account_members')
      .insert({ account_id: owner.accountId, user_id: stranger.userId, role: 'admin' });
    const admin = await harness.call('POST', '/api/orders', {
      token: stranger.token,
      body: { account: owner.accountId, planPrice: PRO_YEARLY },
    });
    expect([admin.status, admin.json.description]).toEqual([403, 'security.not-allowed']);
  });
});

describe('an installation without payments', () => {
  const harness = useHarness({ PAYMENTS: '' });
  let owner: Person;
  beforeAll(async () => {
    owner = await harness.signUp('poor');
  });

  it('rejects orders, test cards and webhooks, and reports no payments in its configuration', async () => {
    const body = { account: owner.accountId, planPrice: PRO_YEARLY };
    const ordered = await harness.call('POST', '/api/orders', { token: owner.token, body });
    const confirmed = await harness.call('POST', '/api/sandbox-payments/tok_any/confirm', {
      body: { number: '4242424242424242', ...CARD },
    });
    for (const answer of [ordered, confirmed]) {
      expect([answer.status, answer.json.description]).toEqual([501, 'payment.unavailable']);
    }
    expect(await harness.db('orders')).toEqual([]);
    expect((await harness.call('POST', '/api/webhooks/sandbox', { body: {} })).status).toBe(404);
    expect((await harness.call('GET', '/api/config')).json.payments).toBeNull();
  });
});

describe('an order with keys for Stripe and PayPal', () => {
  let harness: Harness;
  let owner: Person;
  let stripe: MockStripe;
  let paypal: MockPayPal;
  const PAYPAL = { clientId: 'client', secret: 'secret', webhookId: 'hook' };
  beforeAll(async () => {
    stripe = await startMockStripe('sk_test_1');
    paypal = await startMockPayPal(PAYPAL);
    harness = await startHarness({
      PAYMENTS: '',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: stripe.url,
      PAYPAL_CLIENT_ID: PAYPAL.clientId,
      PAYPAL_SECRET: PAYPAL.secret,
      PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
      PAYPAL_API_URL: paypal.url,
    });
    owner = await harness.signUp('customer');
  });
  afterAll(async () => {
    await harness.close();
    await stripe.close();
    await paypal.close();
  });

  const order = (more: object = {}) =>
    harness.call('POST', '/api/orders', {
      token: owner.token,
      body: { account: owner.accountId, planPrice: PRO_YEARLY, ...more },
    });

  it('can be paid with either provider, and changing the provider ends the earlier order', async () => {
    const byCard = await order();
    expect([byCard.status, byCard.json.provider, byCard.json.token]).toEqual([201, 'stripe', 'pi_2_secret']);
    expect((await order()).json.uuid).toBe(byCard.json.uuid);
    const byWallet = await order({ provider: 'paypal' });
    expect([byWallet.status, byWallet.json.provider]).toEqual([201, 'paypal']);
    expect((await harness.call('GET', `/api/orders/check-status/${byCard.json.uuid}`)).json.status).toBe(2);
    const { json: config } = await harness.call('GET', '/api/config');
    expect(config).toMatchObject({
      payments: 'stripe',
      paymentProviders: ['stripe', 'paypal'],
      stripeKey: 'pk_test_1',
      paypalClientId: 'client',
    });
  });

  it('gets 503 while the provider is down, and creates one payment afterwards', async () => {
    const other = await harness.signUp('patient');
    owner = other;
    stripe.mood = 'failing';
    const away = await order();
    expect([away.status, away.json.description]).toEqual([503, 'server.unavailable']);
    stripe.mood = 'well';
    const before = stripe.intents.size;
    expect((await order()).status).toBe(201);
    expect((await order()).status).toBe(201);
    expect(stripe.intents.size).toBe(before + 1);
  });

  it('accepts only webhooks with the signature of their provider', async () => {
    const { json } = await order();
    const row = await harness.db('orders').where({ id: json.uuid }).first();
    const object = { id: row.provider_ref, object: 'payment_intent' };
    const body = JSON.stringify({ id: 'evt_1', livemode: false, data: { object } });
    const send = (provider: string, signature: string) =>
      harness.call('POST', `/api/webhooks/${provider}`, { body, headers: { 'stripe-signature': signature } });
    const now = harness.clock.now().getTime();
    const signature = signWebhook(['whsec_1'], Buffer.from(body), now);
    expect((await send('paypal', signature)).status).toBe(400);
    expect((await send('sandbox', signature)).status).toBe(404);
    expect((await send('stripe', signWebhook(['whsec_2'], Buffer.from(body), now))).status).toBe(400);
    expect(await harness.events('payment.notified')).toEqual([]);
    expect((await send('stripe', signature)).status).toBe(200);
    expect((await send('stripe', signature)).status).toBe(200);
    expect(await harness.events('payment.notified')).toEqual([{ orderId: json.uuid }]);
  });
});
