import { UPLOADED_TYPES } from '../../contract/asset-type.ts';
import type { ArchivedScene, ArchiveManifest } from '../../contract/workspace-archive.ts';
import { LIBRARY_ACCOUNT_ID } from '../../domain/library.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';

/** Parts of a manifest that one query each reads. */
export type ArchiveLists = Pick<ArchiveManifest, 'tags' | 'projects' | 'people'> & {
  library: Omit<ArchiveManifest['library'][number], 'versions'>[];
};

const LISTS: { [Name in keyof ArchiveLists]: string } = {
  tags: 'select name, color from tags where account_id = $1 order by name_key',
  projects: `select id, name, created_at as "createdAt" from projects where account_id = $1 order by created_at, id`,
  library: `select id, kind, asset_id as asset, material, name, description, category_id as category, tags,
      case when credit_author is not null then jsonb_build_object(
        'author', credit_author, 'licence', credit_licence, 'url', credit_url) end as credit,
      is_published as "isPublished"
    from library_items where account_id = $1 order by created_at, id`,
  people: `select email, name, role,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'role', case pm.role when 0 then 'edit' else 'view' end) order by p.id)
        from project_members pm join projects p on p.id = pm.project_id
        where pm.user_id = person.id and p.account_id = $1), '[]') as projects,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'role', case cm.role when 0 then 'edit' else 'view' end) order by c.id)
        from composition_members cm join compositions c on c.id = cm.composition_id
        where cm.user_id = person.id and c.account_id = $1 and c.deleted_at is null), '[]') as scenes
    from (
      select u.id, u.email, u.name, 'owner' as role from users u join accounts a on a.owner_id = u.id where a.id = $1
      union all
      select u.id, u.email, u.name, am.role from members m join users u on u.id = m.user_id
        left join account_members am on am.account_id = m.account_id and am.user_id = u.id
        where m.account_id = $1 and u.deleted_at is null
    ) person order by email`,
};

/** Tags, projects, library items and people of a workspace. */
export async function readArchiveLists(db: Knex, accountId: string): Promise<ArchiveLists> {
  const names = Object.keys(LISTS) as (keyof ArchiveLists)[];
  const lists = await Promise.all(
    names.map(async (name) => [name, await readQuery(db, `archive-${name}`, LISTS[name], [accountId])]),
  );
  // Pairs each name with the rows of its query.
  return Object.fromEntries(lists) as ArchiveLists;
}

/** Versions of the components in a workspace's library, in order. */
export function listArchiveComponents(
  db: Knex,
  accountId: string,
): Promise<{ id: string; item: string; number: number; note: string | null; createdAt: string }[]> {
  return readQuery(
    db,
    'archive-components',
    `select v.id, v.item_id as item, v.number, v.note, v.created_at as "createdAt"
     from library_versions v join library_items i on i.id = v.item_id where i.account_id = $1 order by v.item_id, v.number`,
    [accountId],
  );
}

/** Name and defaults of a workspace. */
export async function readArchiveSettings(
  db: Knex,
  accountId: string,
): Promise<ArchiveManifest['settings'] | null> {
  const rows = await readQuery<ArchiveManifest['settings']>(
    db,
    'archive-settings',
    `select a.name, a.industry, a.unit, a.locale, a.watermark_asset as watermark,
       (select s.id from assets s where s.account_id = a.id and s.deleted_at is null
          and s.main_object = a.logo_object limit 1) as logo
     from accounts a where a.id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
}

/** Scenes of a workspace that are not in the trash, in a fixed order. */
export async function listArchiveScenes(db: Knex, accountId: string): Promise<string[]> {
  const rows = await readQuery<{ id: string }>(
    db,
    'archive-scenes',
    'select id from compositions where account_id = $1 and deleted_at is null order by created_at, id',
    [accountId],
  );
  return rows.map(({ id }) => id);
}

/** A scene without its documents, whose sums are not known yet. */
export type SceneToArchive = Omit<ArchivedScene, 'document' | 'versions'> & {
  versions: Omit<ArchivedScene['versions'][number], 'file'>[];
};

/** Description of a scene with the list of its versions and its comments; null when it is gone. */
export async function readArchiveScene(db: Knex, id: string): Promise<SceneToArchive | null> {
  const [scenes, versions, comments] = await Promise.all([
    readQuery<Omit<SceneToArchive, 'versions' | 'comments'>>(
      db,
      'archive-scene',
      `select c.id, c.name, c.description, c.project_id as project, c.category_id as category, c.tags, c.privacy,
         c.sharing, c.extra, c.status = 'published' as "isPublished", c.revision, u.email as "createdBy",
         c.created_at as "createdAt", c.updated_at as "updatedAt"
       from compositions c left join users u on u.id = c.created_by and u.deleted_at is null
       where c.id = $1 and c.deleted_at is null`,
      [id],
    ),
    readQuery<SceneToArchive['versions'][number]>(
      db,
      'archive-versions',
      `select v.id, v.name, v.replaced, jsonb_build_object('email', u.email, 'name', coalesce(v.author_name, u.name)) as author,
         v.revision,
         v.created_at as "createdAt", v.taken_at as "takenAt"
       from scene_versions v left join users u on u.id = v.created_by and u.deleted_at is null
       where v.composition_id = $1 order by v.created_at, v.id`,
      [id],
    ),
    readQuery<SceneToArchive['comments'][number]>(
      db,
      'archive-comments',
      `select k.id, k.parent_id as parent,
         jsonb_build_object('email', u.email, 'name', coalesce(k.visitor_name, u.name)) as author,
         k.text, array(select m.email from users m where m.id = any (k.mentions) and m.deleted_at is null order by 1) as mentions,
         k.anchor, k.snapshot_asset as snapshot, k.resolved_at as "resolvedAt", k.created_at as "createdAt",
         k.updated_at as "updatedAt", k.active_at as "activeAt"
       from comments k left join users u on u.id = k.author_id and u.deleted_at is null
       where k.composition_id = $1 and k.deleted_at is null order by k.parent_id is not null, k.number, k.created_at, k.id`,
      [id],
    ),
  ]);
  const [scene] = scenes;
  return scene ? { ...scene, versions, comments } : null;
}

/** A file to archive, with the key of its content. */
export type AssetToArchive = ArchiveManifest['assets'][number] & { key: string };

/**
 * Files of a workspace, and those of the installation's library that its scenes and components show and no other
 * installation has. Equal contents are adjacent.
 */
export function listArchiveAssets(db: Knex, accountId: string): Promise<AssetToArchive[]> {
  return readQuery<AssetToArchive>(
    db,
    'archive-assets',
    `select s.id, s.type, s.upload_type as "uploadType", s.name, s.composition_id as scene,
       s.wants_original as "showsOriginal", s.account_id <> $1 as "isShared", encode(o.sha256, 'hex') as file, o.size, o.key,
       s.created_at as "createdAt"
     from assets s join objects o on o.id = coalesce(s.original_object, s.main_object)
     where s.deleted_at is null and s.status <> 'failed' and s.type = any ($3) and s.upload_type is distinct from 'avatar'
       and (s.account_id = $1 or s.account_id = $2
         and not exists (select 1 from library_items i where i.asset_id = s.id and i.seed_key is not null)
         and (exists (select 1 from composition_assets e join compositions c on c.id = e.composition_id
             where e.asset_id = s.id and c.account_id = $1 and c.deleted_at is null)
           or exists (select 1 from library_versions v join library_items i on i.id = v.item_id
             where v.asset_ids @> array[s.id] and v.asset_ids <> '{}' and i.account_id = $1)))
     order by o.sha256, s.created_at, s.id`,
    [accountId, LIBRARY_ACCOUNT_ID, UPLOADED_TYPES],
  );
}
