import { readShown } from '@diorama/shared/scene/options/shown-document.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { readStoredDocument } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import {
  attachDraftThumbnail,
  findThumbnailWork,
} from '@diorama/shared/server/scenes/scene-outputs.queries.ts';
import type { JobDeps } from './deps.ts';
import { renderThumbnail } from './render-thumbnail.ts';

/** Draws a draft's card thumbnail, if the scene has changed since the last one. */
export function sceneThumbnail(deps: JobDeps): JobHandler<'scene.thumbnail'> {
  const { db } = deps;
  return async ({ compositionId }, context) => {
    const stored = await readStoredDocument(db, compositionId);
    const work = await findThumbnailWork(db, compositionId);
    if (!stored || !work || work.thumbnailRevision === stored.revision) {
      return { thumbnail: work?.thumbnail ?? null };
    }
    const { accountId } = work;
    const document = readShown(stored.document);
    const thumbnail = await renderThumbnail(deps, { document, accountId }, context);
    await context.commit(db, async (trx) => {
      const scene = { id: compositionId, accountId, revision: stored.revision };
      await attachDraftThumbnail(trx, scene, thumbnail);
    });
    return { thumbnail };
  };
}
