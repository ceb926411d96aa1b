import type { billingRoutes } from '@diorama/shared/contract/billing.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { makeDefault } from '@diorama/shared/server/billing/make-default.queries.ts';
import { findPayer, savePayer } from '@diorama/shared/server/billing/orders.ts';
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
import type { Actor } from '../../auth/actor.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import {
  assertBillingAccess,
  assertBillingReadAccess,
  assertHiddenBillingAccess,
} from './assert-billing-access.ts';
import { callProvider } from './call-provider.ts';
import { serializePaymentSource } from './serializer.ts';

type SourceRoutes = Pick<
  typeof billingRoutes,
  'getPaymentSource' | 'updatePaymentSource' | 'deletePaymentSource' | 'getSourceIntent'
>;

/** Payment sources of a workspace; only its owner accesses them. */
export function sourceHandlers(deps: Deps): HandlersOf<SourceRoutes> {
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
    const source = await findSource(db, id);
    if (!source) {
      throw new CodedError('request.not-found');
    }
    await assertMay(db, source.account_id, actor);
    return source;
  }
}
