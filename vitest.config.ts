import { defineConfig } from 'vitest/config';

/** Generous timeouts for a busy machine. A condition that is met already does not wait. */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 600_000, expect: { poll: { timeout: 240_000 } } };

/** Files of one process share its loaded modules. Alone, each spends half of its time or more on loading. */
const SHARED = { isolate: false, setupFiles: ['./stack/src/test/give-back.ts'] };

/** Tests with mocked modules, each of which needs a separate process. */
const ALONE = '*/src/**/*.alone.test.{ts,tsx}';

/**
 * `unit` tests are pure and take milliseconds each, or seconds for a property with many inputs. `unit-alone`
 * tests are as pure, with mocked modules.
 * `int` tests use a real PostgreSQL and real queues.
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
          // More than small machines have cores, as each worker is idle a third of its time.
          maxWorkers: 3,
          ...SHARED,
        },
      },
    ],
  },
});
