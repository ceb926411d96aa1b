import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import {
  askForOldPictures,
  releaseFailedOriginals,
} from '@diorama/shared/server/db/repositories/asset-import.ts';
import { settleWishes } from '@diorama/shared/server/db/repositories/pictures.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import type { JobDeps } from './deps.ts';

/** So many pictures an hour are imported again: they take the time of workers that nobody else wants. */
const MOST_OLD_PICTURES = 1_000;

/**
 * Lets go of what failed imports have kept for a day, ends the wait for pictures that nobody imports any more, and has pictures
 * imported again that older rules left as they came.
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
