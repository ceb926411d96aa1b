import type { billingRoutes } from '@diorama/shared/contract/billing.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { runningPromotion } from '@diorama/shared/domain/promotion.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { findOrder, requestReconciliation } from '@diorama/shared/server/billing/orders.ts';
import { InvalidWebhookError } from '@diorama/shared/server/billing/providers/provider.ts';
import { recordWebhookEvent } from '@diorama/shared/server/billing/webhook-events.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { memberOf, serializeAll } from '../pagination.ts';
import { assertBillingReadAccess } from './assert-billing-access.ts';
import { billingInfoHandlers } from './billing-infos.ts';
import { bookkeepingHandlers } from './bookkeeping.ts';
import { createOrderService } from './order-service.ts';
import { createSandboxService } from './sandbox-service.ts';
import { type Offer, serializeOrder, serializePlanPrice, serializePlans } from './serializer.ts';
import { sourceHandlers } from './sources.ts';

/** Plans, orders and webhooks of payment providers. */
export function billingHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof billingRoutes> {
  const { db, env, clock, payments, logger } = deps;
  const sandbox = createSandboxService(deps);
  const orders = createOrderService(deps);
  /** Current offer with its prices. */
  const offer = (): Offer => ({ now: clock.now(), promotion: runningPromotion(env.promo, clock.now()) });

  return {
    ...bookkeepingHandlers(deps),
    ...billingInfoHandlers(deps),
    ...sourceHandlers(deps),

    // All existing plans are for sale and public. Other filters return none.
    listPlans: async ({ query }) => {
      const isAsked = query.isActive !== false && query.publicDisplay !== false;
      return serializeAll('/api/plans-full', isAsked ? serializePlans(offer()) : []);
    },

    listPlanPrices: async () =>
      serializeAll(
        '/api/defaults/plan-prices',
        PLAN_PRICES.map((price) => serializePlanPrice(price, offer())),
      ),

    getPlan: async ({ params }) => memberOf(serializePlans(offer()), params.id),

    getPlanPrice: async ({ params }) =>
      memberOf(
        PLAN_PRICES.map((price) => serializePlanPrice(price, offer())),
        params.id,
      ),

    getOrder: async ({ params }, { actor }) => {
      const order = await findOrder(db, params.id);
      if (!order) {
        throw new CodedError('request.not-found');
      }
      await assertBillingReadAccess(db, order.account_id, actor);
      return serializeOrder(order);
    },

    createOrder: async ({ body }, call) => serializeOrder(await orders.open(body, call)),

    quoteOrder: async ({ params, query }, call) =>
      orders.quote({ ...params, discount: query.discount ?? null }, call),

    checkOrderStatus: async ({ params }) => {
      const order = await findOrder(db, params.id);
      if (!order) {
        throw new CodedError('request.not-found');
      }
      await requestReconciliation(db, order.id);
      return { status: order.status, active: order.is_active };
    },

    confirmSandboxPayment: async ({ params, body }) => sandbox.confirm(params.token, body),

    receiveWebhook: async ({ params }, { raw, ctx }) => {
      const provider = payments.find(params.provider);
      if (provider === null) {
        throw new CodedError('request.not-found');
      }
      try {
        const { eventId, ref } = await provider.verifyWebhook(raw ?? Buffer.alloc(0), ctx.req.headers);
        if (ref !== null) {
          await recordWebhookEvent(db, { provider: provider.name, eventId, ref });
        }
      } catch (error) {
        if (error instanceof InvalidWebhookError) {
          logger.warn({ reason: error.message }, 'a payment notice was refused');
          throw new CodedError('request.malformed', { cause: error });
        }
        throw error;
      }
      return undefined;
    },
  };
}
