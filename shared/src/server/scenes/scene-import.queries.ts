import { CodedError } from '../../contract/errors.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { chargeOriginal, lockAccount } from '../storage/storage.queries.ts';
import { findDocumentText } from './document-texts.queries.ts';

/** Data of an asset for a copy of it. */
export type AssetToCopy = {
  id: string;
  original_object: string | null;
  main_object: string | null;
  mobile_object: string | null;
  thumbnail_object: string | null;
  size: number;
};

/**
 * Filters assets that belong to a workspace and can be copied, without failed ones.
 * @throws CodedError `asset.not-ready` while one is converted, as a copy would lack it for ever.
 */
export async function listAssetsToCopy(
  db: Knex,
  accountId: string,
  ids: readonly string[],
): Promise<AssetToCopy[]> {
  const found: (AssetToCopy & { status: string })[] = await db('assets')
    .where({ account_id: accountId, deleted_at: null })
    .whereIn('id', [...ids])
    .whereNot({ status: 'failed' })
    .select('id', 'original_object', 'main_object', 'mobile_object', 'thumbnail_object', 'size', 'status');
  if (found.some(({ status }) => status !== 'ready')) {
    throw new CodedError('asset.not-ready');
  }
  return found;
}

/** Copies of stored objects by their originals, in a workspace. */
type CopiedObjects = { accountId: string; objects: ReadonlyMap<string, string> };

/** Ids that copies of assets will have: those of equal assets of the workspace, else new ones. */
export async function planAdoption(
  db: Knex,
  assets: readonly AssetToCopy[],
  target: CopiedObjects,
): Promise<Map<string, string>> {
  const planned = new Map<string, string>();
  for (const asset of assets) {
    const duplicate = await findDuplicate(db, asset.id, {
      ...target,
      copied: copiesOf(asset, target.objects),
    });
    planned.set(asset.id, duplicate ?? uuidv7());
  }
  return planned;
}

function copiesOf(asset: AssetToCopy, objects: ReadonlyMap<string, string>) {
  const copyOf = (object: string | null) => (object === null ? null : (objects.get(object) ?? null));
  return [
    copyOf(asset.original_object),
    copyOf(asset.main_object),
    copyOf(asset.mobile_object),
    copyOf(asset.thumbnail_object),
  ] as const;
}

/**
 * Creates a copy of another workspace's asset, with objects that were copied before, and charges the
 * workspace for its original. An equal asset with the same name is reused.
 * @returns the id of this workspace's asset.
 * @throws CodedError `security.account.storage-full`.
 */
export async function adoptAsset(
  trx: Knex,
  asset: AssetToCopy,
  target: CopiedObjects & { compositionId: string; userId: string; id?: string },
): Promise<string> {
  const { accountId, compositionId, userId, objects, id = uuidv7() } = target;
  const copied = copiesOf(asset, objects);
  // A concurrent copy of the same asset waits here, and finds this one.
  const account = await lockAccount(trx, accountId);
  const known = await findDuplicate(trx, asset.id, { accountId, copied });
  if (known !== null) {
    return known;
  }
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

/**
 * An asset of the workspace with the same content and metadata as one of another workspace; null without one.
 */
async function findDuplicate(
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

/** Document of a published scene as JSON text; null when nothing is published. */
export async function findPublishedText(db: Knex, compositionId: string): Promise<string | null> {
  const row = await db('compositions').where({ id: compositionId }).first('published_output_id as output');
  return row?.output ? findDocumentText(db, 'output', row.output) : null;
}
