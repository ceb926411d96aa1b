/**
 * Scenes that use files, directly or in a comment: rows of `composition_id` and `version_id`, which is null
 * except for named versions. Automatic versions do not count. `offset 0` keeps the version a look-up by its
 * key, row by row.
 * @param matches - returns SQL that tests whether a column is one of the files
 */
export function scenesUsing(matches: (column: string) => string): string {
  return `select e.composition_id, e.version_id from composition_assets e where ${matches('e.asset_id')} and not exists (
      select 1 from scene_versions v where v.id = e.version_id and v.automatic offset 0)
    union all
    select k.composition_id, null::uuid from comments k where ${matches('k.snapshot_asset')} and k.deleted_at is null`;
}

/**
 * Whether libraries use files: as items, in materials, or in versions of components. `offset 0` keeps each a look-up,
 * file by file.
 * @param ids - SQL of an array of the files' ids
 */
export function usedInLibrary(ids: string): string {
  return `(exists (select 1 from library_items i where i.asset_id = any (${ids}) offset 0)
    or exists (select 1 from library_items i where i.map_ids && ${ids} and i.map_ids <> '{}' offset 0)
    or exists (select 1 from library_versions v where v.asset_ids && ${ids} and v.asset_ids <> '{}' offset 0))`;
}
