import { createLoop } from '@diorama/shared/server/loop.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';

/** Interval of the check. */
const ASK_EVERY_MS = 1_000;

/**
 * Runs work that takes minutes, and cancels it soon after its result is no longer needed, as when its file
 * was deleted.
 * @param work receives the signal that cancels it; the job's timeout triggers the signal as well.
 * @returns null when it was cancelled as unneeded.
 */
export async function whileWanted<Result>(
  { isWanted, context }: { isWanted: () => Promise<boolean>; context: Pick<JobContext, 'signal' | 'logger'> },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const unwanted = new AbortController();
  const loop = createLoop({
    everyMs: ASK_EVERY_MS,
    run: async () => {
      if (!(await isWanted())) {
        unwanted.abort();
      }
    },
    // A failed check is repeated in a second.
    onError: (err) => context.logger.debug({ err }, 'it is not known whether a result is wanted'),
  });
  try {
    return await work(AbortSignal.any([context.signal, unwanted.signal]));
  } catch (error) {
    if (unwanted.signal.aborted) {
      context.logger.info('nobody wants the result any more');
      return null;
    }
    throw error;
  } finally {
    await loop.close();
  }
}
