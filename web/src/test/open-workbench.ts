import { resolve } from 'node:path';
import { installChromium } from '@diorama/worker-assets/stage/install-chromium.ts';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Chromium's warning about tests that read pixels, which may appear at any time or never. */
const OWN_READING = 'GPU stall due to ReadPixels';

/**
 * A page of a real browser with `window.workbench`, without the rest of the product. `complaints` are its errors and
 * console messages.
 */
export type OpenWorkbench = { page: Page; complaints: readonly string[]; close: () => Promise<void> };

/** Built once for all suites of a process. */
let bundled: Promise<string> | undefined;

/** Opens the editor's viewport in the Chromium that npm installs. */
export async function openWorkbench(): Promise<OpenWorkbench> {
  bundled ??= bundle();
  const [script, installed] = await Promise.all([bundled, installChromium(`${ROOT}/.data/chromium`)]);
  const browser = await chromium.launch({
    executablePath: installed.executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    env: { ...process.env, ...installed.env } as Record<string, string>,
  });
  const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !message.text().includes(OWN_READING)) {
      complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
  await page.setContent('<!doctype html><body style="margin: 0"></body>');
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction(() => 'workbench' in window);
  return { page, complaints, close: () => browser.close() };
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    root: `${ROOT}/web`,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      // There is no server for separate files.
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      target: 'es2023',
      rolldownOptions: {
        input: `${import.meta.dirname}/workbench-page.ts`,
        // The font reader uses a top-level await, which only modules support; no test here has a text.
        output: { format: 'es', codeSplitting: false },
      },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const script = outputs.find((one) => one.type === 'chunk');
  if (script?.type !== 'chunk') {
    throw new Error('The workbench was not bundled');
  }
  return script.code;
}
