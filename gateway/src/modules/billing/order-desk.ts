import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf, OutputOf } from '@diorama/shared/contract/index.ts';
import { discountedPrice, PROMOTION, runningPromotion } from '@diorama/shared/domain/promotion.ts';
import { quote } from '@diorama/shared/domain/subscription.ts';
import { findPlanPrice, type PlanPrice } from '@diorama/shared/plans.ts';
import {
  attachPayment,
  findOrder,
  findPayer,
  type OrderRow,
  openOrder,
} from '@diorama/shared/server/db/orders.ts';
import { findSource, type SourceRow } from '@diorama/shared/server/db/payment-sources.ts';
import { periodOf, readSubscription } from '@diorama/shared/server/db/subscription-row.ts';
import { dieAt } from '@diorama/shared/server/failpoint.ts';
import type { PaymentProvider } from '@diorama/shared/server/payments/provider.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { askProviderNow } from './ask-provider-now.ts';
import { assertPays } from './assert-pays.ts';
import { CURRENCY } from './serializer.ts';

const DISCOUNT_UNKNOWN = {
  propertyPath: 'discount',
  code: 'order.discount.unknown',
  message: 'There is no such discount on this price now',
};
const SOURCE_UNKNOWN = {
  propertyPath: 'paymentSource',
  code: 'order.source.unknown',
  message: 'There is no such card or wallet in this workspace',
};

type NewOrder = InputOf<'createOrder'>['body'];

/** Where plans are ordered: what an order comes to, who is paid, and how. */
export function createOrderDesk(deps: Deps) {
  const { db, env, clock, payments } = deps;

  return {
    open: async (body: NewOrder, actor: Actor): Promise<OrderRow> => {
      await assertPays(db, body.account, actor);
      const price = getPrice(body.planPrice);
      const source = await getSource(body.paymentSource ?? null, body.account);
      const provider = payments.find(source?.provider ?? body.provider);
      if (provider === null) {
        throw new CodedError('payment.unavailable');
      }
      const now = clock.now();
      const promotion = runningPromotion(env.promo, now);
      const isOffered = body.discount === PROMOTION.uuid && discountedPrice(price, promotion) !== null;
      if (body.discount && !isOffered) {
        throw new CodedError('request.invalid', { violations: [DISCOUNT_UNKNOWN] });
      }
      const { account: accountId } = body;
      const purchase = { accountId, userId: actor.userId, price, promotion, now };
      const order = await openOrder(db, {
        ...purchase,
        provider: provider.name,
        sourceId: source?.id ?? null,
      });
      return begin(provider, order);
    },

    quote: async (accountId: string, priceId: string, actor: Actor): Promise<OutputOf<'quoteOrder'>> => {
      await assertPays(db, accountId, actor);
      const now = clock.now();
      const period = periodOf(await readSubscription(db, accountId));
      const sum = quote({
        price: getPrice(priceId),
        promotion: runningPromotion(env.promo, now),
        period,
        now,
      });
      return { ...sum, currency: CURRENCY };
    },
  };

  async function getSource(id: string | null, accountId: string): Promise<SourceRow | null> {
    const source = id === null ? null : await findSource(db, id);
    if (id !== null && source?.account_id !== accountId) {
      throw new CodedError('request.invalid', { violations: [SOURCE_UNKNOWN] });
    }
    return source;
  }

  /** Opens the payment of an order that its payer is to confirm, unless it is open. */
  async function begin(provider: PaymentProvider, order: OrderRow): Promise<OrderRow> {
    const isForPayer = order.kind === 'purchase' && order.source_id === null && order.total_amount > 0;
    if (!isForPayer || order.client_token !== null || order.provider !== provider.name) {
      return order;
    }
    const { id: orderId, total_amount: amount, currency, account_id: accountId } = order;
    const payer = { accountId, ref: await findPayer(db, accountId, provider.name) };
    // The order's id is the provider's idempotency key, so a crash between the two calls costs nothing.
    const payment = await askProviderNow(deps, () => provider.create({ orderId, amount, currency, payer }));
    dieAt('after-create', env.failpoint);
    await attachPayment(db, order, payment);
    return (await findOrder(db, orderId)) ?? order;
  }
}

function getPrice(id: string): PlanPrice {
  const price = findPlanPrice(id);
  if (!price) {
    throw new CodedError('request.not-found');
  }
  return price;
}
