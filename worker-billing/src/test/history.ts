import { CodedError } from '@diorama/shared/contract/errors.ts';
import { toCode } from '@diorama/shared/domain/discount.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { createDiscount } from '@diorama/shared/server/db/discounts.ts';
import { acceptHeld, whyHeld } from '@diorama/shared/server/db/held-orders.ts';
import { attachPayment, type OrderRow, openOrder } from '@diorama/shared/server/db/orders.ts';
import { recordNotice } from '@diorama/shared/server/db/payment-notices.ts';
import { refundOrder } from '@diorama/shared/server/db/refunds.ts';
import { cancelSubscription, reactivateSubscription } from '@diorama/shared/server/db/subscriptions.ts';
import { uuidv7 } from '@diorama/shared/server/ids.ts';
import { expect } from 'vitest';
import { passDays } from './billing-desk.ts';
import type { BillingWorld } from './billing-kit.ts';
import type { Step } from './history-steps.ts';
import { MishapError, type ModelProvider } from './model-provider.ts';

/** Limit of the code that some orders of a history use. */
export const MOST_USES = 2;
/** Prices of two plans and two cycles are enough for every kind of change. */
const PRICES = PLAN_PRICES.filter(({ plan }) => plan === 'starter' || plan === 'pro');

/** One workspace with its history. */
export type History = {
  world: BillingWorld;
  provider: ModelProvider;
  accountId: string;
  userId: string;
  /** The code of its orders, and its percentage. */
  discountId: string;
  percentage: number;
  /** All orders of the workspace, the oldest first. */
  orders(): Promise<OrderRow[]>;
};

/** Creates a Free workspace for a history. */
export async function beginHistory(
  world: BillingWorld,
  provider: ModelProvider,
  percentage: number,
): Promise<History> {
  const { accountId, userId } = await world.createAccount();
  const discount = await createDiscount(world.db, {
    code: toCode(accountId.replaceAll('-', '')),
    percentage,
    plan_prices: null,
    starts_at: new Date().toISOString(),
    ends_at: null,
    most_uses: MOST_USES,
    most_uses_each: null,
    created_by: userId,
  });
  return {
    ...{ world, provider, accountId, userId, discountId: discount.id, percentage },
    orders: () => world.db('orders').where({ account_id: accountId }).orderBy('created_at').orderBy('id'),
  };
}

/** Runs a step. */
export async function takeStep<Do extends Step['do']>(
  history: History,
  step: Extract<Step, { do: Do }>,
): Promise<void> {
  const take: Take<Do> = STEPS[step.do];
  await take(history, step);
}

/** Settles all open work: every signal is lost, and only the schedule checks. */
export async function settleAll(history: History): Promise<void> {
  const { world } = history;
  await makeOlder(history);
  await world.tick('schedule.minute');
  // A refund outside of Diorama is reported by a webhook. For payments, one webhook arrives at last.
  for (const { provider_ref: ref } of await history.orders()) {
    if (ref !== null) {
      await recordNotice(world.db, { provider: 'sandbox', eventId: uuidv7(), ref });
    }
  }
  await world.drain();
}

/**
 * An operator decides on orders whose taken amount differs from the ordered one: accepts it, or refunds it.
 */
export async function resolveHeld({ world, userId, orders }: History): Promise<void> {
  const held = (await orders()).filter((row) => whyHeld(row) !== null);
  for (const [place, { id: orderId }] of held.entries()) {
    await (place % 2 === 0
      ? acceptHeld(world.db, { orderId, price: null })
      : refundOrder(world.db, { orderId, amount: null, userId }));
  }
  await world.drain();
}

type Take<Do extends Step['do']> = (history: History, step: Extract<Step, { do: Do }>) => Promise<unknown>;

const STEPS: { [Do in Step['do']]: Take<Do> } = {
  order: takeOrder,
  pay: async (history, { order, isGood }) => {
    const chosen = await pick(history, order);
    if (chosen?.provider_ref && chosen.kind === 'purchase') {
      history.provider.pay(chosen.provider_ref, isGood);
    }
  },
  notice: async (history, { order, times }) => {
    const chosen = await pick(history, order);
    const eventId = uuidv7();
    for (let sent = 0; sent < times && chosen?.provider_ref; sent += 1) {
      await recordNotice(history.world.db, { provider: 'sandbox', eventId, ref: chosen.provider_ref });
    }
  },
  refund: async (history, { order, amount }) => {
    const chosen = await pick(history, order);
    if (chosen) {
      await refundOrder(history.world.db, { orderId: chosen.id, amount, userId: history.userId });
    }
  },
  'refund-outside': async (history, { order, amount }) => {
    const chosen = await pick(history, order);
    const payment = history.provider.payments.get(chosen?.provider_ref ?? '');
    if (payment?.state === 'succeeded') {
      payment.refunded = Math.min(payment.amount, payment.refunded + amount);
    }
  },
  tamper: async (history, { order }) => {
    const chosen = await pick(history, order);
    if (chosen?.provider_ref && chosen.kind === 'purchase') {
      history.provider.tamper(chosen.provider_ref);
    }
  },
  'time-out': makeOlder,
  pass: ({ world, accountId }, { days }) => passDays(world.db, accountId, days),
  tick: ({ world }) => world.tick('schedule.minute'),
  cancel: ({ world, accountId }) => world.db.transaction((trx) => cancelSubscription(trx, accountId)),
  reactivate: ({ world, accountId }) => world.db.transaction((trx) => reactivateSubscription(trx, accountId)),
  'bad-card': ({ world, accountId }) =>
    world
      .db('payment_sources')
      .where({ account_id: accountId })
      .update({ provider_ref: `bad-${accountId}` }),
  work: workBadly,
};

async function pick({ orders }: History, place: number): Promise<OrderRow | undefined> {
  const all = await orders();
  return all[place % Math.max(1, all.length)];
}

async function takeOrder(
  { world: { db }, provider, accountId, userId, discountId }: History,
  { price: place, hasCode }: { price: number; hasCode: boolean },
): Promise<void> {
  const price = PRICES[place % PRICES.length];
  if (!price) {
    return;
  }
  const opened = await openOrder(db, {
    accountId,
    userId,
    price,
    promotion: null,
    discountId: hasCode ? discountId : null,
    provider: 'sandbox',
    sourceId: null,
    now: new Date(),
  }).catch((error: unknown) => {
    // The order is rejected while another payment is under way, or when the code is used up.
    expect(error).toBeInstanceOf(CodedError);
    return null;
  });
  if (opened && opened.total_amount > 0 && opened.provider_ref === null && opened.kind === 'purchase') {
    const payer = { accountId, ref: null };
    const { id: orderId, total_amount: amount, currency } = opened;
    const payment = await provider.create({ orderId, amount, currency, payer });
    await attachPayment(db, opened, payment);
  }
}

async function makeOlder({ world: { db }, accountId }: History): Promise<void> {
  await db('orders')
    .where({ account_id: accountId })
    .update({ created_at: db.raw(`created_at - interval '20 minutes'`) });
}

/** Runs pending events with the failing calls of the history. Failed events are retried later. */
async function workBadly(
  { world, provider }: History,
  { mishaps }: { mishaps: readonly number[] },
): Promise<void> {
  const left = [...mishaps];
  provider.mishap = () => {
    const next = left.shift();
    return next === 1 ? 'refuses-to-answer' : next === 2 ? 'answer-lost' : null;
  };
  await world.drain({ onError: (error) => (error instanceof MishapError ? 'again' : 'throw') });
  provider.mishap = () => null;
}
