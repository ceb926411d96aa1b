import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { uuidOf } from '@diorama/shared/server/runtime/ids.ts';
import type { ArchivedIds } from '@diorama/shared/server/scenes/archived-document.ts';
import {
  findEqualAsset,
  listSharedAssets,
  placeComponentItem,
} from '@diorama/shared/server/workspaces/import-rows.queries.ts';
import type { CheckedArchive } from './check-archive.ts';

/**
 * Id of an asset that an import adds, the same in every run.
 * A later import has another id, as the asset may have been deleted.
 */
export function importedAssetId(importId: string, sourceId: string): string {
  return uuidOf(`${importId} asset ${sourceId}`);
}

/**
 * Ids in the workspace of all assets and components of the library that the documents of an archive name.
 * An equal asset is found by its content. Files of the library keep their id.
 */
export async function mapIds(
  db: Knex,
  accountId: string,
  { manifest: { assets, library }, references }: Pick<CheckedArchive, 'manifest' | 'references'>,
): Promise<ArchivedIds> {
  const own = new Set(assets.flatMap(({ id, isShared }) => (isShared ? [] : [id])));
  const others = [...references].filter((id) => !own.has(id));
  const known = new Map((await listSharedAssets(db, others)).map((id) => [id, id]));
  for (const asset of assets) {
    const id = known.has(asset.id) ? null : await findEqualAsset(db, accountId, asset);
    if (id !== null) {
      known.set(asset.id, id);
    }
  }
  const items = new Map<string, string>();
  for (const { id } of library.filter(({ kind }) => kind === 'component')) {
    items.set(id, (await placeComponentItem(db, accountId, id)).id);
  }
  return { assets: known, items };
}
