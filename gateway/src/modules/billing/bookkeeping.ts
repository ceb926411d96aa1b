import type { billingRoutes } from '@diorama/shared/contract/billing.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { ListQuery } from '@diorama/shared/contract/hydra.ts';
import { authorizeAccount } from '@diorama/shared/policy/account.ts';
import {
  findInvoice,
  listBillingInfos,
  listInvoices,
  listPaymentSources,
} from '@diorama/shared/server/billing/bookkeeping.queries.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { assertBillingReadAccess } from './assert-billing-access.ts';
import { serializeBillingInfo, serializeInvoice, serializePaymentSource } from './serializer.ts';

type BookkeepingRoutes = Pick<
  typeof billingRoutes,
  'listBillingInfos' | 'listPaymentSources' | 'listInvoices' | 'getInvoice'
>;

/** Bookkeeping of a workspace; only its owner reads it. */
export function bookkeepingHandlers(deps: Deps & { urls: Urls }): HandlersOf<BookkeepingRoutes> {
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
      const row = await findInvoice(db, params.id);
      if (!row) {
        throw new CodedError('request.not-found');
      }
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
