import { join } from 'node:path';
import { installChromium } from '@diorama/worker-assets/stage/install-chromium.ts';
import type { LaunchOptions } from '@playwright/test';
import { PROJECT_ROOT } from '../env.ts';

/** Flags for WebGL 2 without a GPU. */
export const SOFTWARE_WEBGL = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
] as const;

/** Launch options of the Chromium in which tests and journeys run: the one from npm, or `CHROMIUM_PATH`. */
export async function testChromium(flags: readonly string[] = []): Promise<LaunchOptions> {
  const installed = await installChromium(join(PROJECT_ROOT, '.data/chromium'));
  return {
    executablePath: process.env.CHROMIUM_PATH || installed.executablePath,
    // Software compositing, as an emulated GPU took a quarter of the run time of all journeys.
    args: ['--no-sandbox', '--disable-gpu-compositing', ...flags],
    env: { ...process.env, ...installed.env } as Record<string, string>,
  };
}
