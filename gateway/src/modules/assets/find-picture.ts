import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { invalidField } from '@diorama/shared/contract/errors.ts';
import { findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';

/** Asset types of pictures, by purpose. */
const KINDS = {
  avatar: [ASSET_TYPE.image],
  logo: [ASSET_TYPE.image],
  watermark: [ASSET_TYPE.image, ASSET_TYPE.customWatermark],
} as const;

/**
 * The stored picture of an asset, for use as avatar, logo or watermark. During the import it is the original;
 * the import replaces it.
 * @param wish - `propertyPath` is the field that is marked; without an `accountId` the picture must be
 * uploaded by the user, else belong to the workspace
 * @throws CodedError `request.invalid` when it is no picture, failed, or belongs to others.
 */
export async function findPicture(
  db: Knex,
  search: {
    assetId: string;
    userId: string;
    kind: keyof typeof KINDS;
    propertyPath: string;
    accountId?: string;
  },
): Promise<{ id: string; object: string }> {
  const { assetId, userId, kind, propertyPath, accountId } = search;
  const row = await findAsset(db, assetId);
  const isPicture = KINDS[kind].some((type) => type === row?.type);
  const isTheirs = accountId === undefined ? row?.created_by === userId : row?.account_id === accountId;
  const object = row?.main_object ?? row?.original_object ?? null;
  if (!row || !isTheirs || !isPicture || row.status === 'failed' || object === null) {
    throw invalidField(propertyPath, 'asset.unusable');
  }
  return { id: row.id, object };
}
