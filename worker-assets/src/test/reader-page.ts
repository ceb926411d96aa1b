import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../stage/launch-browser.ts';

const ORIGIN = 'http://reader.test';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.html': 'text/html',
};
const HTML = join(import.meta.dirname, 'reader-page.html');

/** Content of a USDZ file according to an independent reader. */
export type ReadScene = {
  meshes: number;
  triangles: number;
  textures: number;
  bounds: { min: number[]; max: number[] };
};

export type ReaderPage = {
  /** Reads with three.js's USDLoader; `at` poses its first animation at that second. */
  readWithThree: (
    usdz: Uint8Array,
    at?: number,
  ) => Promise<ReadScene & { animations: number; errors: string[] }>;
  /** Reads with three.js's USDLoader, and writes what it shows as GLB. */
  toGlb: (usdz: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;
  /** Reads with tinyusdz, an independent reader in C++. */
  readWithTinyUsdz: (usdz: Uint8Array) => Promise<ReadScene & { materials: number }>;
  close: () => Promise<void>;
};

/** A page without network that reads USDZ files with browser-only libraries. */
export async function openReaderPage(): Promise<ReaderPage> {
  const { browser, close } = await launchBrowser({
    tmpDir: join(tmpdir(), 'diorama-test-stage'),
    logger: { warn: () => undefined },
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      errors.push(message.text());
    }
  });
  await page.route('**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (!route.request().url().startsWith(`${ORIGIN}/`)) {
      return await route.abort();
    }
    const body = await readFile(path === '/' ? HTML : join(packagesDir(), path)).catch(() => null);
    if (body === null) {
      return await route.fulfill({ status: 404 });
    }
    return await route.fulfill({
      body,
      contentType: TYPES[path === '/' ? '.html' : extname(path)] ?? 'text/plain',
    });
  });
  await page.goto(`${ORIGIN}/`, { waitUntil: 'networkidle' });
  return {
    readWithThree: async (usdz, at = 0) => {
      errors.length = 0;
      const scene = await call<ReadScene & { animations: number }>(page, 'readWithThree', {
        base64: encode(usdz),
        at,
      });
      return { ...scene, errors: errors.filter((text) => !text.includes('GPU stall')) };
    },
    toGlb: async (usdz) =>
      new Uint8Array(Buffer.from(await call<string>(page, 'toGlb', encode(usdz)), 'base64')),
    readWithTinyUsdz: (usdz) => call(page, 'readWithTinyUsdz', encode(usdz)),
    close,
  };
}

function packagesDir(): string {
  return dirname(dirname(dirname(createRequire(import.meta.url).resolve('three'))));
}

/**
 * Calls a function that the page's script has put on its window. The caller defines the type of the answer.
 */
async function call<Answer>(page: Page, name: string, input: unknown): Promise<Answer> {
  return (await page.evaluate(
    ({ name, input }) => (window as unknown as Record<string, (input: unknown) => unknown>)[name]?.(input),
    { name, input },
  )) as Answer;
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
