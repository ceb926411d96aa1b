import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { releaseFailedOriginals } from '@diorama/shared/server/db/repositories/asset-import.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import type { JobDeps } from './deps.ts';

/** Lets go of what failed imports have kept for a day. */
export function assetSweep({ db }: Pick<JobDeps, 'db'>) {
  return (_payload: PayloadOf<'asset.sweep'>, context: JobContext): Promise<ResultOf<'asset.sweep'>> =>
    db.transaction(async (trx) => {
      const swept = await releaseFailedOriginals(trx);
      await context.complete(trx);
      return { swept };
    });
}
