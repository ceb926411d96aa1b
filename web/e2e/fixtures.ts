import { type LaunchedStack, launchStack } from '@diorama/stack/test/launch-stack.ts';
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/**
 * A journey's `test`: `stack` is the whole product, started once for all journeys of a file, and `page` opens its paths.
 * Rate limits are off, as all journeys come from one address.
 */
export const test = base.extend<object, { stack: LaunchedStack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern.
    async ({}, use) => {
      const stack = await launchStack({ env: { RATE_LIMIT_FACTOR: '0' } });
      await use(stack);
      await stack.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ stack }, use) => {
    await use(stack.url);
  },
});
