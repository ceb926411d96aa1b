import type { Page } from '@playwright/test';
import { startHost } from './embed-host.ts';
import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, publishScene, putScene, signUp } from './helpers.ts';

const NOTE = { kind: 'annotation', name: 'The lid', props: { text: 'Lifts off' } };
const BOX = { kind: 'box', name: 'Box', position: [0, 0.5, 0], props: { size: [1, 1, 1] } };
const FLOOR = { kind: 'plane', name: 'Floor', props: { size: [6, 6] } };

/**
 * Creates a published scene of the signed-in user and waits until its page answers anonymous requests with `status`.
 */
async function publish(page: Page, change: object = {}, status = 200): Promise<string> {
  const [uuid = ''] = await makeScenes(page, 'Shared box');
  await putScene(page, uuid, { nodes: { box: BOX, note: NOTE, floor: FLOOR } });
  await publishScene(page, uuid, change, status);
  await page.reload();
  return uuid;
}

async function openShareDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Shared box', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Publish and share', exact: true }).click();
}

test('a scene is shared by link, QR code and AR from one dialog', { tag: '@core' }, async ({
  quietPage: page,
}) => {
  test.slow();
  await signUp(page);
  const uuid = await publish(page);
  await openShareDialog(page);
  const dialog = page.getByRole('dialog');
  const patched = () =>
    page.waitForResponse(
      (response) => response.url().endsWith(uuid) && response.request().method() === 'PATCH',
    );
  const change = patched();
  await dialog.getByRole('switch', { name: 'Make a copy', exact: true }).click();
  expect((await change).status()).toBe(200);
  await expect(dialog.getByRole('switch', { name: 'Make a copy', exact: true })).toBeChecked();
  const ends = patched();
  const lastDay = dialog.getByLabel('Link expires on', { exact: true });
  await lastDay.fill('2099-12-31');
  await lastDay.press('Enter');
  await ends;
  const { sharing } = await callApi(page, 'GET', `/api/compositions/${uuid}`);
  expect(sharing).toMatchObject({ allowClone: true });
  expect((sharing as { expiresAt: string }).expiresAt).toMatch(/^(2099-12-31|2100-01-01)T/);
  await expectAccessible(page);

  await dialog.getByRole('tab', { name: 'People', exact: true }).click();
  await expect(dialog.getByText('No one else has access yet.', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('tab', { name: 'Embed', exact: true }).click();
  const code = dialog.getByRole('textbox', { name: 'Embed code', exact: true });
  await expect(code).toHaveValue(/aspect-ratio:16\/9/);
  await dialog.getByRole('combobox', { name: 'Size', exact: true }).click();
  await page.getByRole('option', { name: 'Small, 640 × 360', exact: true }).click();
  await expect(code).toHaveValue(/width="640" height="360"/);
  const sites = dialog.getByRole('textbox', { name: 'Allowed sites', exact: true });
  await sites.fill('shop.example');
  await expect(dialog.getByText('shop.example is not a valid site address.', { exact: true })).toBeVisible();
  await sites.fill('https://shop.example/chairs');
  const saved = patched();
  await dialog.getByRole('button', { name: 'Save sites', exact: true }).click();
  await saved;
  const framed = (await page.request.get(`/embed/${uuid}`)).headers()['content-security-policy'];
  expect(framed).toContain('frame-ancestors https://shop.example');
  await expectAccessible(page);

  await dialog.getByRole('tab', { name: 'QR code', exact: true }).click();
  await expect(dialog.getByRole('img', { name: /QR code for/ })).toBeVisible();
  await expect(dialog.getByText(/^This link works on this computer only\./)).toBeVisible();
  for (const format of ['SVG', 'PDF', 'PNG', 'EPS']) {
    const file = page.waitForEvent('download');
    await dialog.getByRole('button', { name: `Download ${format}`, exact: true }).click();
    expect((await file).suggestedFilename()).toBe(`Shared box.${format.toLowerCase()}`);
  }
  await expectAccessible(page);

  await dialog.getByRole('tab', { name: 'AR', exact: true }).click();
  await expect(dialog.getByText('Ready for AR', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Annotations and the tour', { exact: true })).toBeVisible();
  const fixed = patched();
  await dialog.getByRole('switch', { name: 'Actual size only', exact: true }).click();
  await fixed;
  await expectAccessible(page);
});

test('a host page exchanges messages with its embed, and other origins cannot frame it', {
  tag: '@core',
}, async ({ page, stack }) => {
  test.slow();
  await signUp(page);
  const uuid = await publish(page);
  const host = await startHost(`${stack.url}/embed/${uuid}`);
  try {
    await page.goto(host.url);
    const frame = page.frameLocator('iframe');
    const heard = (type: string) =>
      page.evaluate((wanted) => {
        const all: { type: string }[] = Reflect.get(window, 'heard');
        return all.filter((message) => message.type === wanted);
      }, type);
    const say = (message: object) => page.evaluate((said) => Reflect.get(window, 'say')(said), message);
    await expect.poll(() => heard('ready')).toHaveLength(1);
    expect((await heard('ready'))[0]).toMatchObject({ diorama: 1, scene: uuid, annotations: 1 });
    await say({ type: 'annotation', index: 0 });
    await expect(frame.getByRole('heading', { name: 'The lid', exact: true })).toBeVisible();
    await expect
      .poll(() => heard('annotation'))
      .toEqual([{ diorama: 1, type: 'annotation', index: 0, title: 'The lid' }]);
    await say({ type: 'reset' });
    await expect(frame.getByRole('heading', { name: 'The lid', exact: true })).toBeHidden();
    await frame.getByRole('button', { name: 'Walk through the scene', exact: true }).click();
    await expect(frame.getByRole('button', { name: 'Exit', exact: true })).toBeVisible();
    await say({ type: 'reset' });
    await expect(frame.getByRole('button', { name: 'Exit', exact: true })).toBeHidden();
    await say({ type: 'look', position: [5, 4, 3], target: [0, 1, 0], smooth: false });
    await say({ type: 'follow-camera', on: true });
    await expect
      .poll(async () => (await heard('camera')).at(-1))
      .toMatchObject({ position: [5, 4, 3], target: [0, 1, 0] });
    await say({ type: 'look', position: 'everywhere' });
    await expect.poll(() => heard('refused')).toHaveLength(1);
    await page.goto(`${stack.url}/en/scenes/all`);
    const sharing = { embedOrigins: ['https://shop.example'] };
    await callApi(page, 'PATCH', `/api/compositions/${uuid}`, { sharing });
    await page.goto(host.url);
    await expect(frame.locator('#root')).toHaveCount(0);
  } finally {
    host.server.close();
  }
});

test('an embed in a sandboxed frame follows its live scene, shows a QR code, and reloads after a failure', async ({
  page,
  context,
  stack,
}) => {
  test.slow();
  await signUp(page);
  const uuid = await publish(page, { sharing: { live: true } });
  const embed = `${stack.url}/embed/${uuid}`;
  const host = await startHost(embed);
  try {
    const site = await context.newPage();
    await site.goto(host.url);
    await site.locator('iframe').evaluate((element) => {
      element.setAttribute('sandbox', 'allow-scripts');
      element.setAttribute('src', element.getAttribute('src') ?? '');
    });
    const frame = site.frameLocator('iframe');
    await expect(frame.locator('#root[data-phase="ready"]')).toBeVisible();
    await frame.getByRole('button', { name: 'View in your space', exact: true }).click();
    const code = frame.getByRole('dialog', { name: 'View it in your space', exact: true });
    await expect(
      code.getByRole('img', { name: 'QR code that opens this scene in AR', exact: true }),
    ).toBeVisible();
    await expect(code.getByRole('link', { name: `${stack.url}/view/${uuid}#ar`, exact: true })).toBeVisible();
    await code.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(code).toBeHidden();

    const path = `/api/compositions/${uuid}/document`;
    const { revision, document } = await callApi(page, 'GET', path);
    const { nodes } = document as { nodes: object };
    const second = { kind: 'annotation', name: 'Just now', position: [0, 2, 0], props: { text: 'New' } };
    const changed = { ...(document as object), nodes: { ...nodes, second } };
    await callApi(page, 'PUT', path, { document: changed }, { 'If-Match': String(revision) });
    await expect(frame.getByRole('button', { name: '2: Just now', exact: true })).toBeAttached();

    await site.route('**/api/public/scenes/**', (route) => route.abort());
    await site.goto(embed);
    await expect(
      site.getByRole('heading', { name: 'The scene could not be loaded', exact: true }),
    ).toBeVisible();
    await site.unroute('**/api/public/scenes/**');
    await site.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect(site.locator('#root[data-phase="ready"]')).toBeVisible();
  } finally {
    host.server.close();
  }
});

test('a visitor with the password signs up and makes a copy of the scene', { tag: '@core' }, async ({
  page,
  browser,
  stack,
}) => {
  test.slow();
  await signUp(page);
  const password = 'open sesame';
  const uuid = await publish(page, { privacy: 'password', password, sharing: { allowClone: true } }, 423);
  const context = await browser.newContext({ baseURL: stack.url });
  const visitor = await context.newPage();
  await visitor.goto(`/en/view/${uuid}`);
  await visitor.getByLabel('Password', { exact: true }).fill(password);
  await visitor.getByRole('button', { name: 'Open scene', exact: true }).click();
  await visitor.getByRole('link', { name: 'Make a copy', exact: true }).click();
  await visitor.waitForURL('**/login**');
  await visitor.getByRole('link', { name: 'Create an account', exact: true }).click();
  await visitor.getByLabel('Your name', { exact: true }).fill('Grace');
  await visitor.getByLabel('Email', { exact: true }).fill(`grace-${Date.now()}@example.test`);
  await visitor.getByLabel('Password', { exact: true }).fill('correct horse battery');
  const answer = visitor.waitForRequest('**/api/users/signup');
  await visitor.getByRole('button', { name: 'Create account', exact: true }).click();
  expect((await answer).postDataJSON()).toMatchObject({ collabScene: uuid });
  await visitor.getByRole('button', { name: 'Make a copy', exact: true }).click();
  await visitor.waitForURL((url) => url.pathname.includes('/builder/') && !url.pathname.includes(uuid));
  await expect(visitor.getByRole('treeitem', { name: /Box/ })).toBeVisible();
  await context.close();
});
