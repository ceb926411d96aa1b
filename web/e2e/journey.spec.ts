import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, signUp, WORKER_WITHIN, watchConsole } from './helpers.ts';
import { drawnShare, pictureOf } from './pixels.ts';
import { samplePath } from './samples.ts';

const ENGINE = '2CylinderEngine.glb';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36';

/** Drops a file on the viewport, as from the desktop. */
async function dropFile(page: Page, path: string): Promise<void> {
  const base64 = readFileSync(path).toString('base64');
  const transfer = await page.evaluateHandle(
    ([data, name]) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], name, { type: 'model/gltf-binary' }));
      return files;
    },
    [base64, ENGINE] as const,
  );
  const viewport = page.getByRole('application');
  const box = await viewport.boundingBox();
  const point = {
    clientX: (box?.x ?? 0) + (box?.width ?? 0) / 2,
    clientY: (box?.y ?? 0) + (box?.height ?? 0) / 2,
  };
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await viewport.dispatchEvent(type, { dataTransfer: transfer, ...point });
  }
}

/** Adds a node of a kind by the menu of the toolbar. */
async function add(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Tools', exact: true })
    .getByRole('button', { name: 'Add', exact: true })
    .click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(page.getByRole('treeitem', { name, exact: true })).toBeVisible();
  // Until the new node is selected, the inspector shows the fields of the previous one.
  const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  await expect(inspector.getByLabel('Name', { exact: true })).toHaveValue(name);
}

/** Moves the selection by the inspector. */
async function moveTo(page: Page, axis: 'X' | 'Y' | 'Z', metres: string): Promise<void> {
  const field = page.getByLabel(`Position ${axis}`, { exact: true });
  await field.fill(metres);
  await field.press('Enter');
}

const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });

async function visit(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await expect(page.locator('main[data-phase="ready"]')).toBeVisible();
  return page;
}

test('an uploaded model becomes a published scene with a public link and AR files', async ({
  page,
  browser,
  baseURL,
}) => {
  const sample = samplePath(`glb/${ENGINE}`);
  test.skip(sample === null, `the sample ${ENGINE} is not on this machine: set DIORAMA_SAMPLES`);
  const expectSilence = watchConsole(page);
  await signUp(page);
  await page.getByRole('button', { name: 'New scene', exact: true }).first().click();
  await page.waitForURL('**/en/builder/*');
  await expect(saved(page)).toBeVisible();

  // A dropped model uploads, is converted and appears; a reload in the middle loses nothing.
  await dropFile(page, sample ?? '');
  await expect(page.getByRole('treeitem', { name: '2CylinderEngine', exact: true })).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Imports', exact: true })
      .getByText('2CylinderEngine is ready', { exact: true }),
  ).toBeVisible();
  await expect
    .poll(async () => drawnShare(page, await pictureOf(page.getByRole('application'))))
    .toBeGreaterThan(0.02);
  await page.getByRole('button', { name: /^Centimeters: / }).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('treeitem', { name: '2CylinderEngine', exact: true })).toBeVisible();

  // A box and a light, moved, undone, redone.
  await add(page, 'Box');
  await moveTo(page, 'X', '1.5');
  await expect(page.getByLabel('Position X', { exact: true })).toHaveValue(/^1[.,]5/);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByLabel('Position X', { exact: true })).not.toHaveValue(/^1[.,]5/);
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(page.getByLabel('Position X', { exact: true })).toHaveValue(/^1[.,]5/);
  await add(page, 'Point light');
  await moveTo(page, 'Y', '3');
  await page.keyboard.press('Control+z');
  await expect(page.getByLabel('Position Y', { exact: true })).not.toHaveValue(/^3/);
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByLabel('Position Y', { exact: true })).toHaveValue(/^3/);
  await expect(saved(page)).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  for (const name of ['2CylinderEngine', 'Box', 'Point light']) {
    await expect(page.getByRole('treeitem', { name, exact: true })).toBeVisible();
  }

  // The publish dialog shows its three steps, also when it is opened again.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('radio', { name: /Anyone with the link/ })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([
    /Rendering/,
    /Compiling assets/,
    /Optimizing/,
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const link = page.getByRole('textbox', { name: 'Public link', exact: true });
  await expect(link).toBeVisible(WORKER_WITHIN);
  await expectAccessible(page);
  const url = await link.inputValue();
  expect(url).toBe(`${baseURL}${new URL(url).pathname}`);
  expectSilence();

  // An anonymous visitor sees the same scene.
  const stranger = await browser.newContext();
  const view = await stranger.newPage();
  const expectViewSilence = watchConsole(view);
  await view.goto(url);
  await expect(view.locator('main[data-phase="ready"]')).toBeVisible();
  await expect(view.locator('.scene-poster')).toHaveCSS('opacity', '0');
  expect(await drawnShare(view, await pictureOf(view.locator('canvas')))).toBeGreaterThan(0.02);
  await expectAccessible(view);
  expectViewSilence();
  await stranger.close();

  // An iPhone is offered the USDZ, an Android phone the GLB, and both files are there.
  const iphone = await browser.newContext({ userAgent: IPHONE, viewport: { width: 390, height: 844 } });
  await iphone.addInitScript(() => {
    // Answer of Safari on an iPhone.
    const { supports } = DOMTokenList.prototype;
    DOMTokenList.prototype.supports = function answer(token: string) {
      return token === 'ar' || supports.call(this, token);
    };
  });
  const quickLook = (await visit(iphone, url)).locator('a[rel="ar"]');
  const usdz = await iphone.request.get((await quickLook.getAttribute('href')) ?? '');
  expect(usdz.headers()['content-type']).toBe('model/vnd.usdz+zip');
  expect((await usdz.body()).subarray(0, 2).toString()).toBe('PK');
  await iphone.close();

  const android = await browser.newContext({ userAgent: ANDROID, viewport: { width: 412, height: 915 } });
  const intent = (await (await visit(android, url)).locator('a[href^="intent:"]').getAttribute('href')) ?? '';
  const file = new URLSearchParams(intent.slice(intent.indexOf('?') + 1, intent.indexOf('#'))).get('file');
  const glb = await android.request.get(file ?? '');
  expect(glb.headers()['content-type']).toBe('model/gltf-binary');
  expect((await glb.body()).subarray(0, 4).toString()).toBe('glTF');
  await android.close();
});
