import { SLOW } from '@diorama/stack/test/slow.ts';
import { SOFTWARE_WEBGL, testChromium } from '@diorama/stack/test/test-chromium.ts';
import { defineConfig } from '@playwright/test';

const root = `${import.meta.dirname}/..`;
const { JOURNEYS_URL } = process.env;

/** End-to-end journeys: the whole product on a separate port, in the Chromium that npm installs. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: `${root}/test-results/e2e`,
  globalSetup: './e2e/product.ts',
  // More workers than small machines have cores, because each waits for the product.
  workers: 3,
  timeout: 120_000 * SLOW,
  expect: { timeout: 15_000 * SLOW },
  forbidOnly: true,
  reporter: 'list',
  use: {
    headless: true,
    // Without these an action waits as long as the whole test.
    actionTimeout: 30_000 * SLOW,
    navigationTimeout: 30_000 * SLOW,
    // Journeys about the light theme select it.
    colorScheme: 'dark',
    viewport: { width: 1280, height: 800 },
    // A quarter of the pixels, as rendering is on the processor: no journey depends on single pixels.
    deviceScaleFactor: 0.5,
    // Rendering on the processor makes each animation frame expensive; journeys about motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: await testChromium([
      ...SOFTWARE_WEBGL,
      // Pages of other hosts need what browsers give to secure ones.
      ...(JOURNEYS_URL ? [`--unsafely-treat-insecure-origin-as-secure=${JOURNEYS_URL}`] : []),
    ]),
  },
});
