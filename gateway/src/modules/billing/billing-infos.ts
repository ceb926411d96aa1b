import type { billingRoutes } from '@diorama/shared/contract/billing.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import {
  type BillingFields,
  findBillingInfo,
  putBillingInfo,
} from '@diorama/shared/server/billing/billing-infos.ts';
import type { Actor } from '../../auth/actor.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import {
  assertBillingAccess,
  assertBillingReadAccess,
  assertHiddenBillingAccess,
} from './assert-billing-access.ts';
import { serializeBillingInfo } from './serializer.ts';

type InfoRoutes = Pick<typeof billingRoutes, 'createBillingInfo' | 'updateBillingInfo' | 'getBillingInfo'>;

/** Billing details for invoices. */
export function billingInfoHandlers({ db }: Deps): HandlersOf<InfoRoutes> {
  const load = async (id: string, actor: Actor, assertMay: typeof assertHiddenBillingAccess) => {
    const row = await findBillingInfo(db, id);
    if (!row) {
      throw new CodedError('request.not-found');
    }
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
