import { open } from 'node:fs/promises';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import type { PageFormat } from '@diorama/shared/domain/formats.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import type { Browser, Page } from 'playwright-core';
import { ImportError } from '../import/import-error.ts';
import { callStage, openStagePage, type PageHome, pageFileUrl } from './stage-page.ts';

/** A file to convert, with the other files of the upload. */
export type PageConversion = {
  format: PageFormat;
  main: { name: string };
  files: readonly { name: string; path: string }[];
  /** Path of the GLB to write. */
  into: string;
  /** Cancels the conversion and closes the page. */
  signal?: AbortSignal;
};

export type ConvertedInPage = { report: Partial<ImportReport> };

const READ_BYTES = 6_000_000;
/** Warning of the page about vertices with more than glTF's four joints. */
const MANY_JOINTS = /more than 4 skinning weights/i;

/**
 * Opens a file with the loaders of the page and writes it as GLB. Uses a new page and browser context,
 * because the files are untrusted.
 * @throws {@link ImportError} when the file is invalid, or any error when `signal` aborts.
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
      // If the browser is closed, so is the context.
      .catch(() => undefined);
  signal?.addEventListener('abort', close, { once: true });
  try {
    signal?.throwIfAborted();
    const warnings = collectWarnings(page);
    const named = files.map(({ name }) => ({ name, url: pageFileUrl(name) }));
    const outcome = await callStage(page, 'convert', { format, main: main.name, files: named });
    if (outcome.kind === 'refused') {
      throw new ImportError('import.failed', outcome.reason, { cause: outcome.detail });
    }
    await writeResult(page, outcome.bytes, into);
    return { report: { ...outcome.report, warnings: [...(outcome.report.warnings ?? []), ...warnings()] } };
  } finally {
    signal?.removeEventListener('abort', close);
    await close();
  }
}

function collectWarnings(page: Page): () => ImportMessage[] {
  const texts: string[] = [];
  page.on('console', (message) => texts.push(message.text()));
  return () => (texts.some((text) => MANY_JOINTS.test(text)) ? [importMessage('changed.four-joints')] : []);
}

/** In pieces, because a message to the page is limited to some hundred megabytes. */
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
