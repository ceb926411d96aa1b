import { PICTURE_TYPES } from '../../../contract/asset-type.ts';
import type { ImportReport } from '../../../contract/assets.ts';
import { IMPORT_PROGRESS } from '../../../domain/import-progress.ts';
import { LARGE_BYTES } from '../../../domain/import-turn.ts';
import type { Knex } from '../knex.ts';
import { recordLive, recordLives } from '../live-events.ts';
import { recordEvent } from '../outbox.ts';
import type { AssetExtra, AssetRow } from '../read-models/assets.ts';
import { toStorable, toStorableText } from '../storable.ts';
import { recountStorage } from '../storage.ts';
import { showInPlaceOf } from './pictures.ts';

type Target = Pick<AssetRow, 'id' | 'account_id'>;
/** One import of an asset, which may be imported again later: then nothing is written for it any more. */
type Import = Target & Pick<AssetRow, 'import_round'>;

const isOf = ({ id, import_round }: Import) => ({ id, import_round });

/**
 * Takes an asset's import up. A later run of the same job takes it from an earlier one, never the other way round.
 * @returns whether this run may go on.
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

/** Shows how far an import is, unless a later run has taken it up. */
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

/** Writes down a converted model; it becomes ready with its picture. */
export async function finishModel(
  trx: Knex,
  asset: Import & Pick<AssetRow, 'size'>,
  model: { main: string; mobile: string; report: ImportReport; extra: AssetExtra },
): Promise<void> {
  // What has been deleted meanwhile holds no files.
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
  const payload = { assetId: asset.id, ...(isLarge && { isLarge }) };
  await recordEvent(trx, { name: 'asset.converted', payload });
  await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
}

/** Writes down a converted picture, which is ready at once. */
export async function finishPicture(
  trx: Knex,
  asset: Import,
  picture: PictureObjects & { report: ImportReport; pixels?: Pixels; seconds: number },
): Promise<void> {
  const count = await trx('assets')
    .where({ ...isOf(asset), deleted_at: null })
    .update({
      main_object: picture.main,
      mobile_object: picture.mobile,
      thumbnail_object: picture.thumbnail,
      report: toStorable(picture.report),
      extra: toStorable({ pixels: picture.pixels, importSeconds: picture.seconds }),
      status: 'ready',
      progress: 100,
      import_rules: IMPORT_RULES,
      updated_at: trx.fn.now(),
    });
  if (count === 0) {
    return;
  }
  await tellOfPicture(trx, asset, picture.main);
  await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
}

/** Size of a picture in pixels. */
export type Pixels = { width: number; height: number };

/** What an import makes of a picture; `main` is the original where nothing had to be done to it. */
export type PictureObjects = { main: string; mobile: string | null; thumbnail: string };

/**
 * By which rules pictures are imported now. Under 0 those that browsers show stayed as they came, with what they say of where
 * they were taken. Whoever raises it makes the index of those of before anew.
 */
const IMPORT_RULES = 1;

/** Whether the same file came a second time and is, or will be, a picture by that: what is shown of it is that one's. */
async function hasTwin(trx: Knex, { id, original }: { id: string; original: string }): Promise<boolean> {
  const twin = await trx('assets')
    .where({ original_object: original, deleted_at: null })
    .whereNot({ id })
    .whereNot({ status: 'failed' })
    .first('id');
  return twin !== undefined;
}

/**
 * Asks for pictures to be imported again that are shown as they came by older rules, the oldest first. Each is asked for once;
 * its event brings the rest about.
 * @param most how many at a time
 * @returns how many were asked for.
 */
export async function askForOldPictures(trx: Knex, most: number): Promise<number> {
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

/** Shows what was made of a picture that is shown as it came, also where it is an avatar or a logo. */
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
    await tellOfPicture(trx, asset, picture.main);
    await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
  }
}

/**
 * Tells all who wait to see a picture what became of it: it is an avatar or a logo that was chosen while its import was
 * going on, or hangs on a comment.
 */
async function tellOfPicture(trx: Knex, asset: Target, main: string | null): Promise<void> {
  const row = await trx('assets').where({ id: asset.id }).first('original_object');
  const original = row?.original_object ?? null;
  if (original !== null && (main !== null || !(await hasTwin(trx, { id: asset.id, original })))) {
    await showInPlaceOf(trx, original, main);
  }
  const comments: string[] = await trx('comments').where({ snapshot_asset: asset.id }).pluck('id');
  await recordLives(trx, { topic: 'comment', type: 'updated', accountId: asset.account_id, ids: comments });
}

/**
 * Gives a model its picture, with which it is ready; without one it is ready as well, and may get one later.
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

/** Ends an import that cannot succeed. What failed counts nothing; its original is kept for a day. */
export async function failAsset(
  trx: Knex,
  asset: Import,
  error: { code: string; detail: string | null },
): Promise<void> {
  const count = await trx('assets')
    .where(isOf(asset))
    .whereIn('status', ['uploaded', 'processing'])
    .update({
      status: 'failed',
      error_code: error.code,
      error_detail: error.detail === null ? null : toStorableText(error.detail),
      failed_at: trx.fn.now(),
      updated_at: trx.fn.now(),
    });
  if (count === 0) {
    return;
  }
  await tellOfPicture(trx, asset, null);
  await recountStorage(trx, asset.account_id);
  await recordLive(trx, { topic: 'asset', id: asset.id, type: 'updated', accountId: asset.account_id });
  await recordLive(trx, {
    topic: 'account',
    id: asset.account_id,
    type: 'updated',
    accountId: asset.account_id,
  });
}

/** Lets go of the originals of imports that failed more than a day ago. @returns how many. */
export async function releaseFailedOriginals(trx: Knex): Promise<number> {
  // The status stands in the statement, as that of a parameter is not known to be the one of the index.
  return trx('assets')
    .whereNotNull('original_object')
    .whereRaw(`status = 'failed' and failed_at < now() - interval '24 hours'`)
    .update({ original_object: null });
}
