import { CodedError } from '../../contract/errors.ts';
import type { Knex } from '../db/knex.ts';
import { ChangedMeanwhileError } from '../db/transaction.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recountStorage } from '../storage/storage.queries.ts';
import { deleteAsset } from './asset-changes.queries.ts';
import { usedInLibrary } from './asset-uses.queries.ts';

/** Owners of pictures: the columns of the current and the pending picture, and the upload type. */
const HOLDERS = {
  users: { shown: 'avatar_object', pending: 'avatar_wished', kind: 'avatar' },
  accounts: { shown: 'logo_object', pending: 'logo_wished', kind: 'logo' },
} as const;

/** A user or a workspace with a picture. */
export type PictureHolder = { table: keyof typeof HOLDERS; id: string };

/** The current picture, and a pending one that is still being imported and visible only to its owner. */
type Shown = { shown: string | null; pending: string | null };

/**
 * Locks files with concurrent imports, deletions or charges. **The order of locks is: files by their ids,
 * then users, then workspaces**; code that locks several of these calls this first.
 * @param files by their ids, and by an object that is their original or their result
 */
export async function lockAssetsForUpdate(
  trx: Knex,
  files: { ids?: readonly (string | null | undefined)[]; objects?: readonly (string | null | undefined)[] },
): Promise<LockedAsset[]> {
  const [ids, objects] = [files.ids, files.objects].map((some = []) =>
    some.filter((id) => typeof id === 'string'),
  );
  const { rows } = await trx.raw<{ rows: LockedAsset[] }>(
    `select id, original_object, main_object, status from assets
     where id = any (:ids::uuid[] || array(
       select holder_id from object_refs where held_by = 'assets' and object_id = any (:objects::uuid[])))
     order by id for update`,
    { ids, objects },
  );
  return rows;
}

type LockedAsset = { id: string; original_object: string | null; main_object: string | null; status: string };

/**
 * Sets the picture of a user or a workspace: at once after its import, else when the import ends. The
 * replaced picture is deleted with its upload, and its bytes are freed, as no page lists such uploads.
 * @param object the selected picture, as original or result; null for none
 * @throws ChangedMeanwhileError where a concurrent selection came first.
 */
export async function choosePicture(trx: Knex, holder: PictureHolder, object: string | null): Promise<void> {
  const { shown, pending, kind } = HOLDERS[holder.table];
  const row = () => trx(holder.table).where({ id: holder.id });
  const before: Shown | undefined = await row().first({ shown, pending });
  const files = await lockAssetsForUpdate(trx, { objects: [object, before?.shown, before?.pending] });
  const now: Shown | undefined = await row().forNoKeyUpdate().first({ shown, pending });
  if (before?.shown !== now?.shown || before?.pending !== now?.pending) {
    throw new ChangedMeanwhileError('Another picture was chosen');
  }
  const chosen = chosenOf(files, object);
  await row().update({ [shown]: chosen.shown, [pending]: chosen.pending });
  for (const old of [now?.shown, now?.pending]) {
    if (old && old !== chosen.shown && old !== chosen.pending) {
      await dropPicture(trx, kind, old);
    }
  }
}

/** Re-evaluates the selection, as its import may have ended or failed meanwhile. */
function chosenOf(files: readonly LockedAsset[], object: string | null): Shown {
  const imports = files.filter((file) => file.original_object === object && object !== null);
  const made = imports.find((file) => file.main_object !== null);
  if (made) {
    return { shown: made.main_object, pending: null };
  }
  if (imports.length === 0) {
    // A picture without any use was deleted meanwhile.
    const isMade = files.some((file) => file.main_object === object);
    return { shown: isMade ? object : null, pending: null };
  }
  return { shown: null, pending: imports.every(({ status }) => status === 'failed') ? null : object };
}

/**
 * Replaces a selected original by its imported picture for all users and workspaces; null removes it.
 * Requires the lock of the picture's row.
 */
export async function replaceShownPicture(trx: Knex, original: string, made: string | null): Promise<void> {
  for (const [table, { shown, pending }] of Object.entries(HOLDERS)) {
    const rows: { id: string }[] = await trx(table)
      .where({ [shown]: original })
      .orWhere({ [pending]: original })
      .update({ [shown]: made, [pending]: null })
      .returning('id');
    for (const { id } of table === 'accounts' ? rows : []) {
      await recordLive(trx, { topic: 'account', id, type: 'updated', accountId: id });
    }
  }
}

/** Maximum number of pending pictures per run. */
const PENDING_BATCH = 500;

/**
 * Resolves pending pictures without a running import: their upload was deleted, or a process of an earlier
 * release, which does not support pending pictures, ended their import.
 */
export async function settlePendingPictures(trx: Knex): Promise<void> {
  const { rows } = await trx.raw<{ rows: { object: string }[] }>(
    `select object from (
       select avatar_wished as object from users where avatar_wished is not null
       union select logo_wished from accounts where logo_wished is not null) pending
     where not exists (select 1 from assets s where s.original_object = pending.object and s.main_object is null
       and s.status in ('uploaded', 'processing'))
     limit ${PENDING_BATCH}`,
  );
  const objects = rows.map(({ object }) => object);
  const files = await lockAssetsForUpdate(trx, { objects });
  for (const object of objects) {
    const { shown, pending } = chosenOf(files, object);
    // A picture that is being reimported stays pending.
    if (pending === null) {
      await replaceShownPicture(trx, object, shown);
    }
  }
}

/** Deletes the upload of a replaced picture, unless another owner still uses it. */
async function dropPicture(trx: Knex, kind: 'avatar' | 'logo', object: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: string; account_id: string }[] }>(
    `delete from assets s
     where s.upload_type = :kind and (s.main_object = :object or s.original_object = :object)
       and not exists (select 1 from object_refs r where r.object_id = :object and r.held_by in ('users', 'accounts'))
     returning s.id, s.account_id`,
    { kind, object },
  );
  for (const { id, account_id: accountId } of rows) {
    await recountStorage(trx, accountId);
    await recordLive(trx, { topic: 'asset', id, type: 'deleted', accountId });
    await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
  }
}

/** Upload types with a single use. */
type SingleUse = 'watermark' | 'comment' | 'material';

/**
 * Deletes an upload with a single use (a watermark, or the picture of a comment or a material) after that use
 * ends. It stays where something else uses it as well.
 * @param assetId the former picture; null for none.
 */
export async function dropUpload(trx: Knex, kind: SingleUse, assetId: string | null): Promise<void> {
  const exists =
    assetId !== null && (await trx('assets').where({ id: assetId, upload_type: kind }).first('id'));
  if (!exists) {
    return;
  }
  try {
    await deleteAsset(trx, { id: assetId, force: false });
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'asset.in-use') {
      throw error;
    }
  }
}

/** Age from which an unused picture is deleted, and age up to which it is checked. */
const UNUSED = { after: '7 days', until: '30 days' } as const;

/** Maximum number of pictures per run; each is deleted individually. */
const UNUSED_BATCH = 500;

/**
 * Condition for a picture that its comment or material uses; a texture of a scene's material is deleted with
 * the scene.
 */
const IS_WANTED = {
  comment: 'exists (select 1 from comments k where k.snapshot_asset = a.id)',
  material: `a.composition_id is not null or ${usedInLibrary('array[a.id]')}`,
} as const;

/**
 * Deletes pictures without a comment or material, for example after a closed browser or a rejected request.
 */
export async function dropUnusedPictures(trx: Knex): Promise<void> {
  for (const kind of ['comment', 'material'] as const) {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `select a.id from assets a where a.upload_type = '${kind}' and a.deleted_at is null
         and a.created_at < now() - interval '${UNUSED.after}' and a.created_at > now() - interval '${UNUSED.until}'
         and not (${IS_WANTED[kind]}) and not exists (select 1 from composition_assets u where u.asset_id = a.id)
       order by a.created_at limit ${UNUSED_BATCH}`,
    );
    await lockAssetsForUpdate(trx, { ids: rows.map(({ id }) => id) });
    for (const { id } of rows) {
      await dropUpload(trx, kind, id);
    }
  }
}
