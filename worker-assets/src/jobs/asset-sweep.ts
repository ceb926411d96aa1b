import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import {
  askForOldPictures,
  releaseFailedOriginals,
} from '@diorama/shared/server/db/repositories/asset-import.ts';
import { settleWishes } from '@diorama/shared/server/db/repositories/pictures.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import type { JobDeps } from './deps.ts';

/** Pictures imported again per hour, with spare capacity of the workers. */
const MOST_OLD_PICTURES = 1_000;

/**
 * Releases originals of imports that failed a day ago, and ends the wait for abandoned pictures.
 * Also repeats imports of pictures that older rules left unchanged.
 */
export function assetSweep({ db }: Pick<JobDeps, 'db'>) {
  return async (
    _payload: PayloadOf<'asset.sweep'>,
    context: JobContext,
  ): Promise<ResultOf<'asset.sweep'>> => {
    await transact(db, settleWishes);
    return db.transaction(async (trx) => {
      const swept = await releaseFailedOriginals(trx);
      const outdated = await askForOldPictures(trx, MOST_OLD_PICTURES);
      await context.complete(trx);
      return { swept, outdated };
    });
  };
}
