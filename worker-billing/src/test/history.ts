import { CodedError } from '@diorama/shared/contract/errors.ts';
import { toCode } from '@diorama/shared/domain/discount.ts';
import { holdReasonOf } from '@diorama/shared/domain/order.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { createDiscount } from '@diorama/shared/server/billing/discounts.ts';
import { acceptHeld } from '@diorama/shared/server/billing/held-orders.ts';
import type { OrderRow } from '@diorama/shared/server/billing/order-row.ts';
import { attachPayment, openOrder } from '@diorama/shared/server/billing/orders.ts';
import { refundOrder } from '@diorama/shared/server/billing/refunds.ts';
import {
  cancelSubscription,
  reactivateSubscription,
} from '@diorama/shared/server/billing/subscriptions.queries.ts';
import { recordWebhookEvent } from '@diorama/shared/server/billing/webhook-events.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { expect } from 'vitest';
import { passDays } from './billing-harness.ts';
import type { BillingWorld } from './billing-world.ts';
import type { Step } from './history-steps.ts';
import { type ModelProvider, ProviderFaultError } from './model-provider.ts';

/** Usage limit of the discount code in a history. */
export const MAX_USES = 2;
/** Prices of two plans and two cycles cover every kind of change. */
const PRICES = PLAN_PRICES.filter(({ plan }) => plan === 'starter' || plan === 'pro');

/** One workspace and its history so far. */
export type History = {
  world: BillingWorld;
  provider: ModelProvider;
  accountId: string;
  userId: string;
  /** The discount code that its orders may name. */
  discountId: string;
  percentage: number;
  /** All orders of the workspace, the oldest first. */
  orders(): Promise<OrderRow[]>;
};

/** Creates a workspace on Free for a history. */
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
    most_uses: MAX_USES,
    most_uses_each: null,
    created_by: userId,
  });
  return {
    ...{ world, provider, accountId, userId, discountId: discount.id, percentage },
    orders: () => world.db('orders').where({ account_id: accountId }).orderBy('created_at').orderBy('id'),
  };
}

/** Executes one step of a history. */
export async function takeStep<Do extends Step['do']>(
  history: History,
  step: Extract<Step, { do: Do }>,
): Promise<void> {
  const take: Take<Do> = STEPS[step.do];
  await take(history, step);
}

/** Settles everything without webhooks: only the scheduled sweeps run. */
export async function settleAll(history: History): Promise<void> {
  const { world } = history;
  await makeOlder(history);
  await world.tick('schedule.minute');
  // A refund at the provider arrives as a webhook. For each payment one webhook arrives at last.
  for (const { provider_ref: ref } of await history.orders()) {
    if (ref !== null) {
      await recordWebhookEvent(world.db, { provider: 'sandbox', eventId: uuidv7(), ref });
    }
  }
  await world.drain();
}

/** An operator reviews captures that differ from their order, and accepts or refunds each. */
export async function resolveHeld({ world, userId, orders }: History): Promise<void> {
  const held = (await orders()).filter((row) => holdReasonOf(row) !== null);
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
      await recordWebhookEvent(history.world.db, { provider: 'sandbox', eventId, ref: chosen.provider_ref });
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
    // Another payment is in progress, or the code is used up: the order is rejected.
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

/** Runs queued events. Provider calls fail as the history defines, and their events are retried. */
async function workBadly(
  { world, provider }: History,
  { mishaps }: { mishaps: readonly number[] },
): Promise<void> {
  const left = [...mishaps];
  provider.mishap = () => {
    const next = left.shift();
    return next === 1 ? 'refuses-to-answer' : next === 2 ? 'answer-lost' : null;
  };
  await world.drain({ onError: (error) => (error instanceof ProviderFaultError ? 'again' : 'throw') });
  provider.mishap = () => null;
}
