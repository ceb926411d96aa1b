import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, publishScene, signUp, watchConsole } from './helpers.ts';
import { drawnShare, pictureOf } from './pixels.ts';

// The camera flies between annotations only without reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const thing = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Tools', exact: true });

type Nodes = Record<string, { kind: string; name: string }>;

async function nodesOf(page: Page, scene: string): Promise<{ kind: string; name: string }[]> {
  const { document } = await callApi(page, 'GET', `/api/compositions/${scene}/document`);
  return Object.values((document as { nodes: Nodes }).nodes);
}

async function add(page: Page, name: string): Promise<void> {
  await rail(page).getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(thing(page, name)).toHaveAttribute('aria-selected', 'true');
}

/** Publishes a scene publicly and opens it in a browser that is not signed in. */
async function visit(page: Page, browser: Browser, { scene, url }: { scene: string; url: string }) {
  await publishScene(page, scene);
  const context = await browser.newContext({ baseURL: url });
  const view = await context.newPage();
  const expectSilence = watchConsole(view);
  await view.goto(`/en/view/${scene}`);
  await expect(view.locator('main[data-phase="ready"]')).toBeVisible();
  await expect(view.locator('.scene-poster')).toHaveCSS('opacity', '0');
  return { view, expectSilence, leave: () => context.close() };
}

test('a furnished room is built by hand, and visitors see the same room', async ({
  page,
  browser,
  stack,
}) => {
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Room');
  await page.goto(`/en/builder/${scene}`);
  await expect(isSaved(page)).toBeVisible();

  await page.keyboard.press('b');
  await expect(page.getByRole('region', { name: 'Walls', exact: true })).toBeVisible();
  for (const [i, [x, y]] of [
    [400, 480],
    [650, 590],
    [850, 470],
    [600, 380],
    [400, 480],
  ].entries()) {
    await page.mouse.move(x ?? 0, y ?? 0);
    await page.mouse.click(x ?? 0, y ?? 0);
    await expect(page.getByRole('treeitem', { name: /^Wall( \d)?$/ })).toHaveCount(i);
  }
  await page.keyboard.press('o');
  const openings = page.getByRole('region', { name: 'Doors and windows', exact: true });
  const size = page.getByRole('status').filter({ hasText: /\d|aligned/ });
  await expect(openings).toBeVisible();
  await page.mouse.move(450, 480);
  await expect(size).toHaveText(/0\.9 m × 2\.1 m/);
  await page.mouse.click(450, 480);
  await expect(thing(page, 'Door')).toBeVisible();
  await page.keyboard.press('Escape');

  // The pen tool draws a rug and closes it on its first point.
  await page.keyboard.press('p');
  for (const [x, y] of [
    [560, 470],
    [640, 505],
    [700, 470],
  ] as const) {
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
  }
  const pen = page.getByRole('region', { name: 'Draw a path', exact: true });
  await pen.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(thing(page, 'Drawn shape')).toHaveAttribute('aria-selected', 'true');
  await page.getByLabel('Height', { exact: true }).fill('0.02');
  await page.getByLabel('Height', { exact: true }).press('Enter');
  await page.keyboard.press('q');

  await rail(page).getByRole('button', { name: 'Library', exact: true }).click();
  const drawer = page.getByRole('region', { name: 'Library', exact: true });
  await drawer.getByRole('button', { name: 'Armchair', exact: true }).click();
  await drawer.getByRole('button', { name: 'Close the library', exact: true }).click();
  await expect(thing(page, 'Armchair')).toBeVisible();
  await add(page, 'Cylinder');
  await add(page, 'Point light');
  await expect(isSaved(page)).toBeVisible();
  await expectAccessible(page);
  expectSilence();

  const kinds = (await nodesOf(page, scene)).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(
    ['cylinder', 'model', 'opening', 'path', 'pointLight', 'wall', 'wall', 'wall', 'wall'].toSorted(),
  );
  const visitor = await visit(page, browser, { scene, url: stack.url });
  const seen = await drawnShare(visitor.view, await pictureOf(visitor.view.locator('canvas')));
  expect(seen).toBeGreaterThan(0.2);
  visitor.expectSilence();
  await visitor.leave();
});

test('a product is presented with a tour, which guides visitors from part to part', async ({
  page,
  browser,
  stack,
}) => {
  const expectSilence = watchConsole(page);
  await signUp(page);
  await page.getByRole('link', { name: 'Library', exact: true }).click();
  await page.getByRole('button', { name: 'Armchair', exact: true }).click();
  await page.getByRole('button', { name: 'Use in a new scene', exact: true }).click();
  await page.waitForURL('**/builder/*');
  const scene = page.url().split('/').at(-1)?.split('?')[0] ?? '';
  await expect(thing(page, 'Armchair')).toBeVisible();
  await expect(isSaved(page)).toBeVisible();
  const viewport = page.getByRole('application', { name: 'Viewport', exact: true });
  await expect.poll(async () => drawnShare(page, await pictureOf(viewport))).toBeGreaterThan(0.02);
  await page.keyboard.press('f');

  const { width, height } = (await viewport.boundingBox()) ?? { width: 0, height: 0 };
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Tour', exact: true })).toBeVisible();
  for (const [name, side] of [
    ['Backrest', -1],
    ['Seat', 1],
  ] as const) {
    await viewport.click({ position: { x: width / 2 + side * 20, y: height / 2 + side * 30 } });
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await expect(thing(page, name)).toBeVisible();
    // The next one is seen from another camera.
    await page.keyboard.press('3');
  }
  await expect(isSaved(page)).toBeVisible();
  expectSilence();

  const visitor = await visit(page, browser, { scene, url: stack.url });
  const { view } = visitor;
  const canvas = view.locator('canvas');
  await view.getByRole('button', { name: '1: Backrest', exact: true }).click();
  await expect(view.getByText('1 of 2', { exact: true })).toBeVisible();
  const pictures = new Set([await pictureOf(canvas)]);
  await view.keyboard.press('ArrowRight');
  await expect(view.getByRole('heading', { name: 'Seat', exact: true })).toBeVisible();
  await expect.poll(async () => pictures.has(await pictureOf(canvas))).toBe(false);
  await expectAccessible(view);
  visitor.expectSilence();
  await visitor.leave();
});
