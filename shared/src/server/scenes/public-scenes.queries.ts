import type { Privacy, Sharing } from '../../contract/compositions.ts';
import type { PlanName } from '../../plans.ts';
import { isOpenAccount } from '../db/conditions.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';

/** A published scene with its published output. */
export type SharedSceneRow = {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  privacy: Exclude<Privacy, 'private'>;
  password_hash: string | null;
  key_version: number;
  sharing: Partial<Sharing>;
  /** Name of the scene's workspace. */
  account_name: string;
  logo_object: string | null;
  output_id: string;
  /** Whether its files come from a GLB that a client sent, which has no options. */
  has_source: boolean;
  revision: number;
  glb_object: string | null;
  mobile_object: string | null;
  ar_object: string | null;
  usdz_object: string | null;
  thumbnail_object: string | null;
  /** Media type of the thumbnail; WebP in publications from before previews became JPEG. */
  thumbnail_type: string | null;
  carousel_objects: string[];
  asset_ids: string[];
  plan: PlanName;
  watermark_object: string | null;
  /** Whether an operator has suspended the workspace. */
  is_suspended: boolean;
  /** Whether the workspace has exceeded its plan for a year. */
  is_long_overflown: boolean;
  /** Whether the link has expired. */
  is_expired: boolean;
};

/**
 * Branding of a workspace `a`, with its watermark `w`. Pictures that are still being imported are left out,
 * as originals may contain a location.
 */
const PRESENTED = 'a.logo_object, w.main_object as watermark_object';

/**
 * A published scene with an output; null for all other scenes, which do not exist for visitors, such as those
 * of a workspace that is being removed.
 */
export async function findSharedSceneRow(db: Knex, id: string): Promise<SharedSceneRow | null> {
  const rows = await readQuery<SharedSceneRow>(
    db,
    'shared-scene',
    `select c.id, c.account_id, c.name, c.description, c.privacy, c.password_hash, c.key_version, c.sharing,
       a.name as account_name, ${PRESENTED},
       o.id as output_id, o.source_object is not null as has_source, o.revision, o.glb_object, o.mobile_object, o.ar_object, o.usdz_object, o.thumbnail_object,
       (select content_type from objects where id = o.thumbnail_object) as thumbnail_type,
       o.carousel_objects, o.asset_ids, a.plan,
       not a.is_active as is_suspended,
       coalesce(a.overflown_since < now() - interval '1 year', false) as is_long_overflown,
       coalesce((c.sharing ->> 'expiresAt')::timestamptz <= now(), false) as is_expired
     from compositions c
     join accounts a on a.id = c.account_id
     left join assets w on w.id = a.watermark_asset and w.deleted_at is null and w.status <> 'failed'
     join scene_outputs o on o.id = c.published_output_id
     where c.id = $1 and c.status = 'published' and c.privacy <> 'private' and c.deleted_at is null
       and ${isOpenAccount('a')} and o.status = 'completed'`,
    [id],
  );
  return rows[0] ?? null;
}

/** Branding that a workspace shows with its scenes. */
export type PresenterRow = Pick<SharedSceneRow, 'account_name' | 'logo_object' | 'plan' | 'watermark_object'>;

/** Branding of a workspace; null where there is none. */
export async function findPresenter(db: Knex, accountId: string): Promise<PresenterRow | null> {
  const rows = await readQuery<PresenterRow>(
    db,
    'scene-presenter',
    `select a.name as account_name, a.plan, ${PRESENTED}
     from accounts a
     left join assets w on w.id = a.watermark_asset and w.deleted_at is null and w.status <> 'failed'
     where a.id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
}

/**
 * Filters scenes whose links may have expired without a recorded change, at the end of a day or a year.
 */
export async function listOverdueLinks(db: Knex, ids: readonly string[]): Promise<string[]> {
  const rows = await readQuery<{ id: string }>(
    db,
    'overdue-links',
    `select c.id from compositions c join accounts a on a.id = c.account_id
     where c.id = any ($1) and ((c.sharing ->> 'expiresAt')::timestamptz <= now()
       or a.overflown_since < now() - interval '1 year')`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Location of an object and its access rights. */
export type ObjectAccess = {
  key: string;
  size: number;
  content_type: string;
  /** Whether a published public scene uses it. */
  is_public: boolean;
  /** Whether it belongs to the shared library, which needs no scene key. */
  is_library: boolean;
  /** Key versions of the scenes that use it. */
  key_versions: number[];
};

/** Facts for the authorization of an object's download; null when there is no such object. */
export async function findObjectAccess(db: Knex, objectId: string): Promise<ObjectAccess | null> {
  const rows = await readQuery<ObjectAccess>(
    db,
    'object-access',
    `with shown as (
       select c.key_version, c.status = 'published' and c.privacy = 'public' and a.is_active
           and coalesce((c.sharing ->> 'expiresAt')::timestamptz > now(), true) as open,
         held.output is not null as is_published_object
       from (
         select r.holder_id as scene, null::uuid as output from object_refs r
         where r.object_id = $1 and r.held_by = 'compositions'
         union all
         select o.composition_id, o.id from object_refs r join scene_outputs o on o.id = r.holder_id
         where r.object_id = $1 and r.held_by = 'scene_outputs' and r.place <> 'source_object'
         union all
         select o.composition_id, o.id from object_refs r join option_outputs p on p.id = r.holder_id
         join scene_outputs o on o.id = p.output_id
         where r.object_id = $1 and r.held_by = 'option_outputs'
         union all
         select e.composition_id, e.output_id from object_refs r
         join assets s on s.id = r.holder_id and s.deleted_at is null
         join composition_assets e on e.asset_id = s.id and e.version_id is null
         where r.object_id = $1 and r.held_by = 'assets' and r.place <> 'original_object') held
       join compositions c on c.id = held.scene and c.deleted_at is null
         and (held.output is null or held.output = c.published_output_id)
       join accounts a on a.id = c.account_id)
     select ob.key, ob.size, ob.content_type, w.is_library,
       exists (select 1 from shown where open and is_published_object) as is_public,
       array(select distinct key_version from shown) as key_versions
     from objects ob join accounts w on w.id = ob.account_id where ob.id = $1`,
    [objectId],
  );
  return rows[0] ?? null;
}
