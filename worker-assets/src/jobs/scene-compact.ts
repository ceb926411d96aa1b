import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { compactScene, findBacklog } from '@diorama/shared/server/db/scene-log.ts';
import { JobPostponedError } from '@diorama/shared/server/worker.ts';
import type { JobDeps } from './deps.ts';

/** Pause in the edits after which a scene is merged, as every merge writes the whole scene. */
const PAUSE_MS = 2_000;
/** A merge is put off up to these limits, as the whole log is read when the scene is opened. */
const MOST = { waitMs: 30_000, bytes: 2_000_000, updates: 2_000 } as const;

/**
 * Merges a scene's log into its snapshot, JSON and revision; a repeated run has no effect.
 * @throws JobPostponedError while the scene is being edited.
 */
export function sceneCompact({ db }: Pick<JobDeps, 'db'>) {
  return async ({ compositionId }: PayloadOf<'scene.compact'>): Promise<ResultOf<'scene.compact'>> => {
    const backlog = await findBacklog(db, compositionId);
    if (
      backlog &&
      backlog.newestMs < PAUSE_MS &&
      backlog.oldestMs < MOST.waitMs &&
      backlog.bytes < MOST.bytes &&
      backlog.updates < MOST.updates
    ) {
      throw new JobPostponedError(PAUSE_MS);
    }
    return { revision: await compactScene(db, compositionId) };
  };
}
