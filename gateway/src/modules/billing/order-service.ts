import { CodedError, existing, invalidField } from '@diorama/shared/contract/errors.ts';
import type { InputOf, OutputOf } from '@diorama/shared/contract/index.ts';
import {
  discountedPrice,
  isPromotion,
  type Promotion,
  runningPromotion,
} from '@diorama/shared/domain/promotion.ts';
import { quote } from '@diorama/shared/domain/subscription.ts';
import { findPlanPrice, type PlanPrice } from '@diorama/shared/plans.ts';
import { assertQuotable, invalidDiscount } from '@diorama/shared/server/billing/discount-uses.queries.ts';
import { type DiscountRow, findDiscount } from '@diorama/shared/server/billing/discounts.ts';
import type { OrderRow } from '@diorama/shared/server/billing/order-row.ts';
import { attachPayment, findOrder, findPayer, openOrder } from '@diorama/shared/server/billing/orders.ts';
import { findSource, type SourceRow } from '@diorama/shared/server/billing/payment-sources.queries.ts';
import type { PaymentProvider } from '@diorama/shared/server/billing/providers/provider.ts';
import { periodOf, readSubscription } from '@diorama/shared/server/billing/subscription-row.queries.ts';
import { crashAt } from '@diorama/shared/server/runtime/failpoint.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Call } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { assertBillingAccess } from './assert-billing-access.ts';
import { callProvider } from './call-provider.ts';
import { CURRENCY } from './serializer.ts';

type NewOrder = InputOf<'createOrder'>['body'];
type Caller = Pick<Call<Actor>, 'actor' | 'ip'>;

/** The order service: the total of an order, and its payment provider. */
export function createOrderService(deps: Deps) {
  const { db, env, clock, payments } = deps;

  return {
    open: async (body: NewOrder, caller: Caller): Promise<OrderRow> => {
      const { account: accountId } = body;
      await assertBillingAccess(db, accountId, caller.actor);
      const price = getPrice(body.planPrice);
      const source = await getSource(db, body.paymentSource ?? null, accountId);
      const provider = payments.find(source?.provider ?? body.provider);
      if (provider === null) {
        throw new CodedError('payment.unavailable');
      }
      const now = clock.now();
      const promotion = runningPromotion(env.promo, now);
      const discount = await getDiscount(deps, body.discount ?? null, { price, promotion }, caller);
      const order = await openOrder(db, {
        accountId,
        userId: caller.actor.userId,
        price,
        promotion,
        discountId: discount?.id ?? null,
        now,
        provider: provider.name,
        sourceId: source?.id ?? null,
      });
      return begin(deps, provider, order);
    },

    quote: async (
      order: { account: string; planPrice: string; discount: string | null },
      caller: Caller,
    ): Promise<OutputOf<'quoteOrder'>> => {
      const { account: accountId } = order;
      await assertBillingAccess(db, accountId, caller.actor);
      const now = clock.now();
      const price = getPrice(order.planPrice);
      const promotion = runningPromotion(env.promo, now);
      const discount = await getDiscount(deps, order.discount, { price, promotion }, caller);
      const account = await readSubscription(db, accountId);
      if (discount !== null && account !== null) {
        const user = { accountId, ownerId: account.owner_id };
        await assertQuotable(db, discount, { user, price, promotion, now });
      }
      const percentage = discount?.percentage ?? null;
      const sum = quote({ price, promotion, percentage, period: periodOf(account), now });
      return { ...sum, code: discount?.code ?? null, discountPercentage: percentage, currency: CURRENCY };
    },
  };
}

/**
 * The named code. The promotion applies by itself, so naming it selects none. Each attempt counts, valid
 * or not.
 */
async function getDiscount(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  name: string | null,
  { price, promotion }: { price: PlanPrice; promotion: Promotion | null },
  { actor, ip }: Caller,
): Promise<DiscountRow | null> {
  if (name === null) {
    return null;
  }
  await limits.consumeFrom('discounts', ip);
  await limits.consume('discounts', actor.userId);
  if (isPromotion(name)) {
    if (discountedPrice(price, promotion) === null) {
      throw invalidDiscount('unknown');
    }
    return null;
  }
  const discount = await findDiscount(db, name);
  if (discount === null) {
    throw invalidDiscount('unknown');
  }
  return discount;
}

async function getSource(db: Deps['db'], id: string | null, accountId: string): Promise<SourceRow | null> {
  const source = id === null ? null : await findSource(db, id);
  if (id !== null && source?.account_id !== accountId) {
    throw invalidField('paymentSource', 'order.source.unknown');
  }
  return source;
}

/** Opens the payment of an order for the payer's confirmation, unless it is open. */
async function begin(deps: Deps, provider: PaymentProvider, order: OrderRow): Promise<OrderRow> {
  const { db, env } = deps;
  const isForPayer = order.kind === 'purchase' && order.source_id === null && order.total_amount > 0;
  if (!isForPayer || order.client_token !== null || order.provider !== provider.name) {
    return order;
  }
  const { id: orderId, total_amount: amount, currency, account_id: accountId } = order;
  const payer = { accountId, ref: await findPayer(db, accountId, provider.name) };
  // The order's id is the provider's idempotency key, so a crash between the two calls charges
  // nothing twice.
  const payment = await callProvider(deps, () => provider.create({ orderId, amount, currency, payer }));
  crashAt('after-create', env.failpoint);
  await attachPayment(db, order, payment);
  return (await findOrder(db, orderId)) ?? order;
}

function getPrice(id: string): PlanPrice {
  const price = existing(findPlanPrice(id));
  return price;
}
