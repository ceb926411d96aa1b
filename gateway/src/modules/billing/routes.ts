import type { billingRoutes } from '@diorama/shared/contract/billing.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { runningPromotion } from '@diorama/shared/domain/promotion.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { askProvider, findOrder } from '@diorama/shared/server/db/orders.ts';
import { recordNotice } from '@diorama/shared/server/db/payment-notices.ts';
import { InvalidNoticeError } from '@diorama/shared/server/payments/provider.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { memberOf, presentAll } from '../lists.ts';
import { assertReadsBooks } from './assert-pays.ts';
import { billingInfoHandlers } from './billing-infos.ts';
import { bookHandlers } from './books.ts';
import { createOrderDesk } from './order-desk.ts';
import { createSandboxDesk } from './sandbox-desk.ts';
import { type Offer, presentOrder, presentPlanPrice, presentPlans } from './serializer.ts';
import { sourceHandlers } from './sources.ts';

/** Plans, orders and webhooks of payment providers. */
export function billingHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof billingRoutes> {
  const { db, env, clock, payments, logger } = deps;
  const sandbox = createSandboxDesk(deps);
  const orders = createOrderDesk(deps);
  /** Current offer with its prices. */
  const offer = (): Offer => ({ now: clock.now(), promotion: runningPromotion(env.promo, clock.now()) });

  return {
    ...bookHandlers(deps),
    ...billingInfoHandlers(deps),
    ...sourceHandlers(deps),

    // All existing plans are for sale and public. Other filters return none.
    listPlans: async ({ query }) => {
      const isAsked = query.isActive !== false && query.publicDisplay !== false;
      return presentAll('/api/plans-full', isAsked ? presentPlans(offer()) : []);
    },

    listPlanPrices: async () =>
      presentAll(
        '/api/defaults/plan-prices',
        PLAN_PRICES.map((price) => presentPlanPrice(price, offer())),
      ),

    getPlan: async ({ params }) => memberOf(presentPlans(offer()), params.id),

    getPlanPrice: async ({ params }) =>
      memberOf(
        PLAN_PRICES.map((price) => presentPlanPrice(price, offer())),
        params.id,
      ),

    getOrder: async ({ params }, { actor }) => {
      const order = await findOrder(db, params.id);
      if (!order) {
        throw new CodedError('request.not-found');
      }
      await assertReadsBooks(db, order.account_id, actor);
      return presentOrder(order);
    },

    createOrder: async ({ body }, call) => presentOrder(await orders.open(body, call)),

    quoteOrder: async ({ params, query }, call) =>
      orders.quote({ ...params, discount: query.discount ?? null }, call),

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
      const provider = payments.find(params.provider);
      if (provider === null) {
        throw new CodedError('request.not-found');
      }
      try {
        const { eventId, ref } = await provider.readNotice(raw ?? Buffer.alloc(0), ctx.req.headers);
        if (ref !== null) {
          await recordNotice(db, { provider: provider.name, eventId, ref });
        }
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
