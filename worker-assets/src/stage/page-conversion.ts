import { open } from 'node:fs/promises';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import type { PageFormat } from '@diorama/shared/domain/formats.ts';
import type { Browser, Page } from 'playwright-core';
import { ImportError } from '../import/import-error.ts';
import { callStage, openStagePage, type PageHome, pageFileUrl } from './stage-page.ts';

/** A file to open, and all files uploaded with it. */
export type PageConversion = {
  format: PageFormat;
  main: { name: string };
  files: readonly { name: string; path: string }[];
  /** Path of the GLB. */
  into: string;
  /** Closes the page at once. */
  signal?: AbortSignal;
};

export type ConvertedInPage = { report: Partial<ImportReport> };

const READ_BYTES = 6_000_000;
/** The page's warning about vertices with more joints than glTF's four. */
const MANY_JOINTS = /more than 4 skinning weights/i;

/**
 * Opens a file with the loaders of the page and writes it as GLB. Each conversion has a separate page and
 * context, as the files are untrusted.
 * @throws {@link ImportError} when the file is at fault; any error when `signal` cancels it.
 */
export async function convertInPage(
  browser: Browser,
  home: PageHome,
  { format, main, files, into, signal }: PageConversion,
): Promise<ConvertedInPage> {
  const page = await openStagePage(browser, home, new Map(files.map((file) => [file.name, file])));
  const close = () =>
    page
      .context()
      .close()
      // If the browser has ended, so has the context.
      .catch(() => undefined);
  signal?.addEventListener('abort', close, { once: true });
  try {
    signal?.throwIfAborted();
    const warnings = collectWarnings(page);
    const named = files.map(({ name }) => ({ name, url: pageFileUrl(name) }));
    const outcome = await callStage(page, 'convert', { format, main: main.name, files: named });
    if (outcome.kind === 'refused') {
      throw new ImportError('import.failed', outcome.message, { cause: outcome.detail });
    }
    await writeResult(page, outcome.bytes, into);
    return { report: { ...outcome.report, warnings: [...(outcome.report.warnings ?? []), ...warnings()] } };
  } finally {
    signal?.removeEventListener('abort', close);
    await close();
  }
}

function collectWarnings(page: Page): () => string[] {
  const texts: string[] = [];
  page.on('console', (message) => texts.push(message.text()));
  return () => (texts.some((text) => MANY_JOINTS.test(text)) ? ['Vertices follow at most four joints.'] : []);
}

/** In pieces, because one message to the page is limited to some hundred megabytes. */
async function writeResult(page: Page, bytes: number, into: string): Promise<void> {
  const file = await open(into, 'w');
  try {
    for (let offset = 0; offset < bytes; offset += READ_BYTES) {
      await file.appendFile(Buffer.from(await callStage(page, 'read', offset, READ_BYTES), 'base64'));
    }
  } finally {
    await file.close();
  }
}
