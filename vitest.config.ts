import { defineConfig } from 'vitest/config';

/** Limits for a busy machine. Fast results do not wait. */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 600_000, expect: { poll: { timeout: 240_000 } } };

/**
 * Test files of one process share the loaded modules. Isolated, each file would spend half of its time on
 * imports.
 */
const SHARED = {
  isolate: false,
  setupFiles: ['./stack/src/test/restore-globals.ts', './stack/src/test/seed-properties.ts'],
};

/** Tests that mock modules, so each file needs a separate process. */
const ALONE = '*/src/**/*.alone.test.{ts,tsx}';

/**
 * `unit` tests are pure. They take milliseconds, or seconds for properties with many inputs. `unit-alone`
 * tests are pure and mock modules. `int` tests use a real PostgreSQL and real queues.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*/src/**/*.test.ts', '*/src/**/*.test.tsx'],
          exclude: ['**/*.int.test.ts', ALONE, '**/node_modules/**'],
          ...SHARED,
          ...PATIENCE,
        },
      },
      { test: { name: 'unit-alone', include: [ALONE], ...PATIENCE } },
      {
        test: {
          name: 'int',
          include: ['*/src/**/*.int.test.ts'],
          globalSetup: ['./stack/src/test/global-setup.ts'],
          ...PATIENCE,
          pool: 'forks',
          // More workers than small machines have cores, because each waits a third of its time.
          maxWorkers: 3,
          ...SHARED,
        },
      },
    ],
  },
});
