import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { StagePage } from '@diorama/shared/domain/stage-protocol.ts';
import type { Browser, Page, Route } from 'playwright-core';
import type { MemoryBudget } from '../memory-budget.ts';
import { PageOverloadedError } from './stage-error.ts';

/** A non-existent origin: requests to it are answered here, and all others are refused. */
const ORIGIN = 'https://stage.invalid';
const FILES = '/job-files/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** A file for the page: bytes, or a path that is read on request. */
export type PageFile = Uint8Array | { path: string };
/** The files for the page, by name. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** Dependencies of pages: the built web pages, and the budget of bytes in transfer to all of them. */
export type PageHome = { webDist: string; budget: MemoryBudget };

/** The size of such a file in bytes. */
export async function sizeOfPageFile(file: PageFile): Promise<number> {
  return 'path' in file ? (await stat(file.path)).size : file.length;
}

/** Address at which the page finds one of its files. */
export function pageFileUrl(name: string): string {
  return `${ORIGIN}${FILES}${encodeURIComponent(name)}`;
}

/**
 * Opens the stage's page in a new browser context with access to the built web pages and these files only.
 * Closing the context closes the page.
 */
export async function openStagePage(browser: Browser, home: PageHome, files: PageFiles): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', acceptDownloads: false });
  // All files come from this process, also on a machine without a network.
  await context.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }));
  await context.route('**', (route) => answer(route, home, files));
  await context.routeWebSocket('**', (socket) => socket.close());
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/stage.html`);
  await page.waitForFunction(() => 'stage' in window);
  return page;
}

type Methods = { [Name in keyof StagePage]: Awaited<ReturnType<StagePage[Name]>> };

/**
 * Calls a function that the page has put on its window.
 * @throws {@link PageOverloadedError} when the page crashes.
 */
export async function callStage<Name extends keyof StagePage>(
  page: Page,
  name: Name,
  ...args: Parameters<StagePage[Name]>
): Promise<Methods[Name]> {
  const broken = new Promise<never>((_, reject) => {
    page.once('crash', () => reject(new PageOverloadedError('The page ran out of memory or crashed')));
  });
  const answered = page.evaluate(
    ({ name, args }) => {
      // The page's script has put it there.
      const { stage } = window as unknown as { stage: Record<string, (...args: unknown[]) => unknown> };
      return stage[name]?.(...args);
    },
    { name, args },
  );
  return (await Promise.race([answered, broken])) as Methods[Name];
}

async function answer(route: Route, { webDist, budget }: PageHome, files: PageFiles): Promise<void> {
  const url = new URL(route.request().url());
  if (url.origin !== ORIGIN) {
    return await route.abort('blockedbyclient');
  }
  if (url.pathname.startsWith(FILES)) {
    const file = files.get(decodeURIComponent(url.pathname.slice(FILES.length)));
    return file ? await sendFile(route, file, budget) : await route.fulfill({ status: 404 });
  }
  const path = normalize(join(webDist, url.pathname));
  const body = path.startsWith(webDist + sep) ? await readFile(path).catch(() => null) : null;
  return body
    ? await route.fulfill({ body, contentType: TYPES[extname(path)] ?? 'application/octet-stream' })
    : await route.fulfill({ status: 404 });
}

/** A message to the browser contains a whole file as text, so files wait for the budget. */
async function sendFile(route: Route, file: PageFile, budget: MemoryBudget): Promise<void> {
  const release = await budget.take(await sizeOfPageFile(file).catch(() => 0));
  try {
    // A cancelled job has removed its folder.
    const body = 'path' in file ? await readFile(file.path).catch(() => null) : file;
    await route.fulfill(
      body ? { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) } : { status: 404 },
    );
  } finally {
    release();
  }
}
