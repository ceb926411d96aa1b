import { assetIdOf, assetReferences } from '@diorama/shared/scene/asset-references.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { readStored, readStoredMaterial } from '@diorama/shared/scene/stored.ts';
import { attachLibraryThumbnail, findLibraryPicture } from '@diorama/shared/server/assets/library-changes.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { drawMaterial } from '../library/material-picture.ts';
import { NothingVisibleError } from '../stage/stage-error.ts';
import type { PageFiles } from '../stage/stage-page.ts';
import { drawPlaceholder } from './asset-thumbnail.ts';
import { awaitImports } from './await-imports.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { loadSceneAssets } from './load-scene-assets.ts';

const COMPONENT_PX = 512;
/** Direction from a component to the eye, and field of view in degrees. */
const COMPONENT_VIEW = { kind: 'fit', from: [0.65, 0.45, 0.8], fov: 28 } as const;

/** Draws the picture of a material or a component in a library. */
export function libraryThumbnail(deps: JobDeps): JobHandler<'library.thumbnail'> {
  const { db, stage } = deps;
  return async ({ itemId }, context) => {
    const item = await findLibraryPicture(db, itemId);
    if (!item) {
      return { thumbnail: null };
    }
    const { document, material, accountId } = item;
    const assetIds = assetReferences(document ?? material).map(assetIdOf);
    await awaitImports(db, { accountId, assetIds }, context);
    const body = await withJobFolder(deps, async (folder) => {
      const assets = await loadSceneAssets(deps, { folder, assetIds, accountId });
      return document === null
        ? drawMaterial(stage, readStoredMaterial(material), assets)
        : drawComponent(stage, readStored(document), assets);
    });
    const object = await storeObject(deps, { accountId, body, contentType: 'image/webp' });
    await context.commit(db, (trx) => attachLibraryThumbnail(trx, itemId, object.id));
    return { thumbnail: object.id };
  };
}

/** A component that shows nothing, such as one of lights, gets a placeholder. */
async function drawComponent(
  stage: JobDeps['stage'],
  document: SceneDocument,
  assets: PageFiles,
): Promise<Buffer> {
  const size = { width: COMPONENT_PX, height: COMPONENT_PX };
  try {
    const [picture] = await stage.drawDocument(document, assets, {
      ...size,
      views: [{ ...COMPONENT_VIEW, from: [...COMPONENT_VIEW.from] }],
    });
    return picture ?? (await drawPlaceholder(COMPONENT_PX));
  } catch (error) {
    if (!(error instanceof NothingVisibleError)) {
      throw error;
    }
    return drawPlaceholder(COMPONENT_PX);
  }
}
