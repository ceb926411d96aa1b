import { defineConfig } from 'vitest/config';

/** A machine with other things to do takes its time; what is there already is not waited for. */
const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

/** `unit` is pure and takes milliseconds a test, seconds where a property is tried with many inputs; `int` talks to a real PostgreSQL and real queues. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*/src/**/*.test.ts', '*/src/**/*.test.tsx'],
          exclude: ['**/*.int.test.ts', '**/node_modules/**'],
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'int',
          include: ['*/src/**/*.int.test.ts'],
          globalSetup: ['./stack/src/test/global-setup.ts'],
          ...PATIENCE,
          pool: 'forks',
          // One more than small machines have cores, as each waits for others a fifth of its time.
          maxWorkers: 3,
          // Files that share a process share what it has loaded, which takes half of the time otherwise.
          isolate: false,
        },
      },
    ],
  },
});
