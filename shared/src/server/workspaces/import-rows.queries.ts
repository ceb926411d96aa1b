import type {
  ArchivedAsset,
  ArchivedComment,
  ArchivedLibraryItem,
  ArchivedScene,
} from '../../contract/workspace-archive.ts';
import type { WorkspaceImport } from '../../contract/workspace-transfers.ts';
import { LIBRARY_ACCOUNT_ID } from '../../domain/library.ts';
import { earnedStorage, storageQuota } from '../../domain/quota.ts';
import { PLANS } from '../../plans.ts';
import { requestItemPicture } from '../assets/item-pictures.queries.ts';
import { assertLibraryCapacity } from '../assets/library-versions.queries.ts';
import type { Knex } from '../db/knex.ts';
import { toStorable, toStorableText } from '../db/storable.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { uuidOf, uuidv7 } from '../runtime/ids.ts';
import { findUsage } from '../scenes/compositions.queries.ts';
import { findVersionCapacity } from '../scenes/document-retention.queries.ts';
import { requestCardPicture } from '../scenes/request-output.queries.ts';
import { requestVersionPicture, thinVersions } from '../scenes/versions.queries.ts';

/** Rows that are written with one statement. */
const BATCH = 200;

/**
 * Writes the stage of an import and its progress in per cent. The first stage with files starts its clock.
 * @returns the import's workspace; null for an import that has ended
 */
export async function writeStage(
  trx: Knex,
  id: string,
  to: { status: WorkspaceImport['status']; progress: number },
): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { account_id: string }[] }>(
    `update workspace_imports set status = :status, progress = :progress,
       started_at = case when :status = 'files' then coalesce(started_at, now()) else started_at end
     where id = :id and status not in ('completed', 'failed') returning account_id`,
    { id, ...to },
  );
  return rows[0]?.account_id ?? null;
}

/** Room that a workspace's plan has left, in scenes and bytes. */
export async function findRoom(db: Knex, accountId: string): Promise<{ scenes: number; bytes: number }> {
  const usage = await findUsage(db, accountId);
  if (usage === null) {
    return { scenes: 0, bytes: 0 };
  }
  const quota = storageQuota(usage.plan, earnedStorage(usage.referral_joined));
  return {
    scenes: Math.max(0, PLANS[usage.plan].features.maxScenes - usage.scenes),
    bytes: Math.max(0, quota - usage.storage_used),
  };
}

/** Filters contents of assets that the workspace lacks, with their sizes. */
export async function listNewContents(
  db: Knex,
  accountId: string,
  assets: readonly Pick<ArchivedAsset, 'file' | 'size'>[],
): Promise<Map<string, number>> {
  const { rows } = await db.raw<{ rows: { file: string }[] }>(
    `select encode(o.sha256, 'hex') as file from objects o where o.account_id = ? and exists (
       select 1 from assets s where s.original_object = o.id and s.deleted_at is null and s.status <> 'failed')`,
    [accountId],
  );
  const known = new Set(rows.map(({ file }) => file));
  return new Map(assets.filter(({ file }) => !known.has(file)).map(({ file, size }) => [file, size]));
}

/** Asset of the workspace with the same content, name and purpose as one of an archive; null without one. */
export async function findEqualAsset(
  db: Knex,
  accountId: string,
  { type, uploadType, name, file }: Pick<ArchivedAsset, 'type' | 'uploadType' | 'name' | 'file'>,
): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select s.id from assets s join objects o on o.id = s.original_object
     where s.account_id = :accountId and o.account_id = :accountId and o.sha256 = decode(:file, 'hex') and s.deleted_at is null
       and s.type = :type and s.upload_type is not distinct from :uploadType and s.name = :name
     order by s.created_at, s.id limit 1`,
    { accountId, file, type, uploadType, name },
  );
  return rows[0]?.id ?? null;
}

/** Filters ids of library files that every user of this installation can read. */
export async function listSharedAssets(db: Knex, ids: readonly string[]): Promise<string[]> {
  const rows: { id: string }[] = await db('assets')
    .where({ account_id: LIBRARY_ACCOUNT_ID, deleted_at: null })
    .whereIn('id', [...ids])
    .select('id');
  return rows.map(({ id }) => id);
}

/** Whether files that an import added are still being converted. */
export async function isConverting(db: Knex, accountId: string, startedAt: string): Promise<boolean> {
  const row = await db('assets')
    .where({ account_id: accountId, deleted_at: null })
    .whereIn('status', ['uploaded', 'processing'])
    .andWhere('created_at', '>=', startedAt)
    .first('id');
  return row !== undefined;
}

/**
 * Id of an archived scene in a workspace, and whether the scene is there already.
 * It may be the original, or come from an earlier import, whose ids depend on the workspace.
 * A scene in the trash does not count.
 */
export async function placeScene(
  db: Knex,
  accountId: string,
  sourceId: string,
): Promise<{ id: string; isHere: boolean }> {
  const own = await db('compositions')
    .where({ id: sourceId, account_id: accountId, deleted_at: null })
    .first('id');
  if (own) {
    return { id: sourceId, isHere: true };
  }
  for (let copy = 0; ; copy += 1) {
    const id = uuidOf(`${accountId} scene ${sourceId} ${copy}`);
    const row = await db('compositions').where({ id }).first('deleted_at');
    if (!row || row.deleted_at === null) {
      return { id, isHere: row !== undefined };
    }
  }
}

/**
 * Completes a scene that was just inserted: its description, its times and its number of revisions.
 * @param scene.turn number of scenes that the import added before
 */
export async function describeScene(
  trx: Knex,
  id: string,
  scene: ArchivedScene & { tagNames: readonly string[]; turn: number },
): Promise<void> {
  await trx('compositions')
    .where({ id })
    .update({
      description: scene.description === null ? null : toStorableText(scene.description),
      category_id: scene.category,
      tags: [...scene.tagNames],
      // A password is not exported.
      privacy: scene.privacy === 'password' ? 'private' : scene.privacy,
      sharing: toStorable(scene.sharing),
      extra: scene.extra === null ? null : toStorable(scene.extra),
      revision: scene.revision,
      created_at: scene.createdAt,
      updated_at: scene.updatedAt,
    });
  await requestCardPicture(trx, id, scene.turn);
}

type VersionToInsert = ArchivedScene['versions'][number] & {
  scene: string;
  document: string;
  user: { id: string; email: string };
  /** Number of scenes and of versions of this scene that the import added before. */
  turn: number;
};

/**
 * Inserts a version of a scene and requests its picture. Only the importing user's versions keep their author; others
 * have a name, as those of {@link insertComments}.
 */
export async function insertVersion(trx: Knex, version: VersionToInsert): Promise<void> {
  const { user, author } = version;
  const isOwn = author.email === user.email;
  const id = uuidOf(`${version.scene} version ${version.id}`);
  await trx('scene_versions').insert({
    id,
    composition_id: version.scene,
    revision: version.revision,
    name: version.name,
    automatic: version.name === null,
    document: version.document,
    created_by: isOwn ? user.id : null,
    author_name: isOwn ? null : author.name,
    created_at: version.createdAt,
    taken_at: version.takenAt,
    replaced: version.replaced,
  });
  await requestVersionPicture(trx, { id, compositionId: version.scene, least: version.turn });
}

/** Deletes versions beyond what the plan keeps. @returns the number of named ones. */
export async function trimVersions(trx: Knex, compositionId: string): Promise<number> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `delete from scene_versions where id in (
       select id from (
         select id, sum(pg_column_size(document)) over (order by created_at desc, id desc) as bytes
         from scene_versions where composition_id = ? and not automatic) named
       where bytes > ?) returning 1`,
    [compositionId, await findVersionCapacity(trx, compositionId)],
  );
  await thinVersions(trx, compositionId);
  return rows.length;
}

/**
 * Inserts the comments of a scene, which count as read by the importing user. Only that user's comments keep
 * their author; others have their name, so that no archive speaks for a user of this installation.
 */
export async function insertComments(
  trx: Knex,
  scene: { id: string; comments: readonly ArchivedComment[]; user: { id: string; email: string } },
  assetIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { user } = scene;
  const idOf = (source: string) => uuidOf(`${scene.id} comment ${source}`);
  const rows = scene.comments.map((comment) => {
    const isOwn = comment.author.email === user.email;
    return {
      id: idOf(comment.id),
      composition_id: scene.id,
      parent_id: comment.parent === null ? null : idOf(comment.parent),
      author_id: isOwn ? user.id : null,
      visitor_name: isOwn ? null : comment.author.name,
      text: comment.text,
      mentions: comment.mentions.includes(user.email) ? [user.id] : [],
      anchor: comment.anchor === null ? null : toStorable(comment.anchor),
      snapshot_asset: (comment.snapshot && assetIds.get(comment.snapshot)) ?? null,
      resolved_at: comment.parent === null ? comment.resolvedAt : null,
      resolved_by: comment.parent === null && comment.resolvedAt !== null ? user.id : null,
      created_at: comment.createdAt,
      updated_at: comment.updatedAt,
      active_at: comment.activeAt,
    };
  });
  const threads = rows.filter(({ parent_id }) => parent_id === null);
  const replies = rows.filter(({ parent_id }) => parent_id !== null);
  for (const level of [threads, replies]) {
    for (let at = 0; at < level.length; at += BATCH) {
      await trx('comments').insert(level.slice(at, at + BATCH));
    }
  }
  await trx('scene_reads')
    .insert({ user_id: user.id, composition_id: scene.id, read_until: trx.fn.now() })
    .onConflict(['user_id', 'composition_id'])
    .ignore();
}

/** Ids of the projects with these names in a workspace, by their archived ids. Missing ones are created. */
export async function ensureProjects(
  trx: Knex,
  { accountId, userId }: { accountId: string; userId: string },
  projects: readonly { id: string; name: string; createdAt: string }[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const project of projects) {
    const { rows } = await trx.raw<{ rows: { id: string; is_new: boolean }[] }>(
      `insert into projects (id, account_id, name, name_key, created_by, created_at) values (?, ?, ?, ?, ?, ?)
       on conflict (account_id, name_key) do update set name = projects.name returning id, xmax = 0 as is_new`,
      [uuidv7(), accountId, project.name, project.name.toLowerCase(), userId, project.createdAt],
    );
    const [row] = rows;
    if (row) {
      ids.set(project.id, row.id);
      await recordLive(trx, {
        topic: 'project',
        id: row.id,
        type: row.is_new ? 'created' : 'updated',
        accountId,
      });
    }
  }
  return ids;
}

/**
 * Id in a workspace of an archived component, and whether the component is there already. It keeps its id, unless
 * another workspace has it.
 */
export async function placeComponentItem(
  db: Knex,
  accountId: string,
  sourceId: string,
): Promise<{ id: string; isHere: boolean }> {
  const ownerOf = async (id: string) =>
    (await db('library_items').where({ id }).first('account_id'))?.account_id;
  const owner = await ownerOf(sourceId);
  if (owner === undefined || owner === accountId) {
    return { id: sourceId, isHere: owner !== undefined };
  }
  const id = uuidOf(`${accountId} component ${sourceId}`);
  return { id, isHere: (await ownerOf(id)) !== undefined };
}

/** A version of an archived component with the JSON of its document. */
export type ComponentVersionToInsert = ArchivedLibraryItem['versions'][number] & { document: string };

/**
 * Inserts the versions of a new component and requests its thumbnail.
 * @throws CodedError `library.limit` where the workspace has no storage left.
 */
export async function insertComponentVersions(
  trx: Knex,
  { item, accountId, userId }: { item: string; accountId: string; userId: string },
  versions: readonly ComponentVersionToInsert[],
): Promise<void> {
  const size = versions.reduce((sum, { document }) => sum + document.length, 0);
  await assertLibraryCapacity(trx, accountId, size);
  for (const { number, note, createdAt, document } of versions) {
    const id = uuidOf(`${item} version ${number}`);
    await trx('library_versions').insert({
      ...{ id, item_id: item, number, note, document },
      ...{ created_by: userId, created_at: createdAt },
    });
  }
  await requestItemPicture(trx, 'library.version-saved', item);
}

/**
 * Adds an archived item, under its id or a new one, to a workspace's library. Its file must be the workspace's.
 * @returns whether it is new
 */
export async function insertArchivedItem(
  trx: Knex,
  { accountId, userId }: { accountId: string; userId: string },
  item: Omit<ArchivedLibraryItem, 'id' | 'versions'> & { id: string | null },
): Promise<boolean> {
  const material = item.material === null ? null : toStorable(item.material);
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `insert into library_items (id, kind, account_id, asset_id, material, name, description, category_id, tags,
       credit_author, credit_licence, credit_url, is_published, created_by)
     select :id::uuid, :kind, :accountId::uuid, :asset::uuid, :material::jsonb, :name, :description, :category::uuid, :tags::text[],
       :author, :licence, :url, :isPublished, :userId::uuid
     where not exists (select 1 from library_items i where i.account_id = :accountId::uuid
       and (i.asset_id = :asset::uuid or i.material is not null and i.name = :name and i.material = :material::jsonb))
       and (:asset::uuid is null or exists (select 1 from assets s where s.id = :asset::uuid and s.account_id = :accountId::uuid))
     on conflict (id) do nothing returning id`,
    {
      id: item.id ?? uuidv7(),
      kind: item.kind,
      accountId,
      asset: item.asset,
      material,
      name: item.name,
      description: item.description,
      category: item.category,
      tags: item.tags,
      author: item.credit?.author ?? null,
      licence: item.credit?.licence ?? null,
      url: item.credit?.url ?? null,
      isPublished: item.isPublished,
      userId,
    },
  );
  const [row] = rows;
  if (row && item.material !== null) {
    await requestItemPicture(trx, 'library.material-saved', row.id);
  }
  return row !== undefined;
}

/** Invitations of a workspace within the last day, which are limited. */
export async function countRecentInvitations(db: Knex, accountId: string): Promise<number> {
  const row = await db('invitations')
    .where({ account_id: accountId, is_request: false })
    .whereRaw(`created_at > now() - interval '1 day'`)
    .count<{ count: number }>('id as count')
    .first();
  return Number(row?.count ?? 0);
}

/** Records for which scenes files of a workspace were uploaded. */
export async function attachToScenes(
  db: Knex,
  accountId: string,
  pairs: readonly { asset: string; scene: string }[],
): Promise<void> {
  for (let at = 0; at < pairs.length; at += BATCH) {
    const batch = pairs.slice(at, at + BATCH);
    await db.raw(
      `update assets s set composition_id = pair.scene from unnest(?::uuid[], ?::uuid[]) as pair (asset, scene)
       where s.id = pair.asset and s.account_id = ? and s.composition_id is null`,
      [batch.map(({ asset }) => asset), batch.map(({ scene }) => scene), accountId],
    );
  }
}
