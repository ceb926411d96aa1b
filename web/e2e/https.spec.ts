import { test as base, expect } from './fixtures.ts';
import { callApi, importEngine, makeScenes, publishScene, putScene, signUp } from './helpers.ts';

const BOX = { kind: 'box', name: 'Box', position: [0, 0.5, 0], props: { size: [1, 1, 1] } };

/** The product with a certificate of this machine, reached by its address in the network. */
const test = base.extend({
  baseURL: async ({ stack }, use) => {
    await use(stack.run().addresses.web);
  },
});
test.use({ environment: { HTTPS: 'lan' }, ignoreHTTPSErrors: true });

test('with a LAN certificate users build, publish and view scenes', async ({ quietPage: page, stack }) => {
  const home = stack.run().addresses.web;
  expect(home).toMatch(new RegExp(`^https://[\\w.]+:${stack.port}$`));
  expect(stack.output().split('\n')).toContain(`Diorama is ready at ${home}`);

  // An address that was typed without https leads there.
  await page.goto(`http://localhost:${stack.port}/en/login`);
  expect(page.url()).toBe(`https://localhost:${stack.port}/en/login`);
  const { email, password } = await signUp(page);
  expect(await page.evaluate(() => isSecureContext)).toBe(true);
  const login = await page.request.post('/api/login', { data: { email, password } });
  expect(login.headers()['set-cookie']).toMatch(/; secure; httponly/);

  const [uuid = ''] = await makeScenes(page, 'Secure');
  await putScene(page, uuid, { nodes: { box: BOX } });
  const live = page.waitForRequest(/\/api\/live$/);
  const socket = page.waitForEvent('websocket');
  await page.goto(`/en/builder/${uuid}`);
  expect((await socket).url()).toMatch(/^wss:/);
  await live;
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  await importEngine(page, 9_000_000);
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();

  await publishScene(page, uuid);
  const scene = await callApi(page, 'GET', `/api/compositions/${uuid}`);
  expect(scene.url).toBe(`${new URL(page.url()).origin}/view/${uuid}`);
  await page.goto(`${home}/en/view/${uuid}`);
  await expect(page.locator('canvas')).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/files/'))
          .map(({ name }) => new URL(name).origin),
      ),
    )
    .toContain(home);
});
