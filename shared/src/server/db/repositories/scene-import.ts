import { uuidv7 } from '../../ids.ts';
import type { Knex } from '../knex.ts';
import { recordLive } from '../live-events.ts';
import { chargeOriginal, lockAccount } from '../storage.ts';

/** An asset as a copy of it needs it. */
export type AssetToCopy = {
  id: string;
  original_object: string | null;
  main_object: string | null;
  mobile_object: string | null;
  thumbnail_object: string | null;
  size: number;
};

/** Of some assets, those that belong to a workspace and are ready to be drawn. */
export async function listAssetsToCopy(
  db: Knex,
  accountId: string,
  ids: readonly string[],
): Promise<AssetToCopy[]> {
  return db('assets')
    .where({ account_id: accountId, status: 'ready', deleted_at: null })
    .whereIn('id', [...ids])
    .select('id', 'original_object', 'main_object', 'mobile_object', 'thumbnail_object', 'size');
}

/**
 * Makes an asset of another workspace one of this, with objects that were copied before, and charges the workspace
 * for its original. What the workspace has already under the same name stays the only one.
 * @returns the id of the asset that is this workspace's.
 * @throws CodedError `security.account.storage-full`.
 */
export async function adoptAsset(
  trx: Knex,
  asset: AssetToCopy,
  target: { accountId: string; compositionId: string; userId: string; objects: ReadonlyMap<string, string> },
): Promise<string> {
  const { accountId, compositionId, userId, objects } = target;
  const copyOf = (object: string | null) => (object === null ? null : (objects.get(object) ?? null));
  const copied = [
    copyOf(asset.original_object),
    copyOf(asset.main_object),
    copyOf(asset.mobile_object),
    copyOf(asset.thumbnail_object),
  ] as const;
  // Whoever else makes the same copy waits here, and finds this one.
  const account = await lockAccount(trx, accountId);
  const known = await findTwin(trx, asset.id, { accountId, copied });
  if (known !== null) {
    return known;
  }
  const id = uuidv7();
  const [original] = copied;
  if (original !== null) {
    await chargeOriginal(trx, { accountId, account, objectId: original, size: asset.size });
  }
  await trx.raw(
    `insert into assets (id, account_id, composition_id, created_by, type, upload_type, name, size, status, progress,
       original_object, main_object, mobile_object, thumbnail_object, report, extra)
     select ?, ?, ?, ?, type, upload_type, name, size, status, progress, ?, ?, ?, ?, report, extra from assets where id = ?`,
    [id, accountId, compositionId, userId, ...copied, asset.id],
  );
  await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
  return id;
}

/** What a workspace has already that is the same as an asset of another one in all that is seen of it; null for nothing. */
async function findTwin(
  trx: Knex,
  asset: string,
  { accountId, copied }: { accountId: string; copied: readonly (string | null)[] },
): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select twin.id from assets a join assets twin
       on (twin.type, twin.upload_type, twin.name, twin.extra)
         is not distinct from (a.type, a.upload_type, a.name, a.extra)
     where a.id = ? and twin.account_id = ? and twin.status = 'ready' and twin.deleted_at is null
       and (twin.original_object, twin.main_object, twin.mobile_object, twin.thumbnail_object)
         is not distinct from (?::uuid, ?::uuid, ?::uuid, ?::uuid)
     order by twin.id limit 1`,
    [asset, accountId, ...copied],
  );
  return rows[0]?.id ?? null;
}

/** The document that visitors of a published scene see, as it was stored; null when nothing is published. */
export async function findPublishedDocument(db: Knex, compositionId: string): Promise<unknown> {
  const row = await db('compositions as c')
    .join('scene_outputs as o', 'o.id', 'c.published_output_id')
    .where('c.id', compositionId)
    .first('o.document');
  return row?.document ?? null;
}
