import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import {
  requestMissingOutputs,
  requestMissingPictures,
} from '@diorama/shared/server/scenes/request-output.queries.ts';
import type { JobDeps } from './deps.ts';

/** Limit of outputs, and of thumbnails, that one run requests. */
const LIMIT = 200;

/**
 * Requests missing outputs of published scenes and missing card thumbnails, which a killed process did not
 * request.
 */
export function sceneSweep({ db }: Pick<JobDeps, 'db'>): JobHandler<'scene.sweep'> {
  return async (_payload, context) => {
    const outputs = await requestMissingOutputs(db, LIMIT);
    const pictures = await context.commit(db, (trx) => requestMissingPictures(trx, LIMIT));
    return { outputs, pictures };
  };
}
