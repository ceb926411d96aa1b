import { type LaunchedStack, launchStack } from '@diorama/stack/test/launch-stack.ts';
import { test as base, type Page } from '@playwright/test';
import { watchConsole } from './helpers.ts';

export { expect } from '@playwright/test';

/**
 * `test` of the journeys: `stack` is the whole product, started once per file, and `page` opens its paths. Rate limits
 * are off, as all journeys come from one address. A journey fails when the console of its `quietPage` has an error.
 */
export const test = base.extend<{ quietPage: Page }, { stack: LaunchedStack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern.
    async ({}, use) => {
      const stack = await launchStack({ env: { RATE_LIMIT_FACTOR: '0' } });
      await use(stack);
      await stack.dispose();
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  baseURL: async ({ stack }, use) => {
    await use(stack.url);
  },
  context: async ({ context }, use) => {
    // With pointer lock, this headless browser moves the mouse back for ever until it runs out of memory.
    await context.addInitScript(() => {
      Element.prototype.requestPointerLock = () =>
        Promise.reject(new DOMException('There is no mouse to capture', 'NotSupportedError'));
    });
    await use(context);
  },
  page: async ({ page, browser }, use) => {
    await use(page);
    // Requests that a page still sends after its journey are ignored, as are their mocked answers.
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((open) => open.unrouteAll({ behavior: 'ignoreErrors' })));
  },
  quietPage: async ({ page }, use) => {
    const expectSilence = watchConsole(page);
    await use(page);
    expectSilence();
  },
});
