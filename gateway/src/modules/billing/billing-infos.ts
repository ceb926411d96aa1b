import type { billingRoutes } from '@diorama/shared/contract/billing.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import {
  type BillingFields,
  findBillingInfo,
  putBillingInfo,
} from '@diorama/shared/server/db/repositories/billing-infos.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { assertPays, assertPaysHidden } from './assert-pays.ts';
import { presentBillingInfo } from './serializer.ts';

type InfoRoutes = Pick<typeof billingRoutes, 'createBillingInfo' | 'updateBillingInfo'>;

/** What invoices are made out to. */
export function billingInfoHandlers({ db }: Deps): HandlersOf<InfoRoutes> {
  return {
    createBillingInfo: async ({ body }, { actor }) => {
      await assertPays(db, body.account, actor);
      return presentBillingInfo(await putBillingInfo(db, body.account, toFields(body)));
    },
    updateBillingInfo: async ({ params, body }, { actor }) => {
      const row = await findBillingInfo(db, params.id);
      if (!row) {
        throw new CodedError('request.not-found');
      }
      await assertPaysHidden(db, row.account_id, actor);
      return presentBillingInfo(await putBillingInfo(db, row.account_id, toFields(body)));
    },
  };
}

/** What was sent, by column; what was not sent stays. */
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
