import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ONE_PIXEL, triangleGlb } from '@diorama/stack/test/tiny-files.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  ownAccount,
  signInAsOperator,
  signUp,
  watchConsole,
} from './helpers.ts';

test('a user adds a library model to a new scene and gives it a library material', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  await signUp(page);
  await page.getByRole('link', { name: 'Library', exact: true }).click();
  // In a new stack, the built-in items may still be loading; they appear without a reload.
  await expect(page.getByRole('button', { name: 'Armchair', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Search the library', exact: true }).fill('sillón');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Armchair', exact: true }).click();
  await expect(page.getByText('By Diorama, CC0 1.0', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use in a new scene', exact: true }).click();
  await page.waitForURL('**/builder/*');
  await expect(page.getByRole('treeitem', { name: /Armchair/ })).toBeVisible();

  await page.getByRole('button', { name: 'Library', exact: true }).click();
  const drawer = page.getByRole('region', { name: 'Library', exact: true });
  await drawer.getByRole('button', { name: 'Materials', exact: true }).click();
  // The outliner stays in view beside the library.
  await expect(page.getByRole('treeitem', { name: /Armchair/ })).toBeVisible();
  await drawer.getByRole('button', { name: 'Gold', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Fabric Gold', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const scene = page.url().split('/').at(-1)?.split('?')[0];
  const { document } = await callApi(page, 'GET', `/api/compositions/${scene}/document`);
  expect(JSON.stringify(document)).toContain('"metalness":1');
});

const FONT = createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-400-normal.woff2');

test('a user uploads, renames and deletes a font in their library, and a broken font is rejected', async ({
  quietPage: page,
}) => {
  await signUp(page);
  await page.goto('/en/library?mine=true&shelf=fonts');
  const add = page.getByLabel('Add fonts', { exact: true }).and(page.locator('input'));
  await add.setInputFiles(FONT);
  await page.getByRole('button', { name: 'inter-latin-400-normal', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('House type');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'House type', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('alertdialog')
    .or(dialog)
    .filter({ hasText: 'Delete House type?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .last()
    .click();
  await expect(page.getByText('No fonts yet', { exact: true })).toBeVisible();
  await add.setInputFiles({
    name: 'broken.woff2',
    mimeType: 'font/woff2',
    buffer: Buffer.from('wOF2 broken'),
  });
  await expect(page.getByText(/^broken\.woff2 was not added\. /)).toBeVisible();
  await expect(page.getByText('No fonts yet', { exact: true })).toBeVisible();
});

const CHUNK = 8_000_000;

/**
 * Holds the second piece of an upload back until it is released.
 * @returns where pieces began, and a function that releases the held one
 */
async function holdSecondPiece(page: Page) {
  const offsets: number[] = [];
  let held = true;
  await page.route(/\/api\/uploads\/[0-9a-f]+$/, async (route) => {
    const request = route.request();
    if (request.method() === 'PATCH') {
      const offset = Number(request.headers()['upload-offset']);
      offsets.push(offset);
      if (offset === CHUNK && held) {
        return;
      }
    }
    await route.continue();
  });
  const letGo = () => {
    held = false;
  };
  return { offsets, letGo };
}

test(
  'a user pauses and resumes the upload of a large model to their library',
  { tag: '@core' },
  async ({ quietPage: page }, info) => {
    await signUp(page);
    await page.goto('/en/library?mine=true&shelf=models');
    const path = info.outputPath('engine.glb');
    await writeFile(path, triangleGlb({ unused: 1.5 * CHUNK }));
    const { letGo } = await holdSecondPiece(page);
    await page.getByLabel('Add models', { exact: true }).and(page.locator('input')).setInputFiles(path);
    const uploads = page.getByRole('region', { name: 'Uploads', exact: true });
    await expect(uploads.getByText(/^Uploading \d+%/)).toBeVisible();
    await uploads.getByRole('button', { name: 'Pause engine.glb', exact: true }).click();
    await expect(uploads.getByText(/^Paused \d+%$/)).toBeVisible();
    await expectAccessible(page);
    letGo();
    await uploads.getByRole('button', { name: 'Resume engine.glb', exact: true }).click();
    await expect(uploads.getByText('Added to the library', { exact: true })).toBeVisible();
  },
);

test('the library lists an interrupted large upload after a reload and resumes it from the last chunk', async ({
  page,
}, info) => {
  await signUp(page);
  await page.goto('/en/library?mine=true&shelf=models');
  const path = info.outputPath('engine.glb');
  await writeFile(path, triangleGlb({ unused: 1.5 * CHUNK }));
  const { offsets, letGo } = await holdSecondPiece(page);
  const input = page.getByLabel('Add models', { exact: true }).and(page.locator('input'));
  await input.setInputFiles(path);
  await expect.poll(() => offsets).toEqual([0, CHUNK]);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  const uploads = page.getByRole('region', { name: 'Uploads', exact: true });
  const interrupted = uploads.getByText('Interrupted. Choose the files again to continue.', { exact: true });
  await expect(interrupted).toBeVisible();
  await expectAccessible(page);
  letGo();
  await input.setInputFiles(path);
  await expect(uploads.getByText('Added to the library', { exact: true })).toBeVisible();
  await expect(interrupted).toHaveCount(0);
  expect(offsets.slice(2)).toEqual([CHUNK]);
});

test('images with the same base name become one library material, and are deleted with the material', async ({
  quietPage: page,
}) => {
  await signUp(page);
  await page.goto('/en/library?mine=true&shelf=materials');
  await expect(page.getByText('No materials yet', { exact: true })).toBeVisible();
  const png = (name: string) => ({
    name,
    mimeType: 'image/png',
    // The content differs per file; equal files would be one asset.
    buffer: Buffer.concat([ONE_PIXEL, Buffer.from(name)]),
  });
  await page
    .getByLabel('Add materials', { exact: true })
    .and(page.locator('input'))
    .setInputFiles([png('oak_albedo.png'), png('oak_normal.png'), png('oak_height.png')]);
  await expect(
    page.getByText('Skipped, as materials cannot use them: oak_height.png', { exact: true }),
  ).toBeVisible();
  const uploads = page.getByRole('region', { name: 'Uploads', exact: true });
  await expect(uploads.getByText('Added to the library', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Oak', exact: true })).toBeVisible();
  await expectAccessible(page);
  const { member } = await callApi(page, 'GET', '/api/library/materials?mine=true');
  const [oak] = member as { material: { maps: Record<string, string | null> } }[];
  expect(oak?.material.maps.color).toMatch(/^\/api\/assets\//);
  expect(oak?.material.maps.normal).toMatch(/^\/api\/assets\//);
  expect(oak?.material.maps.roughness ?? null).toBeNull();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  // Files that were added with the item are deleted with it, and their bytes are free again.
  await page.setViewportSize({ width: 1280, height: 800 });
  const account = await ownAccount(page);
  const used = async () => {
    const { storage } = await callApi(page, 'GET', `/api/accounts/${account}`);
    return (storage as { used: number }).used;
  };
  expect(await used()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Oak', exact: true }).click();
  await page.getByRole('button', { name: 'Remove from library', exact: true }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).last();
  await expect(question).toContainText('Images added with it are deleted');
  await question.getByRole('button', { name: 'Remove from library', exact: true }).last().click();
  await expect(page.getByText('No materials yet', { exact: true })).toBeVisible();
  await expect.poll(used).toBe(0);
});

test('an operator publishes models and materials to the product library, and other users cannot', async ({
  page,
  browser,
  stack,
}) => {
  const visit = await browser.newContext({ baseURL: stack.url });
  const stranger = await visit.newPage();
  await signUp(stranger);
  await stranger.goto('/en/internal/upload-library-models');
  await expect(stranger.getByText('This page is for operators', { exact: true })).toBeVisible();
  await expectAccessible(stranger);
  await visit.close();

  const expectSilence = watchConsole(page);
  await signInAsOperator(page);
  await page.goto('/en/internal/upload-library-models');
  await page.getByLabel('Tags', { exact: true }).fill('journey, two');
  await page.getByLabel('Author', { exact: true }).fill('Somebody');
  await page.locator('input[type=file]').setInputFiles([
    { name: 'first-box.glb', mimeType: 'model/gltf-binary', buffer: triangleGlb({ size: 1 }) },
    { name: 'broken.glb', mimeType: 'model/gltf-binary', buffer: Buffer.from('no model') },
    { name: 'second_box.glb', mimeType: 'model/gltf-binary', buffer: triangleGlb({ size: 2 }) },
  ]);
  const uploads = page.getByRole('region', { name: 'Uploads', exact: true }).getByRole('listitem');
  await expect(uploads.filter({ hasText: 'Added to the library' })).toHaveCount(2);
  await expect(uploads.filter({ hasText: 'Failed' })).toHaveCount(1);
  const list = page.getByRole('region', { name: 'In the library', exact: true });
  await expect(list.getByRole('listitem').filter({ hasText: 'Second box' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit Second box', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Renamed box');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(list.getByText('Renamed box', { exact: true })).toBeVisible();
  await list.getByRole('switch', { name: 'Publish Renamed box', exact: true }).click();
  await expect(list.getByText('Converting', { exact: true })).toHaveCount(0);
  await page.goto('/en/library?q=journey');
  await expect(page.getByRole('button', { name: 'First box', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Renamed box', exact: true })).toHaveCount(0);

  await page.goto('/en/internal/upload-library-materials');
  await page.locator('input[type=file]').setInputFiles(
    ['quilt_color.png', 'quilt_gloss.png', 'quilt_height.png'].map((name) => ({
      name,
      mimeType: 'image/png',
      buffer: ONE_PIXEL,
    })),
  );
  await expect(list.getByText('Quilt', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Quilt from the library', exact: true }).click();
  await expect(uploads.getByText('Removed', { exact: true })).toBeVisible();
  await expect(list.getByText('Quilt', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Retry Quilt', exact: true }).click();
  await expect(list.getByText('Quilt', { exact: true })).toBeVisible();
  expectSilence();
});
