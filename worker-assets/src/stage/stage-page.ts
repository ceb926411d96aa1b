import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { StagePage } from '@diorama/shared/domain/stage-protocol.ts';
import type { Browser, Page, Route } from 'playwright-core';
import { StageError } from './stage-error.ts';

/** An origin that exists nowhere: every request to it is answered here, and every other is refused. */
const ORIGIN = 'https://stage.invalid';
const FILES = '/job-files/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Bytes that the page may fetch, by any name. */
export type PageFiles = ReadonlyMap<string, Uint8Array>;

/** Address at which the page finds one of its files. */
export function pageFileUrl(name: string): string {
  return `${ORIGIN}${FILES}${encodeURIComponent(name)}`;
}

/**
 * Opens the stage's page in a context of its own that reaches the built web pages and these files, and nothing else.
 * Closing the page's context ends it.
 */
export async function openStagePage(browser: Browser, webDist: string, files: PageFiles): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', acceptDownloads: false });
  await context.route('**', (route) => answer(route, webDist, files));
  await context.routeWebSocket('**', (socket) => socket.close());
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/stage.html`);
  await page.waitForFunction(() => 'stage' in window);
  return page;
}

type Methods = { [Name in keyof StagePage]: Awaited<ReturnType<StagePage[Name]>> };

/** Calls what the page left on its window. @throws {@link StageError} when the page breaks. */
export async function callStage<Name extends keyof StagePage>(
  page: Page,
  name: Name,
  ...args: Parameters<StagePage[Name]>
): Promise<Methods[Name]> {
  const broken = new Promise<never>((_, reject) => {
    page.once('crash', () => reject(new StageError('The page ran out of memory or crashed')));
  });
  const answered = page.evaluate(
    ({ name, args }) => {
      // The page's own script put it there.
      const { stage } = window as unknown as { stage: Record<string, (...args: unknown[]) => unknown> };
      return stage[name]?.(...args);
    },
    { name, args },
  );
  return (await Promise.race([answered, broken])) as Methods[Name];
}

async function answer(route: Route, webDist: string, files: PageFiles): Promise<void> {
  const url = new URL(route.request().url());
  if (url.origin !== ORIGIN) {
    return await route.abort('blockedbyclient');
  }
  if (url.pathname.startsWith(FILES)) {
    const bytes = files.get(decodeURIComponent(url.pathname.slice(FILES.length)));
    return bytes
      ? await route.fulfill({ body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) })
      : await route.fulfill({ status: 404 });
  }
  const path = normalize(join(webDist, url.pathname));
  const body = path.startsWith(webDist + sep) ? await readFile(path).catch(() => null) : null;
  return body
    ? await route.fulfill({ body, contentType: TYPES[extname(path)] ?? 'application/octet-stream' })
    : await route.fulfill({ status: 404 });
}
