import { CodedError } from '../../contract/errors.ts';
import { type ImportPriority, importPriority } from '../../domain/import-queue.ts';
import type { Knex } from '../db/knex.ts';
import { transact } from '../db/transaction.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { chargeOriginal, lockAccount, recountStorage } from '../storage/storage.queries.ts';
import { scenesUsing, usedInLibrary } from './asset-uses.queries.ts';

/** A stored file that is about to become an asset. */
export type NewAsset = {
  /** A second asset with the same id is ignored. */
  id?: string;
  accountId: string;
  compositionId: string | null;
  userId: string;
  type: number;
  uploadType: string | null;
  name: string;
  size: number;
  objectId: string;
  /** Resumable upload of the file. */
  uploadId: string | null;
};

/**
 * Creates an asset from a stored original, charges the workspace and requests the import, in one transaction.
 * @returns the asset's id.
 * @throws CodedError `security.account.storage-full`.
 */
export async function createAsset(db: Knex, asset: NewAsset): Promise<string> {
  const id = asset.id ?? uuidv7();
  await transact(db, async (trx) => {
    const account = await lockAccount(trx, asset.accountId);
    if (asset.id !== undefined && (await trx('assets').where({ id }).first('id'))) {
      return;
    }
    await chargeOriginal(trx, {
      accountId: asset.accountId,
      account,
      objectId: asset.objectId,
      size: asset.size,
    });
    const place = await lastInLine(trx, asset);
    await trx('assets').insert({
      id,
      account_id: asset.accountId,
      composition_id: asset.compositionId,
      created_by: asset.userId,
      type: asset.type,
      upload_type: asset.uploadType,
      name: asset.name,
      size: asset.size,
      original_object: asset.objectId,
      upload_id: asset.uploadId,
      turn: place.turn,
    });
    await requestImport(trx, { id, accountId: asset.accountId, ...place });
    await recordLive(trx, { topic: 'asset', id, type: 'created', accountId: asset.accountId });
  });
  return id;
}

/**
 * Reimports a file after a failed import, from its original, which is kept for a day. It is charged and
 * queued like a new upload. An asset that did not fail, or is already being reimported, is unchanged.
 * @returns false where the original is gone.
 * @throws CodedError `security.account.storage-full`.
 */
export async function importAgain(db: Knex, id: string): Promise<boolean> {
  return transact(db, async (trx) => {
    // A concurrent second request waits here and then finds the asset queued.
    const row: FailedRow | undefined = await trx('assets')
      .where({ id, status: 'failed', deleted_at: null })
      .forNoKeyUpdate()
      .first('account_id', 'original_object', 'size', 'import_round');
    if (!row) {
      return true;
    }
    const { account_id: accountId, original_object: objectId, size } = row;
    if (objectId === null) {
      return false;
    }
    const account = await lockAccount(trx, accountId);
    await chargeOriginal(trx, { accountId, account, objectId, size });
    const place = await lastInLine(trx, { accountId, size });
    // Fences of the new job start at the first run; runs of the old job, dead-lettered or active, belong to
    // another round.
    const round = row.import_round + 1;
    const begun = { status: 'uploaded', progress: 0, turn: place.turn, fence: 0, import_round: round };
    const unmade = { main_object: null, mobile_object: null, thumbnail_object: null, report: null };
    const noError = { error_code: null, error_detail: null, failed_at: null };
    await trx('assets')
      .where({ id })
      .update({ ...begun, ...unmade, ...noError, updated_at: trx.fn.now() });
    await requestImport(trx, { id, accountId, round, ...place });
    await recordLive(trx, { topic: 'asset', id, type: 'updated', accountId });
    return true;
  });
}

type FailedRow = { account_id: string; original_object: string | null; size: number; import_round: number };

/** Requests the import of a charged asset, and publishes the charge to its workspace. */
async function requestImport(
  trx: Knex,
  {
    id,
    accountId,
    turn,
    isLarge,
    round = 0,
  }: ImportPriority & { id: string; accountId: string; round?: number },
): Promise<void> {
  const where = { ...(turn > 0 && { turn }), ...(isLarge && { isLarge }), ...(round > 0 && { round }) };
  await recordEvent(trx, { name: 'asset.uploaded', payload: { assetId: id, ...where } });
  await recordEvent(trx, { name: 'storage.changed', payload: { accountId } });
  await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
}

/** Turn of an upload after the waiting ones of its workspace. */
async function lastInLine(
  trx: Knex,
  { accountId, size }: { accountId: string; size: number },
): Promise<ImportPriority> {
  return importPriority({ waiting: await countWaiting(trx, accountId), size });
}

/** Number of waiting uploads of a workspace. */
async function countWaiting(trx: Knex, accountId: string): Promise<number> {
  const row = await trx('assets')
    .where({ account_id: accountId, status: 'uploaded', deleted_at: null })
    .count({ count: '*' })
    .first();
  return Number(row?.count ?? 0);
}

/** Asset or import of a finished resumable upload. */
export async function findIdOfUpload(db: Knex, uploadId: string): Promise<string | null> {
  return (await findFinishedUpload(db, uploadId))?.id ?? null;
}

/** A finished upload with the id of its asset or import; `size` in bytes. */
export type FinishedUpload = { id: string; ownerId: string; size: number };

/** Returns the result, author and size of a finished resumable upload, or null while it is open or unknown. */
export async function findFinishedUpload(db: Knex, uploadId: string): Promise<FinishedUpload | null> {
  const { rows } = await db.raw<{ rows: FinishedUpload[] }>(
    `select id, created_by as "ownerId", size from assets where upload_id = :upload and deleted_at is null
     union all select id, user_id, size from workspace_imports where upload_id = :upload`,
    { upload: uploadId },
  );
  return rows[0] ?? null;
}

/** A scene that prevents the deletion of a file. */
export type UsingScene = { '@id': string; name: string };

/** Maximum number of scenes in the error. */
const MAX_SCENES = 100;

/**
 * Deletes a file: it disappears from all lists, scenes and pages, its workspace regains the bytes, and the
 * objects are swept later. With `force` also a file in use: scenes show it as missing, the library and the
 * watermark lose it. With `besides` also a file that only the current state of this scene uses.
 * @returns whether it still existed.
 * @throws CodedError `asset.in-use` with the workspace's scenes that use it, including those in the trash;
 * without scenes where only the library, the watermark or scenes of other workspaces use it.
 */
export async function deleteAsset(
  db: Knex,
  asset: { id: string; force: boolean; besides?: string | null },
): Promise<boolean> {
  const { id, force, besides = null } = asset;
  return transact(db, async (trx) => {
    // A new use in a scene or a comment inserts a row with a foreign key to this one, so it
    // is visible here or waits.
    const row = await trx('assets').where({ id, deleted_at: null }).forUpdate().first('account_id');
    if (!row) {
      return false;
    }
    const accountId: string = row.account_id;
    if (!force) {
      await assertUnused(trx, { id, accountId, besides });
    }
    await trx('library_items').where({ asset_id: id }).delete();
    await trx('accounts').where({ watermark_asset: id }).update({ watermark_asset: null });
    const none = { original_object: null, main_object: null, mobile_object: null, thumbnail_object: null };
    await trx('assets')
      .where({ id })
      .update({ ...none, deleted_at: trx.fn.now(), updated_at: trx.fn.now() });
    await recountStorage(trx, accountId);
    await recordEvent(trx, { name: 'storage.changed', payload: { accountId } });
    await recordLive(trx, { topic: 'asset', id, type: 'deleted', accountId });
    await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
    return true;
  });
}

/** Automatic versions do not block the deletion; they lack the file afterwards. */
async function assertUnused(
  trx: Knex,
  file: { id: string; accountId: string; besides: string | null },
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { is_used: boolean; scenes: UsingScene[] }[] }>(
    `with uses as (select * from (${scenesUsing((column) => `${column} = :id`)}) u
       where u.composition_id is distinct from :besides::uuid or u.version_id is not null)
     select exists (select 1 from uses)
       or ${usedInLibrary('array[:id::uuid]')}
       or exists (select 1 from accounts a where a.watermark_asset = :id) as is_used,
     array(select jsonb_build_object('@id', '/api/compositions/' || c.id, 'name', c.name) from compositions c
       where c.account_id = :accountId and c.id in (select composition_id from uses)
       order by c.name, c.id limit ${MAX_SCENES}) as scenes`,
    file,
  );
  if (rows[0]?.is_used) {
    throw new CodedError('asset.in-use', { extra: { scenes: rows[0].scenes } });
  }
}
