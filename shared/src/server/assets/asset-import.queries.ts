import { PICTURE_TYPES } from '../../contract/asset-type.ts';
import type { ImportReport } from '../../contract/assets.ts';
import type { ImportMessage } from '../../domain/import-message.ts';
import { IMPORT_PROGRESS, LARGE_BYTES } from '../../domain/import-queue.ts';
import type { Knex } from '../db/knex.ts';
import { toStorable } from '../db/storable.ts';
import { recordLive, recordLives } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { outdateUses } from '../scenes/scene-outputs.queries.ts';
import { recountStorage } from '../storage/storage.queries.ts';
import type { AssetExtra, AssetRow } from './assets.queries.ts';
import { replaceShownPicture } from './pictures.queries.ts';

type Target = Pick<AssetRow, 'id' | 'account_id'>;
/** One import of an asset. After a reimport of the asset, writes of an earlier import are ignored. */
type Import = Target & Pick<AssetRow, 'import_round'>;

const isOf = ({ id, import_round }: Import) => ({ id, import_round });

/**
 * Claims an asset's import. A later run of the same job takes it over from an earlier one, never the other
 * way round.
 * @returns whether this run may continue.
 */
export async function beginImport(db: Knex, asset: Import, fence: number): Promise<boolean> {
  return db.transaction(async (trx) => {
    const count = await trx('assets')
      .where(isOf(asset))
      .whereIn('status', ['uploaded', 'processing'])
      .where('fence', '<=', fence)
      .update({ status: 'processing', fence, progress: IMPORT_PROGRESS.begun, updated_at: trx.fn.now() });
    await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
    return count > 0;
  });
}

/** Reports the progress of an import, unless a later run has claimed it. */
export async function reportImport(
  db: Knex,
  asset: Import,
  progress: { fence: number; percent: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const count = await trx('assets')
      .where({ ...isOf(asset), status: 'processing', fence: progress.fence })
      .where('progress', '<', progress.percent)
      .update({ progress: progress.percent, updated_at: trx.fn.now() });
    if (count > 0) {
      await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
    }
  });
}

/** Stores a converted model; it becomes ready with its thumbnail. */
export async function finishModel(
  trx: Knex,
  asset: Import & Pick<AssetRow, 'size' | 'turn'>,
  model: { main: string; mobile: string; report: ImportReport; extra: AssetExtra },
): Promise<void> {
  // An asset that was deleted meanwhile has no files.
  const count = await trx('assets')
    .where({ ...isOf(asset), deleted_at: null })
    .update({
      main_object: model.main,
      mobile_object: model.mobile,
      report: toStorable(model.report),
      extra: toStorable(model.extra),
      progress: IMPORT_PROGRESS.written,
      updated_at: trx.fn.now(),
    });
  if (count === 0) {
    return;
  }
  const isLarge = asset.size >= LARGE_BYTES;
  const payload = {
    assetId: asset.id,
    ...(asset.turn > 0 && { turn: asset.turn }),
    ...(isLarge && { isLarge }),
  };
  await recordEvent(trx, { name: 'asset.converted', payload });
  await outdateUses(trx, asset.id);
  await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
}

/** Stores a converted picture, which is ready at once. */
export async function finishPicture(
  trx: Knex,
  asset: Import,
  picture: PictureObjects & { report: ImportReport; extra: AssetExtra },
): Promise<void> {
  const count = await trx('assets')
    .where({ ...isOf(asset), deleted_at: null })
    .update({
      main_object: picture.main,
      mobile_object: picture.mobile,
      thumbnail_object: picture.thumbnail,
      report: toStorable(picture.report),
      extra: toStorable(picture.extra),
      status: 'ready',
      progress: 100,
      import_rules: IMPORT_RULES,
      updated_at: trx.fn.now(),
    });
  if (count === 0) {
    return;
  }
  await notifyOfPicture(trx, asset, picture.main);
  await outdateUses(trx, asset.id);
  await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
}

/** Size of a picture in pixels. */
export type Pixels = { width: number; height: number };

/** Files of an imported picture; `main` is the original where no conversion was necessary. */
export type PictureObjects = { main: string; mobile: string | null; thumbnail: string | null };

/**
 * Version of the import rules for pictures. Before version 1, pictures that browsers can display were stored
 * unchanged, with their location metadata. An increase requires a new index of older pictures.
 */
const IMPORT_RULES = 1;

/** Whether a second upload of the same file is, or will become, a picture: then that one's result is used. */
async function hasDuplicate(trx: Knex, { id, original }: { id: string; original: string }): Promise<boolean> {
  const duplicate = await trx('assets')
    .where({ original_object: original, deleted_at: null })
    .whereNot({ id })
    .whereNot({ status: 'failed' })
    .first('id');
  return duplicate !== undefined;
}

/**
 * Requests reimports of pictures that older rules left unchanged, the oldest first. Each is requested once;
 * its event starts the import.
 * @param most maximum number per call
 * @returns the number of requested imports.
 */
export async function requestOldPictures(trx: Knex, most: number): Promise<number> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `update assets set import_rules = ${IMPORT_RULES} where id in (
       select id from assets where import_rules < ${IMPORT_RULES} and status = 'ready' and deleted_at is null
         and main_object = original_object and type = any (?::int[])
       order by id limit ? for no key update skip locked)
     returning id`,
    [[...PICTURE_TYPES], most],
  );
  for (const { id } of rows) {
    await recordEvent(trx, { name: 'asset.outdated', payload: { assetId: id } });
  }
  return rows.length;
}

/** Replaces an unchanged old picture by its import, including avatars and logos. */
export async function replaceOldPicture(trx: Knex, asset: Target, picture: PictureObjects): Promise<void> {
  const count = await trx('assets')
    .where({ id: asset.id, status: 'ready', deleted_at: null })
    .where('main_object', trx.ref('original_object'))
    .update({
      main_object: picture.main,
      mobile_object: picture.mobile,
      thumbnail_object: picture.thumbnail,
      updated_at: trx.fn.now(),
    });
  if (count > 0) {
    await notifyOfPicture(trx, asset, picture.main);
    await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
  }
}

/**
 * Publishes the result of a picture's import: for an avatar or a logo selected during the import, and for its
 * comments.
 */
async function notifyOfPicture(trx: Knex, asset: Target, main: string | null): Promise<void> {
  const row = await trx('assets').where({ id: asset.id }).first('original_object');
  const original = row?.original_object ?? null;
  if (original !== null && (main !== null || !(await hasDuplicate(trx, { id: asset.id, original })))) {
    await replaceShownPicture(trx, original, main);
  }
  const comments: string[] = await trx('comments').where({ snapshot_asset: asset.id }).pluck('id');
  await recordLives(trx, { topic: 'comment', type: 'updated', accountId: asset.account_id, ids: comments });
}

/**
 * Stores the thumbnail of a model, which becomes ready; it also becomes ready without one, which may follow
 * later.
 */
export async function finishThumbnail(
  trx: Knex,
  asset: Import,
  { thumbnail, report }: { thumbnail: string | null; report: ImportReport },
): Promise<void> {
  await trx('assets')
    .where({ ...isOf(asset), thumbnail_object: null, deleted_at: null })
    .whereIn('status', ['processing', 'ready'])
    .update({
      thumbnail_object: thumbnail,
      report: toStorable(report),
      status: 'ready',
      progress: 100,
      updated_at: trx.fn.now(),
    });
  await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
}

/** Ends an import that cannot succeed. A failed asset uses no quota; its original is kept for a day. */
export async function failAsset(
  trx: Knex,
  asset: Import,
  error: { code: string; detail: ImportMessage | null },
): Promise<void> {
  const count = await trx('assets')
    .where(isOf(asset))
    .whereIn('status', ['uploaded', 'processing'])
    .update({
      status: 'failed',
      error_code: error.code,
      error_detail: error.detail === null ? null : toStorable(error.detail),
      failed_at: trx.fn.now(),
      updated_at: trx.fn.now(),
    });
  if (count === 0) {
    return;
  }
  await notifyOfPicture(trx, asset, null);
  await recountStorage(trx, asset.account_id);
  await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
  await recordLive(trx, {
    topic: 'account',
    id: asset.account_id,
    type: 'updated',
    accountId: asset.account_id,
  });
}

/** Releases the originals of imports that failed more than a day ago. @returns their number. */
export async function releaseFailedOriginals(trx: Knex): Promise<number> {
  // The status is a literal, as the planner cannot match a parameter with the partial index.
  return trx('assets')
    .whereNotNull('original_object')
    .whereRaw(`status = 'failed' and failed_at < now() - interval '24 hours'`)
    .update({ original_object: null });
}
