import { installChromium } from '@diorama/worker-assets/stage/install-chromium.ts';
import { defineConfig } from '@playwright/test';

const root = `${import.meta.dirname}/..`;
const chromium = await installChromium(`${root}/.data/chromium`);
const executablePath = process.env.CHROMIUM_PATH || chromium.executablePath;

/** The journeys: the whole product on a port of its own, in the Chromium that npm installs. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: `${root}/test-results/e2e`,
  // Each with a product of its own: while one waits for what it is about the other has the processor.
  workers: 2,
  // They end what hangs, on a machine that does other work as well; a journey waits for what it is about.
  timeout: 1_200_000,
  expect: { timeout: 240_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    headless: true,
    viewport: { width: 1280, height: 800 },
    // A quarter of the pixels, as the processor draws each: no journey reads a single one.
    deviceScaleFactor: 0.5,
    // The processor draws each frame of a motion; the journeys that are about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--ignore-gpu-blocklist',
        // Pages by the processor's own means, as an emulated graphics card took a quarter of all that journeys cost.
        '--disable-gpu-compositing',
      ],
      env: { ...process.env, ...chromium.env } as Record<string, string>,
    },
  },
});
