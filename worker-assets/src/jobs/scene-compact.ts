import { EDIT_PAUSE_MS } from '@diorama/shared/jobs/scenes.ts';
import { type JobHandler, JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';
import { compactScene, findBacklog } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import type { JobDeps } from './deps.ts';

/** Limits at which a merge no longer waits, because opening a scene reads the whole log. */
const MAX = { waitMs: 30_000, bytes: 2_000_000, updates: 2_000 } as const;

/**
 * Merges a scene's log into its snapshot, JSON and revision. A repeated run does nothing.
 * @throws JobPostponedError while the scene is being edited.
 */
export function sceneCompact({ db }: Pick<JobDeps, 'db'>): JobHandler<'scene.compact'> {
  return async ({ compositionId }) => {
    const backlog = await findBacklog(db, compositionId);
    if (
      backlog &&
      backlog.newestMs < EDIT_PAUSE_MS &&
      backlog.oldestMs < MAX.waitMs &&
      backlog.bytes < MAX.bytes &&
      backlog.updates < MAX.updates
    ) {
      throw new JobPostponedError(EDIT_PAUSE_MS - Math.max(backlog.newestMs, 0));
    }
    return { revision: await compactScene(db, compositionId) };
  };
}
