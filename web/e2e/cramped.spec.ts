import { createDb } from '@diorama/shared/server/db/knex.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  joinAsViewer,
  makeScenes,
  newPerson,
  signUp,
  watchConsole,
} from './helpers.ts';

const LONG_NAME = 'María del Carmen Fernández-Villaverde y Ortiz de Zárate';
const PHONE = { width: 390, height: 844 };

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });

/** Edges of an element's bounding box. */
async function edgesOf(seen: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await seen.boundingBox()) ?? {};
  return { left: x, right: x + width, top: y, bottom: y + height };
}

test('a long name does not displace elements beside it', async ({ quietPage: page, stack }) => {
  await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Reading room');
  const { email, password } = newPerson();
  const session = await page.request.post('/api/users/signup', {
    data: { email, password, username: LONG_NAME },
  });
  const { token, user } = await session.json();
  const db = createDb(stack.run().addresses.database ?? '', { name: 'journey' });
  await db('composition_members').insert({ composition_id: scene, user_id: user.uuid, role: 1 });
  await db.destroy();
  const said = await page.request.post(`/api/compositions/${scene}/comments`, {
    data: { text: 'Is the lamp on?' },
    headers: { Authorization: `Bearer ${token}` },
  });
  const { uuid } = await said.json();

  await page.setViewportSize(PHONE);
  await page.goto('/en/comments');
  const line = page.getByRole('main').getByRole('listitem');
  const author = await edgesOf(line.getByText(LONG_NAME, { exact: true }));
  const when = await edgesOf(line.getByRole('time').first());
  expect(when.left).toBeGreaterThanOrEqual(author.right);
  expect(when.top).toBeLessThan(author.bottom);
  await expectNoSidewaysScroll(page);

  await page.goto(`/en/builder/${scene}?comment=${uuid}`);
  const thread = page.getByRole('region', { name: 'Thread 1', exact: true });
  await expect(thread.getByText(LONG_NAME, { exact: true })).toBeVisible();
  const sign = thread.getByRole('button', { name: /^More actions for / }).locator('svg');
  expect((await edgesOf(sign)).right).toBeLessThan((await edgesOf(thread)).right);
});

test('panels over the viewport cover nothing else, and empty ones are hidden', async ({
  page,
  browser,
  baseURL,
}) => {
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Room');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  await page.keyboard.press('b');
  const settings = page.getByRole('region', { name: 'Walls', exact: true });
  await expect(settings).toBeVisible();
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    const cube = page.getByRole('group', { name: 'View from a side', exact: true });
    await expect
      .poll(async () => (await edgesOf(cube)).left - (await edgesOf(settings)).right)
      .toBeGreaterThan(0);
  }
  await page.setViewportSize(PHONE);
  const walk = page.getByRole('button', { name: 'Walk through the scene', exact: true });
  await expect
    .poll(async () => (await edgesOf(walk)).left - (await edgesOf(settings)).right)
    .toBeGreaterThan(0);
  expectSilence();
  await page.goto('/en/scenes/all');

  const { context, other } = await joinAsViewer(page, browser, { baseURL: baseURL ?? '', uuid });
  await other.goto(`/en/builder/${uuid}`);
  const bar = other.locator('header').filter({ hasText: 'View only' });
  await expect(bar).toBeVisible();
  await expect(bar.locator('> div').last()).toBeEmpty();
  await expect(bar.locator('> div').last()).toBeHidden();
  await context.close();
});

test('at 150 % zoom all tools and panels are reachable, and a reload keeps the open panel', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  await page.setViewportSize({ width: 960, height: 600 });
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Room');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Tools', exact: true });
  for (const name of ['Outliner', 'Inspector', 'Find a command', 'Keyboard shortcuts']) {
    await expect(rail.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  // Tools that have no button of their own are in the one of their group, which then shows them.
  await rail.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Walls/ }).click();
  await expect(rail.getByRole('button', { name: 'Draw: Walls', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await rail.getByRole('button', { name: 'Inspector', exact: true }).click();
  const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  await expect(inspector).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(inspector).toBeVisible();
});
