import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';

/**
 * Creates the context of a handler that a test calls directly. It records nothing unless `own` overrides it.
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
    complete: async () => undefined,
    ...own,
  };
}
