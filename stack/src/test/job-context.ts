import { createLogger } from '@diorama/shared/server/logger.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';

/**
 * The context for a handler that a test runs directly. By default nothing is stored; `own` overrides members.
 */
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
