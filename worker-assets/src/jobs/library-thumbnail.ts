import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { assetIdOf, assetReferences } from '@diorama/shared/scene/asset-references.ts';
import { readStoredMaterial } from '@diorama/shared/scene/stored.ts';
import {
  attachLibraryThumbnail,
  findLibraryMaterial,
} from '@diorama/shared/server/assets/library-changes.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { drawMaterial } from '../library/material-picture.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { loadSceneAssets } from './load-scene-assets.ts';

/** Draws the picture of a material in a library. */
export function libraryThumbnail(deps: JobDeps) {
  const { db, stage } = deps;
  return async (
    { itemId }: PayloadOf<'library.thumbnail'>,
    context: JobContext,
  ): Promise<ResultOf<'library.thumbnail'>> => {
    const item = await findLibraryMaterial(db, itemId);
    if (!item) {
      return { thumbnail: null };
    }
    const assetIds = assetReferences(item.material).map(assetIdOf);
    const body = await withJobFolder(deps, async (folder) => {
      const assets = await loadSceneAssets(deps, { folder, assetIds, accountId: item.accountId });
      return drawMaterial(stage, readStoredMaterial(item.material), assets);
    });
    const object = await storeObject(deps, { accountId: item.accountId, body, contentType: 'image/webp' });
    await db.transaction(async (trx) => {
      await attachLibraryThumbnail(trx, itemId, object.id);
      await context.complete(trx);
    });
    return { thumbnail: object.id };
  };
}
