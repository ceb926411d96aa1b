import type { billingRoutes } from '@diorama/shared/contract/billing.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { ListQuery } from '@diorama/shared/contract/hydra.ts';
import { defaultsEn } from '@diorama/shared/i18n/defaults.en.ts';
import { defaultsEs } from '@diorama/shared/i18n/defaults.es.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { authorizeAccount } from '@diorama/shared/policy/account.ts';
import { findAccountFacts } from '@diorama/shared/server/db/read-models/accounts.ts';
import {
  findInvoice,
  listBillingInfos,
  listInvoices,
  listPaymentSources,
} from '@diorama/shared/server/db/read-models/billing.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { memberOf, pageOf, serializeAll, serializePage } from '../pagination.ts';
import { assertBillingReadAccess } from './assert-billing-access.ts';
import { serializeBillingInfo, serializeInvoice, serializePaymentSource } from './serializer.ts';

type BookkeepingRoutes = Pick<
  typeof billingRoutes,
  'listBillingInfos' | 'listPaymentSources' | 'listInvoices' | 'getInvoice' | 'listPrivacies' | 'getPrivacy'
>;

/** Privacy levels of a scene, in the order of their display. */
export const PRIVACIES = [
  { uuid: '01900000-0000-7000-8000-000000000101', name: 'private' },
  { uuid: '01900000-0000-7000-8000-000000000102', name: 'public' },
  { uuid: '01900000-0000-7000-8000-000000000103', name: 'password' },
] as const;
const CATALOGUES = { en: defaultsEn, es: defaultsEs } as const;

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
    listPrivacies: async (_input, { language }) => serializePrivacies(language),
    getPrivacy: async ({ params }, { language }) => memberOf(serializePrivacies(language).member, params.id),
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

function serializePrivacies(language: Language) {
  return serializeAll(
    '/api/defaults/privacy',
    PRIVACIES.map((privacy, position) => ({
      '@id': `/api/defaults/privacy/${privacy.uuid}`,
      '@type': 'Privacy' as const,
      ...privacy,
      // The name in lower case is the privacy, independent of the language.
      description: `${privacy.name.charAt(0).toUpperCase()}${privacy.name.slice(1)}`,
      help: CATALOGUES[language][`privacy.${privacy.name}.text`],
      position,
    })),
  );
}
