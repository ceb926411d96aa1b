import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import {
  requestMissingOutputs,
  requestMissingPictures,
} from '@diorama/shared/server/db/repositories/request-output.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import type { JobDeps } from './deps.ts';

/** Most outputs, and most pictures, that one run requests. */
const LIMIT = 200;

/** Requests outputs of published scenes and card pictures that a killed process failed to request. */
export function sceneSweep({ db }: Pick<JobDeps, 'db'>) {
  return async (
    _payload: PayloadOf<'scene.sweep'>,
    context: JobContext,
  ): Promise<ResultOf<'scene.sweep'>> => {
    const outputs = await requestMissingOutputs(db, LIMIT);
    return db.transaction(async (trx) => {
      const pictures = await requestMissingPictures(trx, LIMIT);
      await context.complete(trx);
      return { outputs, pictures };
    });
  };
}
