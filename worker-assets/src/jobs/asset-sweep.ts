import {
  releaseFailedOriginals,
  requestOldPictures,
} from '@diorama/shared/server/assets/asset-import.queries.ts';
import { settlePendingPictures } from '@diorama/shared/server/assets/pictures.queries.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import type { JobDeps } from './deps.ts';

/** Limit of pictures imported again per hour, so that only idle worker time is used. */
const MAX_OLD_PICTURES = 1_000;

/**
 * Removes the files of imports that failed a day ago, and resolves pending avatars and logos without a running
 * import. Queues a new import of pictures that older releases left in their original form.
 */
export function assetSweep({ db }: Pick<JobDeps, 'db'>): JobHandler<'asset.sweep'> {
  return async (_payload, context) => {
    await transact(db, settlePendingPictures);
    return context.commit(db, async (trx) => {
      const swept = await releaseFailedOriginals(trx);
      const outdated = await requestOldPictures(trx, MAX_OLD_PICTURES);
      return { swept, outdated };
    });
  };
}
