import { type LaunchedStack, launchStack, stackAt } from '@diorama/stack/test/launch-stack.ts';
import { isTooLate, SLOW } from '@diorama/stack/test/slow.ts';
import { test as base, expect, type Page } from '@playwright/test';
import { watchConsole } from './helpers.ts';

export { expect };

/** Address of an installation that runs already. Journeys with the tag `@hosts` need nothing else of it. */
const { JOURNEYS_URL } = process.env;

/**
 * `test` of the journeys: `stack` is the whole product, started once per file in the `environment` that the file needs,
 * and `page` opens its paths. Rate limits are off, as all journeys come from one address. A journey fails when the
 * console of its `quietPage` has an error.
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
      const stack = JOURNEYS_URL
        ? stackAt(JOURNEYS_URL)
        : await launchStack({ env: { RATE_LIMIT_FACTOR: '0', ...environment } });
      await untilAtRest(stack.url);
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

/**
 * Waits until a new product has drawn the pictures of its demo scenes, which delays everything else on a small machine.
 * Returns at once where the demo account has a secret password.
 */
async function untilAtRest(url: string): Promise<void> {
  const read = async (path: string, init: RequestInit = {}) => {
    // A certificate of this machine is unknown here.
    const response = await fetch(new URL(path, url), init).catch(() => null);
    return response?.ok ? await response.json() : null;
  };
  const session = await read('/api/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'demo@diorama.test', password: 'diorama-demo' }),
  });
  const headers = { Authorization: `Bearer ${session?.token}` };
  const isDrawn = async () => {
    const scenes = session && (await read('/api/compositions', { headers }));
    return !scenes || scenes.member.every((scene: { thumbnail: unknown }) => scene.thumbnail);
  };
  await expect.poll(isDrawn, { timeout: 60_000 * SLOW }).toBe(true);
}
