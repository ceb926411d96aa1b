import { PICTURE_TYPES } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import { existing } from '@diorama/shared/contract/errors.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { isManager } from '@diorama/shared/policy/account.ts';
import { type AssetRow, findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Urls } from '../../web/urls.ts';
import { serializeAsset } from './serializer.ts';

/**
 * An asset as presented to a user who may see it. An original picture may contain its location, so it is only
 * for its uploader and for managers of the workspace.
 */
export async function readAsset(
  { db, urls }: { db: Knex; urls: Urls },
  row: AssetRow,
  { userId, language }: { userId: string; language: Language },
): Promise<Asset> {
  const asset = serializeAsset(urls, row, language);
  const isPicture = PICTURE_TYPES.some((type) => type === row.type);
  if (!isPicture || row.created_by === userId) {
    return asset;
  }
  const facts = await findAccountFacts(db, row.account_id, userId);
  return isManager(facts?.role) ? asset : { ...asset, originalUrl: null };
}

/** The current state of a file after an action. @throws CodedError `request.not-found` when it was deleted meanwhile. */
export async function reloadAsset(
  deps: { db: Knex; urls: Urls },
  id: string,
  reader: { userId: string; language: Language },
): Promise<Asset> {
  const row = existing(await findAsset(deps.db, id));
  return readAsset(deps, row, reader);
}
