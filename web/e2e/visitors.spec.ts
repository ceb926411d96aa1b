import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { pullTrigger, putOnHeadset, takeOffHeadset } from './headset.ts';
import {
  callApi,
  expectAccessible,
  makeScenes,
  publishScene,
  putScene,
  signUp,
  watchConsole,
} from './helpers.ts';
import { drawnShare, pictureOf } from './pixels.ts';

const NODES = {
  crate: { kind: 'box', name: 'Crate', position: [0, 1, 0], props: { size: [2, 2, 2] } },
  above: {
    kind: 'camera',
    name: 'From above',
    position: [0, 9, 0],
    rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  },
  lid: { kind: 'annotation', name: 'Lid', position: [0, 2, 1], props: { text: 'It opens.' } },
};

/** Puts nodes into a scene over the API. */
async function putNodes(page: Page, uuid: string, nodes: object): Promise<void> {
  const camera = { position: [0, 1, 8], target: [0, 1, 0], fov: 40 };
  await putScene(page, uuid, { unit: 'cm', camera, nodes });
}

/** A scene of the signed-in person that visitors can reach. */
async function publish(page: Page, sharing: object): Promise<string> {
  const [uuid = ''] = await makeScenes(page, 'A crate to talk about');
  await putNodes(page, uuid, NODES);
  await publishScene(page, uuid, { description: 'Made of pine.', sharing });
  return uuid;
}

async function visit(browser: Browser, baseURL: string, uuid: string): Promise<Page> {
  const view = await (await browser.newContext({ baseURL })).newPage();
  await view.goto(`/en/view/${uuid}`);
  await expect(view.locator('main[data-phase="ready"]')).toBeVisible();
  return view;
}

/** Whether an element of the page covers a marker that is seen behind its middle. */
const isOverMarkers = (page: Page, part: string) =>
  page.evaluate((selector) => {
    const [card, dot] = [selector, '.marker-dot'].map((one) => document.querySelector<HTMLElement>(one));
    if (!card || !dot) {
      return false;
    }
    const { left, top, width, height } = card.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const before = dot.style.transform;
    dot.style.transform = `translate(${x - 14}px, ${y - 14}px)`;
    const above = document.elementFromPoint(x, y);
    dot.style.transform = before;
    return card.contains(above);
  }, part);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const middleOf = async (page: Page) => {
  const { width, height } = (await page.locator('canvas').boundingBox()) ?? { width: 0, height: 0 };
  return { x: width / 2, y: height / 2 };
};

test('a visitor measures, comments on the scene and opens a saved view', { tag: '@core' }, async ({
  page,
  browser,
  baseURL,
}) => {
  // Publishing takes long, and two pages render here.
  test.slow();
  await signUp(page);
  const uuid = await publish(page, { allowComment: true });
  const view = await visit(browser, baseURL ?? '', uuid);
  const expectSilence = watchConsole(view);
  const { x, y } = await middleOf(view);

  for (const part of ['.viewer-details', '.viewer-actions > *', '.viewer-foot .viewer-button']) {
    expect(await isOverMarkers(view, part)).toBe(true);
  }
  const about = view.locator('summary').filter({ hasText: 'About this scene' });
  await about.press('Enter');
  await expect(view.getByText('Made of pine.', { exact: true })).toBeVisible();
  await about.press('Escape');
  await expect(view.getByText('Made of pine.', { exact: true })).toBeHidden();
  await expect(about).toBeFocused();

  await press(view, 'Measure distance');
  await expect(view.getByRole('status').filter({ hasText: /^Tap a point, or hold/ })).toBeVisible();
  // The measurement goes from edge to edge of the crate's front, which is two metres wide.
  const corners = await view.evaluate(() => innerHeight / (2 * 7 * Math.tan((20 * Math.PI) / 180)));
  await view.locator('canvas').click({ position: { x: x - corners, y: y - 20 } });
  await expect(view.getByRole('status').filter({ hasText: /^Now tap the second point$/ })).toBeVisible();
  await view.locator('canvas').click({ position: { x: x + corners, y: y - 20 } });
  await expect(view.getByRole('status').filter({ hasText: /^200 cm/ })).toBeVisible();
  await expectAccessible(view);
  await press(view, 'Exit');
  await expect(view.getByText('200 cm', { exact: true })).toBeHidden();

  await press(view, 'Comments');
  await expect(view.getByText(/^No comments yet\./)).toBeVisible();
  await view.locator('canvas').click({ position: { x: x + 20, y: y + 30 } });
  await view.getByLabel('Your name, visible to others', { exact: true }).fill('Vera <b>');
  await view.getByLabel('Add a comment here', { exact: true }).fill('Is it heavy?');
  await expectAccessible(view);
  await press(view, 'Send');
  await expect(view.getByRole('heading', { name: 'Comment 1', exact: true })).toBeVisible();
  await expect(view.getByText('As Vera <b>', { exact: true })).toBeVisible();

  await page.goto('/en/comments');
  await expect(page.getByText('Vera <b> (visitor)', { exact: true })).toBeVisible();
  await expect(page.getByText('Is it heavy?', { exact: true })).toBeVisible();

  // A new comment arrives at once over the live stream; polling takes up to a minute.
  await press(view, 'Comments');
  const [said] = (await callApi(page, 'GET', `/api/public/scenes/${uuid}/comments`)).comments as {
    uuid: string;
  }[];
  const answer = { text: 'Two kilos', parent: said?.uuid };
  await callApi(page, 'POST', `/api/compositions/${uuid}/comments`, answer);
  const news = view.getByRole('button', { name: 'Comments, 1 new', exact: true });
  await news.click({ timeout: 45_000 });
  await expect(view.getByText('1 reply', { exact: false })).toBeVisible();
  await press(view, 'Comments');

  await press(view, 'Views');
  await press(view, 'From above');
  await expect(view.getByRole('button', { name: 'From above', exact: true })).toBeHidden();

  // Another release has other files: the page explains how to continue.
  await view.route('**/assets/pictures-panel-*.js', (route) => route.fulfill({ status: 404 }));
  await press(view, 'Images and video');
  const outdated = view.getByRole('alert').filter({ hasText: 'A newer version may be available' });
  await expect(outdated.getByRole('button', { name: 'Reload', exact: true })).toBeVisible();
  await expectAccessible(view);
  expectSilence();
  await view.context().close();
});

test('a public page whose texts fail to load can be reloaded', async ({ page }) => {
  await signUp(page);
  const uuid = await publish(page, {});
  const isTorn = { now: true };
  await page.route('**/assets/viewer-*.js', async (route) => {
    const response = await route.fetch();
    const hasTexts = /"?contextLost"?:/.test(await response.text());
    await route.fulfill(isTorn.now && hasTexts ? { status: 404 } : { response });
  });
  for (const path of ['view', 'embed']) {
    isTorn.now = true;
    await page.goto(`/en/${path}/${uuid}`);
    const reload = page.getByRole('alert').getByRole('button');
    await expect(reload).toBeVisible();
    isTorn.now = false;
    await reload.click();
    await expect(page.locator('[data-phase="ready"]')).toBeVisible();
  }
});

test('a visitor saves a picture and a video of the scene', async ({ page, browser, baseURL }) => {
  // Publishing takes long, and a video is rendered frame by frame.
  test.slow();
  await signUp(page);
  const uuid = await publish(page, {});
  const view = await visit(browser, baseURL ?? '', uuid);
  await press(view, 'Images and video');
  const dialog = view.getByRole('dialog', { name: 'Images and video', exact: true });
  await expect(dialog).toBeVisible();
  await expectAccessible(view);
  const still = view.waitForEvent('download');
  await dialog.getByRole('button', { name: '4K, 3840 × 2160', exact: true }).click();
  const picture = await readFile(await (await still).path());
  // The header of a PNG contains its size.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([3840, 2160]);
  await expect(
    dialog.getByText('A-crate-to-talk-about.png is in your downloads.', { exact: true }),
  ).toBeVisible();

  await dialog.getByRole('button', { name: 'WebM', exact: true }).click();
  await expect(dialog.getByRole('progressbar', { name: 'One moment…', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'WebM', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  // The scene is shown again at its former size.
  const { width } = (await view.locator('canvas').boundingBox()) ?? {};
  expect(width).toBe(view.viewportSize()?.width);
  expect(await drawnShare(view, await pictureOf(view.locator('canvas')))).toBeGreaterThan(0.02);

  // A phone loses and restores its WebGL context: the page shows a notice, then the scene again.
  const expectSilence = watchConsole(view);
  const context = await view.evaluateHandle(() => {
    const losing = document.querySelector('canvas')?.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    losing?.loseContext();
    return losing;
  });
  const notice = view.getByText('The graphics card is busy. The scene will reappear automatically.', {
    exact: true,
  });
  await expect(notice).toBeVisible();
  await expectAccessible(view);
  await context.evaluate((losing) => losing?.restoreContext());
  await expect(notice).toBeHidden();
  await expect
    .poll(async () => drawnShare(view, await pictureOf(view.locator('canvas'))))
    .toBeGreaterThan(0.02);
  expectSilence();
  await view.context().close();
});

test('visitors of a live link see edits at once and follow the presenter', async ({
  page,
  browser,
  baseURL,
}) => {
  // Publishing takes long, and two pages render here.
  test.slow();
  const { name } = await signUp(page);
  const uuid = await publish(page, { live: true });
  const view = await visit(browser, baseURL ?? '', uuid);
  await expect(view.getByRole('button', { name: '1: Lid', exact: true })).toBeVisible();
  const foot = { kind: 'annotation', name: 'Foot', position: [0.8, 0.2, 1], props: { order: 'a1' } };
  await putNodes(page, uuid, { ...NODES, foot });
  await expect(view.getByRole('button', { name: '2: Foot', exact: true })).toBeVisible();
  // The text outline for screen readers follows the scene's changes.
  await expect(view.locator('.viewer-outline')).toContainText('Foot');

  await page.goto(`/en/builder/${uuid}`);
  await expect(page.getByRole('treeitem', { name: 'Foot', exact: true })).toBeVisible();

  // A dragged node leaves the middle of the visitors' picture too, and returns when the drag is cancelled.
  const { x, y } = await middleOf(view);
  const middle = async () =>
    (await view.screenshot({ clip: { x, y, width: 8, height: 8 } })).toString('base64');
  const before = await middle();
  await page.getByRole('treeitem', { name: 'Crate', exact: true }).click();
  const { x: left = 0, y: top = 0 } = (await page.locator('canvas').boundingBox()) ?? {};
  const crate = await middleOf(page);
  const dragTo = (right: number) => page.mouse.move(left + crate.x + right, top + crate.y + 10);
  await dragTo(25);
  await page.mouse.down();
  await dragTo(100);
  await dragTo(325);
  await expect.poll(middle).not.toBe(before);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(middle).toBe(before);

  const lead = page.getByRole('button', { name: 'Guide visitors through the scene', exact: true });
  await lead.click();
  await expect(lead).toHaveAttribute('aria-pressed', 'true');
  await expect(view.getByText(`${name} is showing you the scene`, { exact: true })).toBeVisible();
  await page.getByRole('treeitem', { name: 'Foot', exact: true }).click();
  await expect(view.getByRole('heading', { name: 'Foot', exact: true })).toBeVisible();
  await expectAccessible(view);
  await press(view, 'Explore on my own');
  await expect(view.getByText('You are exploring on your own', { exact: true })).toBeVisible();
  await press(view, `Back to ${name}`);
  await expect(view.getByText(`${name} is showing you the scene`, { exact: true })).toBeVisible();
  await lead.click();
  await expect(view.getByText(`${name} is showing you the scene`, { exact: true })).toBeHidden();

  // When the scene becomes private, the open page shows a notice; when it is public again, a reload shows it.
  await callApi(page, 'PATCH', `/api/compositions/${uuid}`, { privacy: 'private' });
  await expect(view.getByRole('heading', { name: 'This scene is not available', exact: true })).toBeVisible();
  await expect(view.locator('canvas')).toHaveCount(0);
  await callApi(page, 'PATCH', `/api/compositions/${uuid}`, { privacy: 'public' });

  // Without live mode, the link shows only the published state.
  await callApi(page, 'PATCH', `/api/compositions/${uuid}`, { sharing: { live: false } });
  await expect(lead).toBeHidden();
  await putNodes(page, uuid, { crate: NODES.crate });
  await view.reload();
  await expect(view.getByRole('button', { name: '1: Lid', exact: true })).toBeVisible();
  await view.context().close();
});

test('a visitor with a headset places the scene in AR', async ({ page, browser, baseURL }) => {
  // Publishing takes long.
  test.slow();
  await signUp(page);
  const uuid = await publish(page, {});
  const context = await browser.newContext({ baseURL });
  await putOnHeadset(context);
  const view = await context.newPage();
  const expectSilence = watchConsole(view);
  await view.goto(`/en/view/${uuid}`);
  await expect(view.locator('main[data-phase="ready"]')).toBeVisible();
  const picture = view.getByRole('img', { name: /^3D view of / });
  const before = await picture.boundingBox();

  await press(view, 'View in your space');
  await expect(view.getByText('Tap to place it.', { exact: true })).toBeVisible();
  await pullTrigger(view, true);
  await pullTrigger(view, false);
  await expect(
    view.getByText('Drag to move. Use two fingers to rotate and resize.', { exact: true }),
  ).toBeVisible();
  const whole = await drawnShare(view, await pictureOf(picture));
  expect(whole).toBeGreaterThan(0.02);
  await press(view, 'Smaller');
  await press(view, 'Smaller');
  await expect(view.getByText('64 %', { exact: true })).toBeVisible();
  await expect.poll(async () => drawnShare(view, await pictureOf(picture))).toBeLessThan(whole * 0.8);
  await press(view, '64 %. Actual size');
  await expect(view.getByText('100 %', { exact: true })).toBeVisible();
  await press(view, 'Exit');
  await expect(view.getByText('100 %', { exact: true })).toBeHidden();
  // The page shows its picture again at its former size.
  await expect.poll(() => picture.boundingBox()).toEqual(before);
  expect(await drawnShare(view, await pictureOf(picture))).toBeGreaterThan(0.02);

  await callApi(page, 'PATCH', `/api/compositions/${uuid}`, { sharing: { arFixedScale: true } });
  // Browsers cache a public scene for ten seconds.
  await (await context.newCDPSession(view)).send('Network.clearBrowserCache');
  // The AR button waits until the AR code has loaded and does nothing else meanwhile.
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>();
  await view.route(/\/open-xr-[^/]*\.js$/, async (route) => {
    await isSeen;
    await route.continue();
  });
  await view.reload();
  await expect(view.locator('main[data-phase="ready"]')).toBeVisible();
  await expect(view.getByRole('button', { name: 'View in your space', exact: true })).toBeDisabled();
  see();
  await press(view, 'View in your space');
  await expect(view.getByText('Tap to place it.', { exact: true })).toBeVisible();
  await pullTrigger(view, true);
  await pullTrigger(view, false);
  await expect(
    view.getByText('Drag to move, use two fingers to rotate. Shown at actual size.', { exact: true }),
  ).toBeVisible();
  await expect(view.getByRole('button', { name: 'Smaller', exact: true })).toBeHidden();
  await takeOffHeadset(view);
  await expect(view.getByRole('button', { name: 'Place again', exact: true })).toBeHidden();
  await expect.poll(() => picture.boundingBox()).toEqual(before);
  expectSilence();
  await context.close();
});
