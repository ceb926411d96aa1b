import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  importEngine,
  makeScenes,
  ownAccount,
  putScene,
  signUp,
  WORKER_WITHIN,
  watchConsole,
} from './helpers.ts';
import { drawnShare, pictureOf } from './pixels.ts';

/** Creates a scene with a red box over the API and shows it on the dashboard. */
async function makeBoxScene(page: Page, name: string): Promise<string> {
  const [uuid = ''] = await makeScenes(page, name);
  const box = {
    kind: 'box',
    parent: null,
    index: 'a0',
    name: 'Box',
    position: [0, 0.5, 0],
    material: 'red',
    props: { size: [1, 1, 1] },
  };
  await putScene(page, uuid, { nodes: { box }, materials: { red: { name: 'Red', color: '#c02020' } } });
  await page.reload();
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  return uuid;
}

async function openPublishDialog(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Publish and share', exact: true }).click();
}

test('a scene is published with a password and unpublished', { tag: ['@core', '@hosts'] }, async ({
  page,
  browser,
}) => {
  // Publishing takes long, and two pages render here.
  test.slow();
  await signUp(page);
  const uuid = await makeBoxScene(page, 'Secret box');
  await openPublishDialog(page, 'Secret box');
  await page.getByRole('radio', { name: /People with the password/ }).check({ force: true });
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Please fill in the field', { exact: true })).toBeVisible();
  await page.getByLabel('Link password', { exact: true }).fill('open sesame');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  const link = page.getByRole('textbox', { name: 'Public link', exact: true });
  await expect(link).toBeVisible(WORKER_WITHIN);
  await expect(page.getByText(/Visible to: People with the password/)).toBeVisible();
  const url = await link.inputValue();
  expect(url).toContain(uuid);

  const stranger = await browser.newContext();
  const view = await stranger.newPage();
  await view.goto(url);
  await view.getByLabel('Password', { exact: true }).fill('a guess');
  await view.getByRole('button', { name: 'Open scene', exact: true }).click();
  await expect(view.getByText('Incorrect password.', { exact: true })).toBeVisible();
  await expectAccessible(view);
  await view.getByLabel('Password', { exact: true }).fill('open sesame');
  await view.getByRole('button', { name: 'Open scene', exact: true }).click();
  await expect(view.locator('main[data-phase="ready"]')).toBeVisible();
  expect(await drawnShare(view, await pictureOf(view.locator('canvas')))).toBeGreaterThan(0.02);

  // Unpublishing is a separate button that asks for confirmation; changing the visibility is another one.
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('radio')).toHaveCount(2);
  const chosen = page.getByRole('radio', { name: /People with the password/ });
  await expect(chosen).toBeChecked();
  const field = page.getByLabel('Link password', { exact: true });
  const box = page.locator('div').filter({ has: chosen }).filter({ has: field }).last();
  await expect(box).toContainText('Visitors enter a password to open the link.');
  // Cancelling returns to the links.
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(link).toBeVisible();
  await dialog.getByRole('button', { name: 'Unpublish', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Unpublish “Secret box”?', exact: true });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Unpublish', exact: true }).click();
  await expect(page.getByText('“Secret box” is no longer public.', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await view.reload();
  await expect(view.getByRole('heading', { name: 'This scene is not available', exact: true })).toBeVisible();
  await stranger.close();
});

test('the publish dialog first offers to publish the changes since the last publication', async ({
  page,
  browser,
}) => {
  // Publishing takes long, and two pages render here.
  test.slow();
  await signUp(page);
  const uuid = await makeBoxScene(page, 'Box');
  await openPublishDialog(page, 'Box');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  const changes = dialog.getByRole('button', { name: 'Publish changes', exact: true });
  const open = dialog.getByRole('link', { name: 'Open public page', exact: true });
  await expect(open).toBeVisible(WORKER_WITHIN);
  await expect(changes).toHaveCount(0);
  const { revision, document: stored } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
  const { nodes } = stored as { nodes: { box: object } };
  const moved = { ...(stored as object), nodes: { box: { ...nodes.box, position: [1, 0.5, 0] } } };
  const path = `/api/compositions/${uuid}/document`;
  await callApi(page, 'PUT', path, { document: moved }, { 'If-Match': String(revision) });
  await page.reload();
  await openPublishDialog(page, 'Box');
  await expect(page.getByText(/Publish them to make them visible\./)).toBeVisible();
  await expectAccessible(page);
  // The measured figures are those of an older state of the scene.
  await dialog.getByRole('tab', { name: 'AR', exact: true }).click();
  await expect(dialog.getByText('Ready for AR', { exact: true })).toBeVisible();
  await expect(dialog.getByText('about 100 of 100', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('tab', { name: 'Link', exact: true }).click();
  // While the update is being built, the previous version stays live, and the scene can be changed or unpublished.
  const output = `**/api/compositions/${uuid}/output`;
  await page.route(output, async (route) => {
    const response = await route.fetch();
    const made = await response.json();
    await route.fulfill({ response, json: { ...made, status: 'running', step: 2, progress: 35 } });
  });
  await changes.click();
  await expect(dialog.getByText(/Until it is ready, visitors see the previous one\./)).toBeVisible();
  await expect(changes).toHaveCount(0);
  await expect(open).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Unpublish', exact: true })).toBeEnabled();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('radio')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.unroute(output);
  await expect(dialog.getByText(/Until it is ready, visitors see the previous one\./)).toHaveCount(0);
  await expect(open).toBeVisible();
  await expect(changes).toHaveCount(0);

  // The public page names the workspace; the embed has the same camera controls as the page.
  await callApi(page, 'PATCH', `/api/account-details/${await ownAccount(page)}`, {
    accountName: 'Studio Norte',
  });
  const stranger = await browser.newContext();
  const view = await stranger.newPage();
  const posters: string[] = [];
  view.on('request', (request) => {
    if (/\/thumbnail\.(webp|jpg)/.test(request.url())) {
      posters.push(request.url());
    }
  });
  await view.goto(`${new URL(page.url()).origin}/view/${uuid}`);
  await expect(view.getByText(/by Studio Norte/)).toBeVisible();
  await expect(view.locator('main[data-phase="ready"]')).toBeVisible();
  // The page shows the poster that it preloaded.
  expect(posters).toHaveLength(1);
  const expectSilence = watchConsole(view);
  // The answer is that of a workspace whose plan has a custom watermark.
  await view.route(`**/api/public/scenes/${uuid}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), watermark: '/favicon.svg' } });
  });
  await view.goto(`${new URL(page.url()).origin}/embed/${uuid}`);
  await expect(view.locator('.embed-watermark')).toBeVisible();
  await view.getByRole('button', { name: 'Reset view', exact: true }).click();
  await expect(view.locator('#root[data-phase="ready"]')).toBeVisible();
  expect(await view.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Inter Variable');
  await view.getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect(view.getByRole('button', { name: 'Exit full screen', exact: true })).toBeVisible();
  expectSilence();
  await stranger.close();
});

test('the card of a published scene shows its picture and status, from a view that fits its content', {
  tag: '@core',
}, async ({ page }) => {
  await signUp(page);
  const uuid = await makeBoxScene(page, 'Box');
  const cameraOf = async () => {
    const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
    return (document as { camera: { position: number[] } }).camera;
  };
  const before = await cameraOf();
  await openPublishDialog(page, 'Box');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('main').getByText('Published', { exact: true })).toBeVisible(WORKER_WITHIN);
  const picture = page.getByRole('main').getByRole('listitem').locator('img');
  await expect(picture).toBeVisible(WORKER_WITHIN);
  await expect.poll(async () => drawnShare(page, await pictureOf(picture), 0.1)).toBeGreaterThan(0.01);
  const { position } = await cameraOf();
  expect(Math.hypot(...position)).toBeLessThan(Math.hypot(...before.position));
});

test('the owner of a scene invites people from the editor', async ({ page }) => {
  await signUp(page);
  const uuid = await makeBoxScene(page, 'For two');
  await page.goto(`/en/builder/${uuid}`);
  await page.getByRole('button', { name: 'Invite people', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('tab', { name: 'People', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await dialog.getByLabel('Email addresses', { exact: true }).fill('friend@example.test');
  await dialog.getByLabel('Email addresses', { exact: true }).press('Enter');
  await expect(page.getByText('Invitation sent to friend@example.test.', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('an unpublished scene can be previewed as visitors will see it', async ({ page, context }) => {
  await signUp(page);
  const uuid = await makeBoxScene(page, 'Not yet');
  await page.goto(`/en/builder/${uuid}`);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Preview as a visitor', exact: true }).click();
  const preview = await opened;
  const complain = watchConsole(preview);
  const asked: string[] = [];
  preview.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await expect(preview.getByRole('heading', { name: 'Not yet', exact: true })).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Reset view', exact: true })).toBeVisible();
  await expect(preview.locator('main.viewer')).toHaveAttribute('data-phase', 'ready');
  expect(await drawnShare(preview, await pictureOf(preview.locator('canvas')))).toBeGreaterThan(0.02);
  await expectAccessible(preview);
  // A preview counts as no visit, and its missing public link is not requested.
  expect(asked.filter((path) => path.startsWith('/api/public/'))).toEqual([]);
  expect((await page.request.get(`/api/public/scenes/${uuid}`)).status()).toBe(404);
  complain();
});

test('the publish dialog names a model that is still uploading, and publishes it after the upload', async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'On its way');
  const arrival = Promise.withResolvers<void>();
  await page.route(/\/api\/(uploads|assets\/upload)/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`/en/builder/${uuid}`);
  await importEngine(page, 100_000);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const note = dialog.getByText(/^Visitors will not see engine:/);
  await expect(note).toBeVisible();
  await expectAccessible(page);
  arrival.resolve();
  await expect(note).toBeHidden();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Public link', exact: true })).toBeVisible(WORKER_WITHIN);
  const { assets } = await (await page.request.get(`/api/public/scenes/${uuid}`)).json();
  expect(Object.keys(assets)).toHaveLength(1);
});
