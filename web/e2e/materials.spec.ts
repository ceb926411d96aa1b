import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, signUp, watchConsole } from './helpers.ts';

const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const viewport = (page: Page) => page.getByRole('application', { name: 'Viewport', exact: true });

/** The document once it is what is waited for. */
async function documentOf(page: Page, scene: string): Promise<Record<string, Record<string, never>>> {
  const { document } = await callApi(page, 'GET', `/api/compositions/${scene}/document`);
  return document as Record<string, Record<string, never>>;
}

async function dropPicture(target: Locator, name: string): Promise<void> {
  await target.evaluate(
    (element, [file = '', base64 = '']) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], file, { type: 'image/png' }));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
      }
    },
    [name, ONE_PIXEL],
  );
}

test('a picture is put on a material, and its material is given to another thing with the dropper', async ({
  page,
}) => {
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Materials');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Tools', exact: true });
  for (const kind of ['Box', 'Sphere']) {
    await rail.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
  }
  await page.getByRole('treeitem', { name: 'Box', exact: true }).click();
  await page.getByRole('button', { name: 'New material', exact: true }).click();
  await page.getByText('Pictures', { exact: true }).click();
  await page
    .getByLabel('Upload a picture for Color', { exact: true })
    .last()
    .setInputFiles({
      name: 'paint.png',
      mimeType: 'image/png',
      buffer: Buffer.from(ONE_PIXEL, 'base64'),
    });
  await expect(page.getByRole('button', { name: 'Remove Color', exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect
    .poll(async () => JSON.stringify((await documentOf(page, uuid)).materials))
    .toContain('"color":"/api/assets/');

  // Everything stands in the middle of what is free of the view, beside each other.
  await page.getByRole('treeitem', { name: 'Sphere', exact: true }).click();
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'New material', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await rail.getByRole('button', { name: 'Take and give materials', exact: true }).click();
  await expect(page.getByText('Click something to take its material.', { exact: true })).toBeVisible();
  const area = await viewport(page).boundingBox();
  await viewport(page).click({ position: { x: (area?.width ?? 0) / 2, y: (area?.height ?? 0) / 2 } });
  await expect(page.getByText('Click things to give it to them.', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Click something to take its material.', { exact: true })).toBeVisible();
  expectSilence();
});

test('a picture that is dropped into the scene stands there, and is there after a reload', async ({
  page,
}) => {
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Pictures');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  await dropPicture(viewport(page), 'poster.png');
  await expect(page.getByRole('treeitem', { name: 'poster', exact: true })).toBeVisible();
  await expect
    .poll(async () => JSON.stringify((await documentOf(page, uuid)).nodes))
    .toContain('"asset":"/api/assets/');
  await page.reload();
  await expect(page.getByRole('treeitem', { name: 'poster', exact: true })).toBeVisible();
  await page.getByRole('treeitem', { name: 'poster', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove Picture', exact: true })).toBeVisible();
  expectSilence();
});
