import { CARD_ASPECT } from '@diorama/shared/domain/picture-sizes.ts';
import { assetIdOf, assetReferences } from '@diorama/shared/scene/asset-references.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { loadSceneAssets } from './load-scene-assets.ts';

/** Size of a card's thumbnail, in pixels. */
const CARD = { width: 960, height: 540 } as const;

/** Draws a document from its initial view and stores the picture. @returns the id of the stored object */
export async function renderThumbnail(
  deps: JobDeps,
  document: SceneDocument,
  accountId: string,
): Promise<string> {
  const assetIds = assetReferences(document).map(assetIdOf);
  const views = [{ kind: 'camera' as const, camera: document.camera }];
  const [body] = await withJobFolder(deps, async (folder) => {
    const assets = await loadSceneAssets(deps, { folder, assetIds, accountId });
    return deps.stage.drawDocument(document, assets, { ...CARD, views, keptAspect: CARD_ASPECT });
  });
  if (!body) {
    throw new Error('The stage drew no picture');
  }
  const object = await storeObject(deps, { accountId, body, contentType: 'image/webp' });
  return object.id;
}
