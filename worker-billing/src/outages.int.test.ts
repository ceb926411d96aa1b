// @module-tag full
import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { attachPayment, findOrder, openOrder, savePayer } from '@diorama/shared/server/billing/orders.ts';
import { savePaymentSource } from '@diorama/shared/server/billing/payment-sources.queries.ts';
import { toPayments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import { createStripeProvider } from '@diorama/shared/server/billing/providers/stripe.ts';
import type { MockMode } from '@diorama/shared/server/billing/providers/test/mock-provider.ts';
import {
  type MockStripe,
  startMockStripe,
} from '@diorama/shared/server/billing/providers/test/mock-stripe.ts';
import { systemClock } from '@diorama/shared/server/runtime/clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceOf } from './test/billing-harness.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-world.ts';

const KEY = 'sk_test_1';
const MOODS: readonly [string, MockMode][] = [
  ['fails', 'failing'],
  ['is too busy', 'busy'],
  ['resets the connection', 'resetting'],
  ['executes the call and closes the connection', 'losing'],
  ['executes the call and never responds', 'silent'],
];

describe('an order', () => {
  let world: BillingWorld;
  let stripe: MockStripe;
  beforeAll(async () => {
    stripe = await startMockStripe(KEY);
    const provider = createStripeProvider({
      secretKey: KEY,
      webhookSecret: 'whsec_1',
      apiUrl: stripe.url,
      clock: systemClock,
    });
    world = await startBillingWorld({ payments: toPayments([provider]), hasDocuments: false });
  });
  afterAll(async () => {
    await world.close();
    await stripe.close();
  });

  const open = async (hasSource: boolean) => {
    const owner = await world.createAccount();
    const { db } = world;
    const { accountId } = owner;
    const source = { ref: `pm_${accountId}`, type: 0, info: { last4: '4242' } } as const;
    await savePaymentSource(db, { accountId, provider: 'stripe', source });
    await savePayer(db, accountId, 'stripe', `cus_${accountId}`);
    const kept = await db('payment_sources').where({ account_id: accountId }).first('id');
    return openOrder(db, {
      ...owner,
      price: priceOf('pro', 1),
      promotion: null,
      discountId: null,
      provider: 'stripe',
      sourceId: hasSource ? kept.id : null,
      now: new Date(),
    });
  };
  /** Expects that no provider answers, so the jobs fail and are retried later. */
  const drainInVain = () => expect(world.drain()).rejects.toThrow();
  const planOf = async (accountId: string) =>
    (await world.db('accounts').where({ id: accountId }).first()).plan;
  const paymentsOf = (orderId: string) =>
    [...stripe.intents.values()].filter(({ metadata }) => JSON.stringify(metadata).includes(orderId));

  it.each(MOODS)(
    'stays in progress if its provider %s during the charge, and is paid once afterwards',
    async (_title, mood) => {
      const order = await open(true);
      stripe.mood = mood;
      await drainInVain();
      expect(await findOrder(world.db, order.id)).toMatchObject({
        status: ORDER_STATUS.processing,
        paid_at: null,
      });
      expect(await planOf(order.account_id)).toBe('free');
      stripe.mood = 'well';
      await world.drain();
      expect(await findOrder(world.db, order.id)).toMatchObject({
        status: ORDER_STATUS.paid,
        is_active: true,
      });
      expect(paymentsOf(order.id)).toMatchObject([{ status: 'succeeded', amount: 5_000 }]);
      expect(await world.db('invoices').where({ order_id: order.id })).toHaveLength(1);
    },
  );

  it.each(MOODS)(
    'gives its plan only after proof of payment if its provider %s after the payer confirms',
    async (_title, mood) => {
      const order = await open(false);
      const payer = { accountId: order.account_id, ref: null };
      const request = { orderId: order.id, amount: order.total_amount, currency: order.currency, payer };
      const payment = await world.payments.find('stripe')?.create(request);
      if (payment === undefined) {
        throw new Error('Nobody takes payments');
      }
      await attachPayment(world.db, order, payment);
      stripe.confirm(payment.ref);
      stripe.mood = mood;
      await expect(world.tick('schedule.minute')).rejects.toThrow();
      expect((await findOrder(world.db, order.id))?.status).toBe(ORDER_STATUS.pending);
      expect(await planOf(order.account_id)).toBe('free');
      stripe.mood = 'well';
      // The schedule finds it without another signal.
      await world.tick('schedule.minute');
      expect(await findOrder(world.db, order.id)).toMatchObject({
        status: ORDER_STATUS.paid,
        is_active: true,
      });
      expect(await planOf(order.account_id)).toBe('pro');
    },
  );
});
