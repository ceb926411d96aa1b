import { CodedError } from '../../../contract/errors.ts';
import type { Knex } from '../knex.ts';
import { recordLive } from '../live-events.ts';
import { recountStorage } from '../storage.ts';
import { deleteAsset } from './assets.ts';

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

/**
 * Deletes what was uploaded for one use alone, a watermark or a comment's picture, now that this is over. One that something
 * else uses as well stays.
 * @param assetId what was used until now; null for nothing.
 */
export async function dropUpload(
  trx: Knex,
  kind: 'watermark' | 'comment',
  assetId: string | null,
): Promise<void> {
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

/** How long a picture waits for the words that it was sent for, and after how long it has been looked at. */
const UNSAID = { after: '7 days', until: '30 days' } as const;

/** So many of them at a time: each is deleted as a person would. */
const UNSAID_BATCH = 500;

/** Lets go of the pictures whose comments were never said, as when a browser was closed or the words were refused. */
export async function dropUnsaidPictures(trx: Knex): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select a.id from assets a where a.upload_type = 'comment' and a.deleted_at is null
       and a.created_at < now() - interval '${UNSAID.after}' and a.created_at > now() - interval '${UNSAID.until}'
       and not exists (select 1 from comments k where k.snapshot_asset = a.id)
     order by a.created_at limit ${UNSAID_BATCH}`,
  );
  for (const { id } of rows) {
    await dropUpload(trx, 'comment', id);
  }
}
