import type { LaunchedStack } from '@diorama/stack/test/launch-stack.ts';
import { isTooLate } from '@diorama/stack/test/slow.ts';
import { test as base, expect, type Page } from '@playwright/test';
import { watchConsole } from './helpers.ts';
import { sharedProduct, startProduct } from './product.ts';

export { expect };

/**
 * `test` of the journeys: `stack` is the whole product. All files share one, except that files which set `environment` start
 * their own. `page` opens the product's paths. A journey fails when the console of its `quietPage` has an error.
 */
export const test = base.extend<
  { quietPage: Page; time: undefined },
  { environment: NodeJS.ProcessEnv; stack: LaunchedStack }
>({
  time: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern.
    async ({}, use, { tags }) => {
      test.skip(isTooLate() && !tags.includes('@core'), 'the time of this run is over');
      await use(undefined);
    },
    { auto: true },
  ],
  environment: [{}, { scope: 'worker', option: true }],
  stack: [
    async ({ environment }, use) => {
      const own = Object.keys(environment).length > 0 ? await startProduct(environment) : null;
      await use(own ?? sharedProduct());
      await own?.dispose();
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
