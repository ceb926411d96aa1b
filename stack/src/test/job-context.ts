import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';

/** Context of a run that is killed before the transaction of its results is committed. */
export const KILLED_IN_COMMIT: Pick<JobContext, 'commit'> = {
  commit: (db, write) =>
    db.transaction(async (trx) => {
      await write(trx);
      throw new Error('killed');
    }),
};

/**
 * Creates the context of a handler that a test calls directly. It records no completion.
 */
export function jobContext(own: Partial<JobContext> = {}): JobContext {
  return {
    jobId: 'job',
    attempt: 1,
    isLastAttempt: false,
    ageMs: 0,
    fence: 1,
    logger: createLogger('test', { level: 'silent' }),
    signal: new AbortController().signal,
    progress: async () => undefined,
    commit: (db, write) => db.transaction(async (trx) => write(trx)),
    ...own,
  };
}
