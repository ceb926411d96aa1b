import type { Page } from 'playwright-core';

/** Returns the script time of a page so far. */
export type ScriptWatch = () => Promise<number>;

/**
 * Creates a watch of the script time of a page, in milliseconds.
 * It counts the thread's CPU time. A software renderer draws on the same cores, and waiting for it is not
 * script time.
 */
export async function openScriptWatch(page: Page): Promise<ScriptWatch> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
  };
}
