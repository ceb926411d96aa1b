import type { billingRoutes } from '@diorama/shared/contract/billing.ts';
import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import type { ListQuery } from '@diorama/shared/contract/hydra.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { runningPromotion } from '@diorama/shared/domain/promotion.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { authorizeAccount } from '@diorama/shared/policy/account.ts';
import {
  type BillingFields,
  findBillingInfo,
  putBillingInfo,
} from '@diorama/shared/server/billing/billing-infos.ts';
import {
  findInvoice,
  listBillingInfos,
  listInvoices,
  listPaymentSources,
} from '@diorama/shared/server/billing/bookkeeping.queries.ts';
import { makeDefault } from '@diorama/shared/server/billing/make-default.queries.ts';
import {
  findOrder,
  findPayer,
  requestReconciliation,
  savePayer,
} from '@diorama/shared/server/billing/orders.ts';
import {
  attachSetup,
  findSetup,
  openSetup,
  requestSetupCheck,
} from '@diorama/shared/server/billing/payment-setups.queries.ts';
import {
  findSource,
  removeSource,
  type SourceRow,
} from '@diorama/shared/server/billing/payment-sources.queries.ts';
import { InvalidWebhookError } from '@diorama/shared/server/billing/providers/provider.ts';
import { recordWebhookEvent } from '@diorama/shared/server/billing/webhook-events.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { memberOf, pageOf, serializeAll, serializePage } from '../pagination.ts';
import {
  assertBillingAccess,
  assertBillingReadAccess,
  assertHiddenBillingAccess,
} from './assert-billing-access.ts';
import { callProvider } from './call-provider.ts';
import { createOrderService } from './order-service.ts';
import { createSandboxService } from './sandbox-service.ts';
import {
  type Offer,
  serializeBillingInfo,
  serializeInvoice,
  serializeOrder,
  serializePaymentSource,
  serializePlanPrice,
  serializePlans,
} from './serializer.ts';

type SourceRoutes = Pick<
  typeof billingRoutes,
  'getPaymentSource' | 'updatePaymentSource' | 'deletePaymentSource' | 'getSourceIntent'
>;

type BookkeepingRoutes = Pick<
  typeof billingRoutes,
  'listBillingInfos' | 'listPaymentSources' | 'listInvoices' | 'getInvoice'
>;

type InfoRoutes = Pick<typeof billingRoutes, 'createBillingInfo' | 'updateBillingInfo' | 'getBillingInfo'>;

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
      const order = existing(await findOrder(db, params.id));
      await assertBillingReadAccess(db, order.account_id, actor);
      return serializeOrder(order);
    },

    createOrder: async ({ body }, call) => serializeOrder(await orders.open(body, call)),

    quoteOrder: async ({ params, query }, call) =>
      orders.quote({ ...params, discount: query.discount ?? null }, call),

    checkOrderStatus: async ({ params }) => {
      const order = existing(await findOrder(db, params.id));
      await requestReconciliation(db, order.id);
      return { status: order.status, active: order.is_active };
    },

    confirmSandboxPayment: async ({ params, body }) => sandbox.confirm(params.token, body),

    receiveWebhook: async ({ params }, { raw, ctx }) => {
      const provider = existing(payments.find(params.provider));
      try {
        const { eventId, ref } = await provider.verifyWebhook(raw ?? Buffer.alloc(0), ctx.req.headers);
        if (ref !== null) {
          await recordWebhookEvent(db, { provider: provider.name, eventId, ref });
        }
      } catch (error) {
        if (error instanceof InvalidWebhookError) {
          logger.warn({ reason: error.message }, 'webhook event rejected');
          throw new CodedError('request.malformed', { cause: error });
        }
        throw error;
      }
      return undefined;
    },
  };
}

/** Billing details for invoices. */
function billingInfoHandlers({ db }: Deps): HandlersOf<InfoRoutes> {
  const load = async (id: string, actor: Actor, assertMay: typeof assertHiddenBillingAccess) => {
    const row = existing(await findBillingInfo(db, id));
    await assertMay(db, row.account_id, actor);
    return row;
  };
  return {
    createBillingInfo: async ({ body }, { actor }) => {
      await assertBillingAccess(db, body.account, actor);
      return serializeBillingInfo(await putBillingInfo(db, body.account, toFields(body)));
    },
    getBillingInfo: async ({ params }, { actor }) =>
      serializeBillingInfo(await load(params.id, actor, assertBillingReadAccess)),
    updateBillingInfo: async ({ params, body }, { actor }) => {
      const row = await load(params.id, actor, assertHiddenBillingAccess);
      return serializeBillingInfo(await putBillingInfo(db, row.account_id, toFields(body)));
    },
  };
}

/** The sent fields by column. Missing fields stay unchanged. */
function toFields(body: InputOf<'updateBillingInfo'>['body']): Partial<BillingFields> {
  const fields = {
    name: body.name,
    email: body.email,
    address_line1: body.addressLine1,
    city: body.city,
    state: body.state,
    postal_code: body.postalCode,
    country: body.country,
    legal_id: body.legalId,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Bookkeeping of a workspace; only its owner reads it. */
function bookkeepingHandlers(deps: Deps & { urls: Urls }): HandlersOf<BookkeepingRoutes> {
  const { db, urls } = deps;

  return {
    listBillingInfos: async ({ query }, { actor }) => {
      const { rows, total } = await listBillingInfos(db, await filterOf(query, actor.userId));
      return serializePage('/api/billing-infos', query, { items: rows.map(serializeBillingInfo), total });
    },
    listPaymentSources: async ({ query }, { actor }) => {
      const { rows, total } = await listPaymentSources(db, await filterOf(query, actor.userId));
      return serializePage('/api/payment-sources', query, { items: rows.map(serializePaymentSource), total });
    },
    listInvoices: async ({ query }, { actor }) => {
      const { rows, total } = await listInvoices(db, await filterOf(query, actor.userId));
      const items = rows.map((row) => serializeInvoice(urls, row));
      return serializePage('/api/invoices', query, { items, total });
    },
    getInvoice: async ({ params }, { actor }) => {
      const row = existing(await findInvoice(db, params.id));
      await assertBillingReadAccess(db, row.account_id, actor);
      return serializeInvoice(urls, row);
    },
  };

  async function filterOf(query: ListQuery & { 'account.uuid'?: string | undefined }, ownerId: string) {
    const accountId = query['account.uuid'] ?? null;
    if (accountId !== null) {
      await assertOwner(accountId, ownerId);
    }
    return { ownerId, accountId, ...pageOf(query) };
  }

  /**
   * Admins see the workspace but not its bookkeeping. For others the list is empty, as for a
   * missing workspace.
   * The owner of a suspended workspace may still read their payments.
   */
  async function assertOwner(accountId: string, userId: string): Promise<void> {
    const facts = await findAccountFacts(db, accountId, userId);
    const verdict = authorizeAccount('pay', { role: facts?.role ?? null, isActive: true });
    if (verdict.allowed || verdict.code === 'request.not-found') {
      return;
    }
    throw new CodedError(verdict.code);
  }
}

/** Payment sources of a workspace; only its owner accesses them. */
function sourceHandlers(deps: Deps): HandlersOf<SourceRoutes> {
  const { db, payments } = deps;

  return {
    getPaymentSource: async ({ params }, { actor }) =>
      serializePaymentSource(await load(params.id, actor, assertBillingReadAccess)),

    updatePaymentSource: async ({ params }, { actor }) => {
      const source = await load(params.id, actor);
      await db.transaction((trx) => makeDefault(trx, source));
      return serializePaymentSource({ ...source, is_default: true });
    },

    deletePaymentSource: async ({ params }, { actor }) => {
      const source = await load(params.id, actor);
      const provider = payments.find(source.provider);
      if (provider !== null) {
        await callProvider(deps, () => provider.detach(source.provider_ref));
      }
      await removeSource(db, source);
      return undefined;
    },

    getSourceIntent: async ({ params, query }, { actor }) => {
      await assertBillingAccess(db, params.id, actor);
      const provider = payments.find(query.provider);
      if (provider === null) {
        throw new CodedError('payment.unavailable');
      }
      const setup = await openSetup(db, params.id, provider.name);
      if (setup.client_token !== null) {
        // The owner may have confirmed it already: PayPal sends no webhook for a wallet, and others' webhooks
        // get lost.
        await requestSetupCheck(db, setup.id);
        return { token: setup.client_token, provider: provider.name };
      }
      const payer = { accountId: params.id, ref: await findPayer(db, params.id, provider.name) };
      const payment = await callProvider(deps, () => provider.setUp({ setupId: setup.id, payer }));
      await savePayer(db, params.id, provider.name, payment.payerRef);
      await attachSetup(db, setup.id, payment);
      const kept = await findSetup(db, setup.id);
      return { token: kept?.client_token ?? payment.clientToken, provider: provider.name };
    },
  };

  async function load(id: string, actor: Actor, assertMay = assertHiddenBillingAccess): Promise<SourceRow> {
    const source = existing(await findSource(db, id));
    await assertMay(db, source.account_id, actor);
    return source;
  }
}
