import { readShown } from '@diorama/shared/scene/options/shown-document.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { attachVersionThumbnail, findVersionWork } from '@diorama/shared/server/scenes/versions.queries.ts';
import type { JobDeps } from './deps.ts';
import { renderThumbnail } from './render-thumbnail.ts';

/** Draws the thumbnail of a version without one. */
export function versionThumbnail(deps: JobDeps): JobHandler<'version.thumbnail'> {
  const { db } = deps;
  return async ({ versionId }, context) => {
    const work = await findVersionWork(db, versionId);
    if (!work || work.thumbnail !== null) {
      return { thumbnail: work?.thumbnail ?? null };
    }
    const { accountId } = work;
    const thumbnail = await renderThumbnail(deps, { document: readShown(work.document), accountId }, context);
    await context.commit(db, (trx) => attachVersionThumbnail(trx, versionId, thumbnail));
    return { thumbnail };
  };
}
