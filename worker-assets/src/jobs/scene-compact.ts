import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { compactScene } from '@diorama/shared/server/db/scene-log.ts';
import type { JobDeps } from './deps.ts';

/** Merges a scene's log into its snapshot, JSON and revision; done already, it does nothing. */
export function sceneCompact({ db }: Pick<JobDeps, 'db'>) {
  return async ({ compositionId }: PayloadOf<'scene.compact'>): Promise<ResultOf<'scene.compact'>> => ({
    revision: await compactScene(db, compositionId),
  });
}
