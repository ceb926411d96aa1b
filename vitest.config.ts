import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { SLOW } from './stack/src/test/slow.ts';
import { testChromium } from './stack/src/test/test-chromium.ts';
import { evaluateModule } from './web/evaluate-module.ts';

/** Limits in seconds that show a test that hangs. Hooks start servers. */
function limits(seconds: number) {
  return {
    testTimeout: seconds * 1_000 * SLOW,
    hookTimeout: 60_000 * SLOW,
    expect: { poll: { timeout: 10_000 * SLOW } },
  };
}

/** Tests that `npm run test:full` runs and `npm test` leaves out. */
const TAGS = [
  {
    name: 'full',
    description: 'Takes long: killed processes, hostile input, large installations, whole corpora of files.',
    timeout: 300_000 * SLOW,
  },
];

/**
 * Test files of one process share the loaded modules. Isolated, each file would spend half of its time on
 * imports.
 */
const SHARED = {
  isolate: false,
  setupFiles: [
    './stack/src/test/restore-globals.ts',
    './stack/src/test/seed-properties.ts',
    './stack/src/test/skip-when-late.ts',
  ],
};

/** Tests that mock modules, so each file needs a separate process. */
const ALONE = '*/src/**/*.alone.test.{ts,tsx}';

/**
 * `unit` tests are pure. They take milliseconds, or seconds for properties with many inputs. `unit-alone`
 * tests are pure and mock modules. `int` tests use a real PostgreSQL and real queues. `operations` tests run
 * the product on several hosts.
 */
export default defineConfig({
  test: {
    tags: TAGS,
    // By default Vitest leaves one core free: half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*/src/**/*.test.ts', '*/src/**/*.test.tsx'],
          exclude: [
            '**/*.int.test.ts',
            '**/*.operations.test.ts',
            '**/*.browser.test.tsx',
            ALONE,
            '**/node_modules/**',
          ],
          ...SHARED,
          ...limits(10),
        },
      },
      { test: { name: 'unit-alone', include: [ALONE], ...limits(10) } },
      {
        test: {
          name: 'int',
          include: ['*/src/**/*.int.test.ts'],
          globalSetup: ['./stack/src/test/global-setup.ts'],
          ...limits(60),
          pool: 'forks',
          // More workers than small machines have cores, because each waits a third of its time.
          maxWorkers: 3,
          ...SHARED,
        },
      },
      {
        test: {
          name: 'operations',
          include: ['*/src/**/*.operations.test.ts'],
          setupFiles: ['./stack/src/test/skip-when-late.ts'],
          ...limits(600),
          hookTimeout: 300_000 * SLOW,
          pool: 'forks',
          // Each file runs the whole product on several hosts.
          maxWorkers: 1,
        },
      },
      {
        root: 'web',
        plugins: [evaluateModule('/src/api/route-table.ts'), tailwindcss(), react()],
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              actionTimeout: 10_000 * SLOW,
              launchOptions: await testChromium(),
              contextOptions: { reducedMotion: 'reduce', colorScheme: 'dark', deviceScaleFactor: 0.5 },
            }),
            instances: [{ browser: 'chromium' }],
            screenshotFailures: false,
          },
          ...limits(30),
        },
      },
    ],
  },
});
