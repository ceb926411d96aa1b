import { defineConfig } from 'vitest/config';

/** A machine with other things to do takes its time; what is there already is not waited for. */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 600_000, expect: { poll: { timeout: 240_000 } } };

/** Files that share a process share what it has loaded: alone, each spends half of its time and more on that. */
const SHARED = { isolate: false, setupFiles: ['./stack/src/test/give-back.ts'] };

/** Tests that put other modules in place of some, so that each needs a process of its own. */
const ALONE = '*/src/**/*.alone.test.{ts,tsx}';

/**
 * `unit` is pure and takes milliseconds a test, seconds where a property is tried with many inputs; `unit-alone` is as pure,
 * of modules that are not the real ones; `int` talks to a real PostgreSQL and real queues.
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
          // More than small machines have cores, as each waits for others a third of its time.
          maxWorkers: 3,
          ...SHARED,
        },
      },
    ],
  },
});
