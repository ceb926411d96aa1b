import type { Page } from 'playwright-core';

/** Returns the script time of a page so far, in milliseconds. */
export type ScriptWatch = () => Promise<number>;

/**
 * Opens a watch of a page's script time, in milliseconds. The value is thread time: a software renderer uses
 * the same cores, and waiting for it does not count.
 */
export async function openScriptWatch(page: Page): Promise<ScriptWatch> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
  };
}
