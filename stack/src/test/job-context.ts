import { createLogger } from '@diorama/shared/server/logger.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';

/** What a handler gets that a test runs itself: nothing is written down of it unless `own` says how. */
export function jobContext(own: Partial<JobContext> = {}): JobContext {
  return {
    jobId: 'job',
    attempt: 1,
    isLastAttempt: false,
    fence: 1,
    logger: createLogger('test', { level: 'silent' }),
    signal: new AbortController().signal,
    progress: async () => undefined,
    complete: async () => undefined,
    ...own,
  };
}
