import type { billingRoutes } from '@diorama/shared/contract/billing.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { discountedPrice, PROMOTION, runningPromotion } from '@diorama/shared/domain/promotion.ts';
import { findPlanPrice, PLAN_PRICES } from '@diorama/shared/plans.ts';
import { judgeAccount } from '@diorama/shared/policy/account.ts';
import {
  askProvider,
  attachPayment,
  findOrder,
  openOrder,
  recordNotice,
} from '@diorama/shared/server/db/orders.ts';
import { findAccountFacts } from '@diorama/shared/server/db/read-models/accounts.ts';
import { InvalidNoticeError } from '@diorama/shared/server/payments/provider.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { presentAll } from '../lists.ts';
import { bookHandlers } from './books.ts';
import { createSandboxDesk } from './sandbox-desk.ts';
import { type Offer, presentDiscount, presentOrder, presentPlanPrice, presentPlans } from './serializer.ts';

const DISCOUNT_UNKNOWN = {
  propertyPath: 'discount',
  code: 'order.discount.unknown',
  message: 'There is no such discount on this price now',
};

/** Plans, orders and what payment providers tell us. */
export function billingHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof billingRoutes> {
  const { db, env, clock, payments, logger } = deps;
  const sandbox = createSandboxDesk(deps);
  /** What is sold at this moment, and for how much. */
  const offer = (): Offer => ({ now: clock.now(), promotion: runningPromotion(env.promo, clock.now()) });

  return {
    ...bookHandlers(deps),

    listPlans: async () => presentAll('/api/plans-full', presentPlans(offer())),

    listPlanPrices: async () =>
      presentAll(
        '/api/defaults/plan-prices',
        PLAN_PRICES.map((price) => presentPlanPrice(price, offer())),
      ),

    getDiscount: async ({ params }) => {
      const { promotion } = offer();
      const isPromotion = [PROMOTION.code, PROMOTION.uuid].some((name) => name === params.id);
      if (!isPromotion || promotion === null) {
        throw new CodedError('request.not-found');
      }
      return presentDiscount(promotion);
    },

    createOrder: async ({ body }, { actor }) => {
      const facts = await findAccountFacts(db, body.account, actor.userId);
      const verdict = judgeAccount('pay', facts ?? { role: null, isActive: true });
      const price = findPlanPrice(body.planPrice);
      if (!verdict.allowed || !price) {
        throw new CodedError(verdict.allowed ? 'request.not-found' : verdict.code);
      }
      const provider = payments;
      if (provider === null) {
        throw new CodedError('payment.unavailable');
      }
      const { promotion } = offer();
      const discounted = discountedPrice(price, promotion);
      if (body.discount && (body.discount !== PROMOTION.uuid || discounted === null)) {
        throw new CodedError('request.invalid', { violations: [DISCOUNT_UNKNOWN] });
      }
      const order = await openOrder(db, {
        accountId: body.account,
        userId: actor.userId,
        price,
        total: discounted ?? price.price,
        provider: provider.name,
      });
      if (order.client_token === null) {
        const { id: orderId, total_amount: amount, currency } = order;
        // The order's id is the provider's idempotency key, so a crash between the two calls costs nothing.
        const payment = await provider.create({ orderId, amount, currency });
        await attachPayment(db, orderId, payment);
      }
      const complete = await findOrder(db, order.id);
      return presentOrder(complete ?? order);
    },

    checkOrderStatus: async ({ params }) => {
      const order = await findOrder(db, params.id);
      if (!order) {
        throw new CodedError('request.not-found');
      }
      await askProvider(db, order.id);
      return { status: order.status, active: order.is_active };
    },

    confirmSandboxPayment: async ({ params, body }) => sandbox.confirm(params.token, body),

    receiveWebhook: async ({ params }, { raw, ctx }) => {
      if (params.provider !== payments?.name) {
        throw new CodedError('request.not-found');
      }
      try {
        const notice = payments.readNotice(raw ?? Buffer.alloc(0), ctx.req.headers);
        await recordNotice(db, { provider: payments.name, ...notice });
      } catch (error) {
        if (error instanceof InvalidNoticeError) {
          logger.warn({ reason: error.message }, 'a payment notice was refused');
          throw new CodedError('request.malformed', { cause: error });
        }
        throw error;
      }
      return undefined;
    },
  };
}
