import { CodedError } from '../../../contract/errors.ts';
import type { Knex } from '../knex.ts';
import { recordLive } from '../live-events.ts';
import { recountStorage } from '../storage.ts';
import { ChangedMeanwhileError } from '../transaction.ts';
import { deleteAsset } from './assets.ts';

/** Who shows a picture: where that stands, where one that is still being imported, and what its upload is called. */
const HOLDERS = {
  users: { shown: 'avatar_object', wished: 'avatar_wished', kind: 'avatar' },
  accounts: { shown: 'logo_object', wished: 'logo_wished', kind: 'logo' },
} as const;

/** A person or a workspace. */
export type PictureHolder = { table: keyof typeof HOLDERS; id: string };

/** A picture that everybody is shown, and one that is still being imported, which its own people see. */
type Shown = { shown: string | null; wished: string | null };

/**
 * Locks files whose imports, deletion or charge may be going on. **The order of locks is: files by their ids, then people,
 * then workspaces**; whatever locks several of these begins with this.
 * @param files by their ids, and by an object that they came as or are shown as
 */
export async function lockAssets(
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

type LockedAsset = {
  id: string;
  original_object: string | null;
  main_object: string | null;
  status: string;
};

/**
 * Has a person or a workspace show a picture: at once where its import is over, else when it is. What was shown until now is
 * deleted with its upload, and its bytes are given back, as no screen lists such uploads.
 * @param object what was chosen, as it came or as it is shown; null for nothing
 * @throws ChangedMeanwhileError where another choice came first.
 */
export async function choosePicture(trx: Knex, holder: PictureHolder, object: string | null): Promise<void> {
  const { shown, wished, kind } = HOLDERS[holder.table];
  const row = () => trx(holder.table).where({ id: holder.id });
  const before: Shown | undefined = await row().first({ shown, wished });
  const files = await lockAssets(trx, { objects: [object, before?.shown, before?.wished] });
  const now: Shown | undefined = await row().forNoKeyUpdate().first({ shown, wished });
  if (before?.shown !== now?.shown || before?.wished !== now?.wished) {
    throw new ChangedMeanwhileError('Another picture was chosen');
  }
  const chosen = chosenOf(files, object);
  await row().update({ [shown]: chosen.shown, [wished]: chosen.wished });
  for (const old of [now?.shown, now?.wished]) {
    if (old && old !== chosen.shown && old !== chosen.wished) {
      await dropPicture(trx, kind, old);
    }
  }
}

/** The import of what was chosen may have ended since it was looked at, well or not. */
function chosenOf(files: readonly LockedAsset[], object: string | null): Shown {
  const imports = files.filter((file) => file.original_object === object && object !== null);
  const made = imports.find((file) => file.main_object !== null);
  if (made) {
    return { shown: made.main_object, wished: null };
  }
  if (imports.length === 0) {
    // What is shown by nothing any more was deleted meanwhile.
    const isMade = files.some((file) => file.main_object === object);
    return { shown: isMade ? object : null, wished: null };
  }
  return { shown: null, wished: imports.every(({ status }) => status === 'failed') ? null : object };
}

/**
 * Shows what was made of a picture wherever it came as was chosen for a person or a workspace; null takes it away.
 * Call it with the picture's row locked.
 */
export async function showInPlaceOf(trx: Knex, original: string, made: string | null): Promise<void> {
  for (const [table, { shown, wished }] of Object.entries(HOLDERS)) {
    const rows: { id: string }[] = await trx(table)
      .where({ [shown]: original })
      .orWhere({ [wished]: original })
      .update({ [shown]: made, [wished]: null })
      .returning('id');
    for (const { id } of table === 'accounts' ? rows : []) {
      await recordLive(trx, { topic: 'account', id, type: 'updated', accountId: id });
    }
  }
}

/** So many wishes at a time are settled. */
const WISHES_BATCH = 500;

/**
 * Ends the wait for pictures that nobody imports any more: their upload was deleted, or a process of an earlier release, which
 * knows of no wishes, ended their import.
 */
export async function settleWishes(trx: Knex): Promise<void> {
  const { rows } = await trx.raw<{ rows: { object: string }[] }>(
    `select object from (
       select avatar_wished as object from users where avatar_wished is not null
       union select logo_wished from accounts where logo_wished is not null) wishes
     where not exists (select 1 from assets s where s.original_object = wishes.object and s.main_object is null
       and s.status in ('uploaded', 'processing'))
     limit ${WISHES_BATCH}`,
  );
  const objects = rows.map(({ object }) => object);
  const files = await lockAssets(trx, { objects });
  for (const object of objects) {
    const { shown, wished } = chosenOf(files, object);
    // One that is imported again by now waits on.
    if (wished === null) {
      await showInPlaceOf(trx, object, shown);
    }
  }
}

/** Deletes the upload of a picture that is shown no more; one that somebody else still shows stays. */
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

/** What is uploaded for one use alone, and shown by nothing else. */
type SingleUse = 'watermark' | 'comment' | 'material';

/**
 * Deletes what was uploaded for one use alone, a watermark or the picture of a comment or a material, now that this is over.
 * One that something else uses as well stays.
 * @param assetId what was used until now; null for nothing.
 */
export async function dropUpload(trx: Knex, kind: SingleUse, assetId: string | null): Promise<void> {
  const isMeant =
    assetId !== null && (await trx('assets').where({ id: assetId, upload_type: kind }).first('id'));
  if (!isMeant) {
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

/** How long a picture waits for what it was sent for, and after how long it has been looked at. */
const UNUSED = { after: '7 days', until: '30 days' } as const;

/** So many of them at a time: each is deleted as a person would. */
const UNUSED_BATCH = 500;

/** Whether what a picture was sent for has come to be; that of a scene's own material goes with the scene. */
const IS_WANTED = {
  comment: 'exists (select 1 from comments k where k.snapshot_asset = a.id)',
  material: `a.composition_id is not null or exists (select 1 from library_items i where i.map_ids @> array[a.id] and i.map_ids <> '{}')`,
} as const;

/** Lets go of the pictures whose comments or materials never came, as when a browser was closed or they were refused. */
export async function dropUnusedPictures(trx: Knex): Promise<void> {
  for (const kind of ['comment', 'material'] as const) {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `select a.id from assets a where a.upload_type = '${kind}' and a.deleted_at is null
         and a.created_at < now() - interval '${UNUSED.after}' and a.created_at > now() - interval '${UNUSED.until}'
         and not (${IS_WANTED[kind]}) and not exists (select 1 from composition_assets u where u.asset_id = a.id)
       order by a.created_at limit ${UNUSED_BATCH}`,
    );
    await lockAssets(trx, { ids: rows.map(({ id }) => id) });
    for (const { id } of rows) {
      await dropUpload(trx, kind, id);
    }
  }
}
