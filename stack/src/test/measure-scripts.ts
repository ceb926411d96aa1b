import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

const KB = 1_000;

/** Most kilobytes of gzipped script: of embed and editor before their first frame, of other pages altogether. */
export const SCRIPT_BUDGETS = {
  embed: 200,
  viewer: 290,
  dashboard: 150,
  upgrade: 150,
  payment: 150,
  editor: 500,
} as const;

/**
 * Measures the gzipped scripts of a page in kilobytes, until it has drawn and fetches nothing more: all of them, and
 * those requested before the page's performance mark of the first frame, if any.
 */
export async function measureScripts(
  page: Page,
  url: string,
  isDrawn: string,
): Promise<{ all: number; beforeFrame: number }> {
  const sizes = new Map<string, Promise<number>>();
  const count = (response: Response) => {
    if (new URL(response.url()).pathname.endsWith('.js') && response.ok()) {
      sizes.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      );
    }
  };
  page.on('response', count);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForSelector(isDrawn, { timeout: 60_000 });
  await page.waitForLoadState('networkidle').catch(() => undefined);
  page.off('response', count);
  const early = new Set(
    await page.evaluate(() => {
      const end = performance.getEntriesByName('first-frame')[0]?.startTime ?? Number.POSITIVE_INFINITY;
      const fetched = performance.getEntriesByType('resource');
      return fetched.filter(({ startTime }) => startTime < end).map(({ name }) => name);
    }),
  );
  let all = 0;
  let beforeFrame = 0;
  for (const [address, size] of sizes) {
    all += (await size) / KB;
    beforeFrame += early.has(address) ? (await size) / KB : 0;
  }
  return { all, beforeFrame };
}
