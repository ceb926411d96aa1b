import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { assetIdOf, assetReferences } from '@diorama/shared/scene/asset-references.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import {
  attachDraftThumbnail,
  findThumbnailWork,
} from '@diorama/shared/server/db/repositories/scene-outputs.ts';
import { readStoredDocument } from '@diorama/shared/server/db/scene-log.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { loadSceneAssets } from './load-scene-assets.ts';

const CARD = { width: 960, height: 540 } as const;

/** Draws a draft's card picture, if the scene has changed since the last one. */
export function sceneThumbnail(deps: JobDeps) {
  const { db, stage } = deps;
  return async (
    { compositionId }: PayloadOf<'scene.thumbnail'>,
    context: JobContext,
  ): Promise<ResultOf<'scene.thumbnail'>> => {
    const stored = await readStoredDocument(db, compositionId);
    const work = await findThumbnailWork(db, compositionId);
    if (!stored || !work || work.thumbnailRevision === stored.revision) {
      return { thumbnail: work?.thumbnail ?? null };
    }
    const document = parseDocument(stored.document);
    const assetIds = assetReferences(document).map(assetIdOf);
    const views = [{ kind: 'camera' as const, camera: document.camera }];
    const [body] = await withJobFolder(deps, async (folder) => {
      const assets = await loadSceneAssets(deps, { folder, assetIds, accountId: work.accountId });
      return stage.drawDocument(document, assets, { ...CARD, views });
    });
    if (!body) {
      throw new Error('The stage drew no picture');
    }
    const object = await storeObject(deps, { accountId: work.accountId, body, contentType: 'image/webp' });
    await db.transaction(async (trx) => {
      const scene = { id: compositionId, accountId: work.accountId, revision: stored.revision };
      await attachDraftThumbnail(trx, scene, object.id);
      await context.complete(trx);
    });
    return { thumbnail: object.id };
  };
}
