import { usedInLibrary } from '../assets/asset-uses.queries.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive, recordLives } from '../delivery/live-events.queries.ts';
import { recountStorage } from '../storage/storage.queries.ts';

/** Uploads for scenes, in contrast to those of a workspace or a library. */
const OF_SCENES = `(s.upload_type is null or s.upload_type in ('scene', 'annotation', 'comment', 'material'))`;

/** Files of the scenes: their own uploads, and textures of materials that only they use. */
const IMPORTED_FILES = `
  select b.id from assets b where b.composition_id = any (:ids::uuid[]) and b.account_id = :accountId
  union all
  select b.id from composition_assets e join assets b on b.id = e.asset_id
    where e.composition_id = any (:ids::uuid[]) and b.upload_type = 'material' and b.account_id = :accountId`;

/**
 * Whether anything outside of those scenes uses the asset: another scene, the library, or the workspace
 * itself. `offset 0` keeps each a look-up, file by file.
 */
const USED_ELSEWHERE = `
  exists (select 1 from composition_assets e
    where e.asset_id = s.id and not e.composition_id = any (:ids::uuid[]) offset 0)
  or ${usedInLibrary('array[s.id]')}
  or exists (select 1 from accounts a where a.watermark_asset = s.id offset 0)`;

/**
 * Permanently deletes scenes in the trash, with their documents, outputs and shares. Their uploads and
 * textures are deleted too where nothing else uses them, which reduces the workspace's storage. Shared
 * objects stay; bytes are swept later.
 */
export async function eraseScenes(trx: Knex, wanted: readonly string[]): Promise<void> {
  const scenes: { id: string; account_id: string }[] = await trx('compositions')
    .whereIn('id', [...wanted])
    .whereNotNull('deleted_at')
    .orderBy('id')
    .forUpdate()
    .select('id', 'account_id');
  for (const accountId of [...new Set(scenes.map((scene) => scene.account_id))].sort()) {
    const ids = scenes.filter((scene) => scene.account_id === accountId).map(({ id }) => id);
    const { rows: files } = await trx.raw<{ rows: { id: string }[] }>(
      `delete from assets s where s.id in (${IMPORTED_FILES}) and ${OF_SCENES} and not (${USED_ELSEWHERE})
       returning s.id`,
      { ids, accountId },
    );
    await trx('compositions').whereIn('id', ids).delete();
    await recountStorage(trx, accountId);
    const notified = { type: 'deleted', accountId } as const;
    await recordLives(trx, { topic: 'asset', ids: files.map(({ id }) => id), ...notified });
    await recordLives(trx, { topic: 'composition', ids, ...notified });
    await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
  }
}

/** Scenes in a workspace's trash. */
export async function listTrashed(trx: Knex, accountId: string): Promise<string[]> {
  const rows: { id: string }[] = await trx('compositions')
    .where({ account_id: accountId })
    .whereNotNull('deleted_at')
    .select('id');
  return rows.map(({ id }) => id);
}
