import { CodedError } from '../../../contract/errors.ts';
import type { Knex } from '../knex.ts';
import { recordLive } from '../live-events.ts';
import { recountStorage } from '../storage.ts';
import { deleteAsset } from './assets.ts';

/**
 * What is shown of a picture that was chosen for a person or a workspace. Its import may have ended since it was looked at,
 * and one that is about to end waits until the choice is written, so that no file that came stays in place of what is made
 * of it. Call it before the row of whoever shows it is locked, as imports do.
 * @param object what was chosen
 * @returns null where the import has failed.
 */
export async function findShownPicture(trx: Knex, object: string): Promise<string | null> {
  const imports: { main_object: string | null; status: string }[] = await trx('assets')
    .where({ original_object: object })
    .orderBy('id')
    .forShare()
    .select('main_object', 'status');
  const made = imports.find(({ main_object: main }) => main !== null);
  if (made) {
    return made.main_object;
  }
  return imports.length > 0 && imports.every(({ status }) => status === 'failed') ? null : object;
}

/**
 * Deletes the upload of a person's or a workspace's picture that has just been replaced, and gives its bytes back, as no
 * screen lists such uploads. One that somebody else still shows stays.
 * @param object what was shown until now; null for nothing.
 */
export async function dropPicture(trx: Knex, kind: 'avatar' | 'logo', object: string | null): Promise<void> {
  if (object === null) {
    return;
  }
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
         and not (${IS_WANTED[kind]})
       order by a.created_at limit ${UNUSED_BATCH}`,
    );
    for (const { id } of rows) {
      await dropUpload(trx, kind, id);
    }
  }
}
