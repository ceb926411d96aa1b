import { createLoop } from '@diorama/shared/server/loop.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';

/** How often somebody is asked for. */
const ASK_EVERY_MS = 1_000;

/**
 * Does work that takes minutes, and ends it soon after nobody wants its result any more, as when its file was deleted.
 * @param work gets the signal that ends it, which the end of the job's time gives as well.
 * @returns null when it was ended because nobody wanted it.
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
    // Who is not asked now is asked in a second.
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
