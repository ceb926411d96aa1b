import { resolve } from 'node:path';
import { installChromium } from '@diorama/worker-assets/stage/install-chromium.ts';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = resolve(import.meta.dirname, '../.data/chromium');

/** Starts the Chromium of the npm package, which renders without a GPU. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await installChromium(CHROMIUM);
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
}
