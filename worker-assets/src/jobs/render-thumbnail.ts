import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { CARD_ASPECT } from '@diorama/shared/domain/picture-sizes.ts';
import { assetIdOf, assetReferences } from '@diorama/shared/scene/asset-references.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { emptyReport } from '../import/report.ts';
import { awaitImports } from './await-imports.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { loadSceneAssets } from './load-scene-assets.ts';

const NO_PICTURE = importMessage('changed.no-thumbnail');

/** Size of a card's thumbnail, in pixels. */
const CARD = { width: 960, height: 540 } as const;

/**
 * Draws a document from its initial view and stores the picture.
 * @returns the id of the stored object
 * @throws JobPostponedError while an asset of the document is converted
 */
export async function renderThumbnail(
  deps: JobDeps,
  { document, accountId }: { document: SceneDocument; accountId: string },
  context: JobContext,
): Promise<string> {
  const assetIds = assetReferences(document).map(assetIdOf);
  await awaitImports(deps.db, { accountId, assetIds }, context);
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

/** Adds or removes the warning about a missing thumbnail in a model's import report. */
export function noteMissingThumbnail(report: ImportReport | null, isDrawn: boolean): ImportReport {
  const known = report ?? emptyReport();
  const others = known.warnings.filter(({ code }) => code !== NO_PICTURE.code);
  return { ...known, warnings: isDrawn ? others : [...others, NO_PICTURE] };
}
