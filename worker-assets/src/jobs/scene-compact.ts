import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';
import { compactScene, findBacklog } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import type { JobDeps } from './deps.ts';

/**
 * Length of the editing pause before a merge, in milliseconds, because every merge writes the whole scene.
 */
const PAUSE_MS = 2_000;
/** Limits at which a merge no longer waits, because opening a scene reads the whole log. */
const MAX = { waitMs: 30_000, bytes: 2_000_000, updates: 2_000 } as const;

/**
 * Merges a scene's log into its snapshot, JSON and revision. A repeated run does nothing.
 * @throws JobPostponedError while the scene is being edited.
 */
export function sceneCompact({ db }: Pick<JobDeps, 'db'>) {
  return async ({ compositionId }: PayloadOf<'scene.compact'>): Promise<ResultOf<'scene.compact'>> => {
    const backlog = await findBacklog(db, compositionId);
    if (
      backlog &&
      backlog.newestMs < PAUSE_MS &&
      backlog.oldestMs < MAX.waitMs &&
      backlog.bytes < MAX.bytes &&
      backlog.updates < MAX.updates
    ) {
      throw new JobPostponedError(PAUSE_MS);
    }
    return { revision: await compactScene(db, compositionId) };
  };
}
