import type { Page } from 'playwright-core';

/** Says how much script a page has run so far. */
export type ScriptWatch = () => Promise<number>;

/**
 * A watch of the script that a page runs, in milliseconds. It is the thread's own time: a software renderer draws on the same
 * cores meanwhile, and what the thread waits for those is no script.
 */
export async function openScriptWatch(page: Page): Promise<ScriptWatch> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
  };
}
