import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { createLoop } from '@diorama/shared/server/runtime/loop.ts';

/** Interval between checks, in milliseconds. */
const ASK_EVERY_MS = 1_000;

/**
 * Runs work of several minutes, and cancels it soon after its result is no longer wanted, for example when
 * its file was deleted.
 * @param work receives a signal that cancels it, also when the job's time ends.
 * @returns null when the work was cancelled.
 */
export async function runUnlessCancelled<Result>(
  { isWanted, context }: { isWanted: () => Promise<boolean>; context: Pick<JobContext, 'signal' | 'logger'> },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const cancelled = new AbortController();
  const loop = createLoop({
    everyMs: ASK_EVERY_MS,
    run: async () => {
      if (!(await isWanted())) {
        cancelled.abort();
      }
    },
    // A failed check is repeated a second later.
    onError: (err) => context.logger.debug({ err }, 'cancellation could not be checked'),
  });
  try {
    return await work(AbortSignal.any([context.signal, cancelled.signal]));
  } catch (error) {
    if (cancelled.signal.aborted) {
      context.logger.info('job canceled: result no longer needed');
      return null;
    }
    throw error;
  } finally {
    await loop.close();
  }
}
