import { CodedError } from '@diorama/shared/contract/errors.ts';
import { toCode } from '@diorama/shared/domain/discount.ts';
import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { createDiscount } from '@diorama/shared/server/db/discounts.ts';
import { acceptHeld, whyHeld } from '@diorama/shared/server/db/held-orders.ts';
import { attachPayment, findOrder, type OrderRow, openOrder } from '@diorama/shared/server/db/orders.ts';
import { recordNotice } from '@diorama/shared/server/db/payment-notices.ts';
import { refundOrder } from '@diorama/shared/server/db/refunds.ts';
import { cancelSubscription, reactivateSubscription } from '@diorama/shared/server/db/subscriptions.ts';
import { uuidv7 } from '@diorama/shared/server/ids.ts';
import { toPayments } from '@diorama/shared/server/payments/choose-provider.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passDays } from './test/billing-desk.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-kit.ts';
import { createModelProvider, MishapError, type ModelProvider } from './test/model-provider.ts';

const HISTORIES = 1_000;
/** Of the code that some orders of a history name. */
const MOST_USES = 2;
/** Prices of two plans and two cycles are enough for every kind of change. */
const PRICES = PLAN_PRICES.filter(({ plan }) => plan === 'starter' || plan === 'pro');

type Step =
  | { do: 'order'; price: number; hasCode: boolean }
  | { do: 'pay'; order: number; isGood: boolean }
  | { do: 'notice'; order: number; times: number }
  | { do: 'refund'; order: number; amount: number | null }
  | { do: 'refund-outside'; order: number; amount: number }
  | { do: 'tamper'; order: number }
  | { do: 'time-out' }
  | { do: 'pass'; days: number }
  | { do: 'tick' }
  | { do: 'cancel' }
  | { do: 'reactivate' }
  | { do: 'bad-card' }
  | { do: 'work'; mishaps: readonly number[] };

const index = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('order' as const), price: fc.nat(3), hasCode: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay' as const), order: index, isGood: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('notice' as const),
      order: index,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      order: index,
      amount: fc.option(fc.integer({ min: 1, max: 60_000 }), { nil: null }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refund-outside' as const),
      order: index,
      amount: fc.integer({ min: 1, max: 6_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tamper' as const), order: index }) },
  { weight: 1, arbitrary: fc.constant({ do: 'time-out' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.constantFrom(1, 3, 32, 370) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'tick' as const }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'cancel' as const }, { do: 'reactivate' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'bad-card' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      mishaps: fc.array(fc.nat(3), { maxLength: 6 }),
    }),
  },
);

describe('whatever happens, and in whatever order', () => {
  let world: BillingWorld;
  let provider: ModelProvider;
  beforeAll(async () => {
    provider = createModelProvider();
    world = await startBillingWorld({ payments: toPayments([provider]), hasDocuments: false });
  });
  afterAll(() => world.close());

  it('nobody pays twice or without getting the plan, nobody gets it without paying, and the books add up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.constantFrom(30, 100),
        async (steps, percentage) => {
          const history = await begin(percentage);
          for (const next of steps) {
            await history.take(next);
          }
          await settleAll(history.accountId);
          await history.resolve();
          await history.check();
        },
      ),
      { numRuns: HISTORIES },
    );
    const numbers: string[] = await world.db('invoices').orderBy('number').pluck('number');
    for (const series of ['INV', 'CN']) {
      const taken = numbers
        .filter((number) => number.startsWith(series))
        .map((number) => Number(number.split('-').at(-1)));
      expect(taken).toEqual(taken.map((_, place) => place + 1));
    }
  }, 1_800_000);

  /** A workspace and what may happen to it. */
  async function begin(percentage: number) {
    const owner = await world.createAccount();
    const { accountId, userId } = owner;
    const { db } = world;
    const list = (): Promise<OrderRow[]> =>
      db('orders').where({ account_id: accountId }).orderBy('created_at').orderBy('id');
    const pick = async (place: number) => {
      const orders = await list();
      return orders[place % Math.max(1, orders.length)];
    };

    const discount = await createDiscount(db, {
      code: toCode(accountId.replaceAll('-', '')),
      percentage,
      plan_prices: null,
      starts_at: new Date().toISOString(),
      ends_at: null,
      most_uses: MOST_USES,
      most_uses_each: null,
      created_by: userId,
    });

    const order = async (place: number, hasCode: boolean) => {
      const price = PRICES[place % PRICES.length];
      if (!price) {
        return;
      }
      const opened = await openOrder(db, {
        accountId,
        userId,
        price,
        promotion: null,
        discountId: hasCode ? discount.id : null,
        provider: 'sandbox',
        sourceId: null,
        now: new Date(),
      }).catch((error: unknown) => {
        // Another payment is under way, or the code is used up: whoever orders is told so.
        expect(error).toBeInstanceOf(CodedError);
        return null;
      });
      if (opened && opened.total_amount > 0 && opened.provider_ref === null && opened.kind === 'purchase') {
        const payer = { accountId, ref: null };
        const { id: orderId, total_amount: amount, currency } = opened;
        const payment = await provider.create({ orderId, amount, currency, payer });
        await attachPayment(db, opened, payment);
      }
    };

    const makeOlder = () =>
      db('orders')
        .where({ account_id: accountId })
        .update({ created_at: db.raw(`created_at - interval '20 minutes'`) });

    const take = async (next: Step): Promise<void> => {
      switch (next.do) {
        case 'order':
          return order(next.price, next.hasCode);
        case 'pay': {
          const chosen = await pick(next.order);
          if (chosen?.provider_ref && chosen.kind === 'purchase') {
            provider.pay(chosen.provider_ref, next.isGood);
          }
          return;
        }
        case 'notice': {
          const chosen = await pick(next.order);
          const eventId = uuidv7();
          for (let sent = 0; sent < next.times && chosen?.provider_ref; sent += 1) {
            await recordNotice(db, { provider: 'sandbox', eventId, ref: chosen.provider_ref });
          }
          return;
        }
        case 'refund': {
          const chosen = await pick(next.order);
          if (chosen) {
            await refundOrder(db, { orderId: chosen.id, amount: next.amount, userId });
          }
          return;
        }
        case 'refund-outside': {
          const chosen = await pick(next.order);
          const payment = provider.payments.get(chosen?.provider_ref ?? '');
          if (payment?.state === 'succeeded') {
            payment.refunded = Math.min(payment.amount, payment.refunded + next.amount);
          }
          return;
        }
        case 'tamper': {
          const chosen = await pick(next.order);
          if (chosen?.provider_ref && chosen.kind === 'purchase') {
            provider.tamper(chosen.provider_ref);
          }
          return;
        }
        case 'time-out':
          await makeOlder();
          return;
        case 'pass':
          return passDays(db, accountId, next.days);
        case 'tick':
          return tickCalmly();
        case 'cancel':
          await db.transaction((trx) => cancelSubscription(trx, accountId));
          return;
        case 'reactivate':
          await db.transaction((trx) => reactivateSubscription(trx, accountId));
          return;
        case 'bad-card':
          await db('payment_sources')
            .where({ account_id: accountId })
            .update({ provider_ref: `bad-${accountId}` });
          return;
        case 'work':
          return workBadly(next.mishaps);
      }
    };

    /** An operator looks at what was taken and is not what was ordered: takes it, or gives it back. */
    const resolve = async (): Promise<void> => {
      const held = (await list()).filter((row) => whyHeld(row) !== null);
      for (const [place, { id: orderId }] of held.entries()) {
        await (place % 2 === 0
          ? acceptHeld(db, { orderId, price: null })
          : refundOrder(db, { orderId, amount: null, userId }));
      }
      await world.drain();
    };

    const check = async (): Promise<void> => {
      const orders = await list();
      const account = await db('accounts').where({ id: accountId }).first();
      const taken = [...provider.payments.values()].filter((payment) => payment.accountId === accountId);
      const kept = taken.reduce(
        (sum, { state, amount, refunded }) => sum + (state === 'succeeded' ? amount - refunded : 0),
        0,
      );
      const invoices = await db('invoices').where({ account_id: accountId });
      // Money is conserved: what the provider kept is what the books say, order by order.
      expect(invoices.reduce((sum, { amount }) => sum + amount, 0)).toBe(kept);
      for (const row of orders) {
        const payment = row.provider_ref === null ? undefined : provider.payments.get(row.provider_ref);
        if (payment?.state === 'succeeded' && payment.refunded === payment.amount && row.paid_at === null) {
          // Taken and given back before anybody here heard of it: nothing was sold, and nothing is in the books.
          expect(invoices.filter(({ order_id: id }) => id === row.id)).toEqual([]);
          continue;
        }
        const isPaid = row.status === ORDER_STATUS.paid || row.status === ORDER_STATUS.refunded;
        expect(isPaid, `order ${row.id}`).toBe(
          payment ? payment.state === 'succeeded' : row.total_amount === 0 && isPaid,
        );
        expect(row.refunded).toBe(payment?.state === 'succeeded' ? payment.refunded : 0);
        expect(invoices.filter(({ order_id: id }) => id === row.id)).toHaveLength(isPaid ? 1 : 0);
        // Nobody pays without getting the plan, and what came twice was given back.
        expect(row.status === ORDER_STATUS.paid && !row.is_active).toBe(false);
      }
      // Nobody has a plan without an order that was paid for it.
      if (account.plan !== 'free') {
        const last = await findOrder(db, account.last_order);
        expect(last).toMatchObject({
          status: ORDER_STATUS.paid,
          is_active: true,
          plan_price: account.plan_price,
        });
        // The time that is left is that of the orders that were paid and not given back, one after the other.
        const shares = orders
          .filter((row) => row.is_active && row.plan_price === account.plan_price)
          .filter((row) => Date.parse(row.adds_from ?? '') >= Date.parse(account.period_start))
          .sort((a, b) => Date.parse(a.adds_from ?? '') - Date.parse(b.adds_from ?? ''));
        expect(shares.at(-1)?.adds_until).toBe(account.plan_expires_at);
        expect(shares.map(({ adds_from: from }) => from)).toEqual([
          account.period_start,
          ...shares.slice(0, -1).map(({ adds_until: until }) => until),
        ]);
        const value = (row: OrderRow) => row.total_amount - row.refunded + row.credit;
        expect(account.period_paid).toBe(shares.reduce((sum, row) => sum + value(row), 0));
      }
      await checkCode(orders);
      expect(account.credit).toBeGreaterThanOrEqual(0);
      const open = orders.filter(({ status }) => status === 0 || status === 5);
      expect(open.length).toBeLessThanOrEqual(1);
    };

    /** The code is used by the orders that are paid with it or may still be, and by no more than it allows. */
    const checkCode = async (orders: readonly OrderRow[]): Promise<void> => {
      const holders: string[] = await db('discount_uses')
        .where({ discount_id: discount.id })
        .pluck('order_id');
      const kept = orders.filter((row) => row.discount_id === discount.id && !row.is_superseded);
      const paid = kept.filter((row) => row.paid_at !== null);
      const mayBePaid = kept.filter((row) => row.paid_at === null && row.closed_at === null);
      expect((await db('discounts').where({ id: discount.id }).first()).uses).toBe(holders.length);
      expect(holders.length).toBeLessThanOrEqual(MOST_USES);
      expect(holders).toEqual(expect.arrayContaining(paid.map(({ id }) => id)));
      expect([...paid, ...mayBePaid].map(({ id }) => id)).toEqual(expect.arrayContaining(holders));
      for (const row of paid) {
        const asOrdered = row.taken_amount === null && row.credit === 0;
        expect(row.discount).toBeGreaterThanOrEqual(
          asOrdered ? Math.ceil((row.amount * percentage) / 100) : 0,
        );
      }
    };

    return { accountId, take, resolve, check };
  }

  /** Runs what waits; calls go wrong as the history says, and what they were for is tried again later. */
  async function workBadly(mishaps: readonly number[]): Promise<void> {
    const left = [...mishaps];
    provider.mishap = () => {
      const next = left.shift();
      return next === 1 ? 'refuses-to-answer' : next === 2 ? 'answer-lost' : null;
    };
    await world.drain({ onError: againIfMishap });
    provider.mishap = () => null;
  }

  async function tickCalmly(): Promise<void> {
    await world.tick('schedule.minute');
  }

  /** Lets everything come to rest: every signal is lost, only the schedule looks. */
  async function settleAll(accountId: string): Promise<void> {
    await world
      .db('orders')
      .where({ account_id: accountId })
      .update({ created_at: world.db.raw(`created_at - interval '20 minutes'`) });
    await world.tick('schedule.minute');
    const refs: string[] = await world
      .db('orders')
      .where({ account_id: accountId })
      .whereNotNull('provider_ref')
      .pluck('provider_ref');
    // A refund outside of Diorama is told by a notice; of payments that were made, one comes at last.
    for (const ref of refs) {
      await recordNotice(world.db, { provider: 'sandbox', eventId: uuidv7(), ref });
    }
    await world.drain();
  }
});

function againIfMishap(error: unknown): 'again' | 'throw' {
  return error instanceof MishapError ? 'again' : 'throw';
}
