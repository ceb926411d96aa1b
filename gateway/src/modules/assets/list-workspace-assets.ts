import type { InputOf, OutputOf } from '@diorama/shared/contract/index.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { listAssets } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { Urls } from '../../web/urls.ts';
import { findManagedAccountId } from '../accounts/account-access.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { listMadeAssets } from './list-made-assets.ts';
import { serializeAsset } from './serializer.ts';

/** A page of the files of a workspace, by default the user's own. Only managers of a workspace see any. */
export async function listWorkspaceAssets(
  deps: { db: Knex; urls: Urls },
  query: InputOf<'listAssets'>['query'],
  { userId, language }: { userId: string; language: Language },
): Promise<OutputOf<'listAssets'>> {
  const { db, urls } = deps;
  const { type } = query;
  const accountId = await findManagedAccountId(db, query['account.uuid'], userId);
  if (accountId === null) {
    return serializePage('/api/assets', query, { items: [], total: 0 });
  }
  const page = { accountId, ...pageOf(query) };
  const made = type === undefined ? null : await listMadeAssets(deps, { ...page, userId, type });
  if (made !== null) {
    return serializePage('/api/assets', query, made);
  }
  const { rows, total } = await listAssets(db, { ...page, type: type ?? null });
  const items = rows.map((row) => serializeAsset(urls, row, language));
  return serializePage('/api/assets', query, { items, total });
}
