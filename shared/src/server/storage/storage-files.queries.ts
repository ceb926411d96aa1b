import { MAX_STORAGE_FILES, type STORAGE_USES } from '../../contract/storage.ts';
import { scenesUsing, usedInLibrary } from '../assets/asset-uses.queries.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';

/** One content of a workspace, and its uses. */
export type StorageFileRow = {
  asset_ids: string[];
  name: string;
  type: number;
  size: number;
  created_at: string;
  uses: { id: string; name: string; kind: (typeof STORAGE_USES)[number] }[];
  is_in_library: boolean;
  is_watermark: boolean;
  /** Number and total size of all contents of the workspace. */
  all_count: number;
  all_size: number;
};

/**
 * Stored contents of a workspace, largest first. Automatic versions do not block the deletion of a file, but
 * would lack it, so they are listed as uses.
 */
export async function listStorageFiles(db: Knex, accountId: string): Promise<StorageFileRow[]> {
  return readQuery<StorageFileRow>(
    db,
    'storage-files',
    `with files as (
       select o.id, o.size, array_agg(s.id order by s.created_at, s.id) as asset_ids,
         (array_agg(s.name order by s.created_at desc, s.id))[1] as name,
         (array_agg(s.type order by s.created_at desc, s.id))[1] as type, min(s.created_at) as created_at,
         bool_or(s.upload_type = 'library') as is_shelved,
         count(*) over () as all_count, sum(o.size) over () as all_size
       from assets s cross join lateral (select o.id, o.size from objects o where o.id = s.original_object offset 0) o
       where s.account_id = $1 and s.deleted_at is null and s.status <> 'failed' group by o.id, o.size
       order by o.size desc, o.id limit ${MAX_STORAGE_FILES})
     select f.asset_ids, f.name, f.type, f.size, f.created_at, f.all_count, f.all_size::bigint,
       array(select jsonb_build_object('id', c.id, 'name', c.name, 'kind', case
           when c.deleted_at is not null then 'trash' when bool_and(e.is_automatic) then 'history'
           when bool_and(e.version_id is not null) then 'version' else 'scene' end)
         from (select u.composition_id, u.version_id, false as is_automatic from (
             ${scenesUsing((column) => `${column} = any (f.asset_ids)`)}) u
           union all select h.composition_id, h.version_id, true from composition_assets h
             where h.asset_id = any (f.asset_ids) and h.version_id is not null
               and exists (select 1 from scene_versions v where v.id = h.version_id and v.automatic offset 0)
         ) e join compositions c on c.id = e.composition_id
         group by c.id order by c.deleted_at nulls first, c.name, c.id limit 20) as uses,
       coalesce(f.is_shelved, false) or ${usedInLibrary('f.asset_ids')} as is_in_library,
       exists (select 1 from accounts a where a.id = $1 and a.watermark_asset = any (f.asset_ids)) as is_watermark
     from files f order by f.size desc, f.id`,
    [accountId],
  );
}
