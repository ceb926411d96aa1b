import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE = 60_000;

/** Waits until a check holds. @throws Error when it takes too long, by default ten minutes */
export async function until(
  holds: () => boolean | Promise<boolean>,
  { everyMs = 20, withinMs = 10 * MINUTE }: { everyMs?: number; withinMs?: number } = {},
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) {
      throw new Error(`It did not happen within ${withinMs / 1_000} s`);
    }
    await sleep(everyMs);
  }
}
