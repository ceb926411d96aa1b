import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, drop, expectAccessible, makeScenes, redSky, signUp } from './helpers.ts';
import { drawnShare, pictureOf } from './pixels.ts';

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const viewport = (page: Page) => page.getByRole('application', { name: 'Viewport', exact: true });
const font = () =>
  readFileSync(
    createRequire(new URL('../../shared/package.json', import.meta.url)).resolve(
      '@fontsource/inter/files/inter-latin-400-normal.woff',
    ),
  );

async function documentOf(page: Page, scene: string): Promise<string> {
  const { document } = await callApi(page, 'GET', `/api/compositions/${scene}/document`);
  return JSON.stringify(document);
}

type WithLostFields = typeof globalThis & { lostFields: string[] };

/** Records the names of the file fields that pages remove. */
async function watchFields(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const lost: string[] = [];
    Object.assign(globalThis, { lostFields: lost });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ removedNodes }) => [...removedNodes])) {
        for (const field of node instanceof Element ? node.querySelectorAll('input') : []) {
          lost.push(field.ariaLabel ?? field.id);
        }
      }
    }).observe(document, { subtree: true, childList: true });
  });
}

const lostFields = (page: Page) => page.evaluate(() => (globalThis as WithLostFields).lostFields);

test('a user uploads a sky and a font, and damaged files are reported', async ({ quietPage: page }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Surroundings');
  await watchFields(page);
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const send = (label: string, name: string, buffer: Buffer) =>
    page
      .getByLabel(`Upload an image for ${label}`, { exact: true })
      .last()
      .setInputFiles({ name, mimeType: '', buffer });

  await send('Sky', 'broken.hdr', Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\nshort'));
  await expect(page.getByText(/^This sky is damaged or too large/)).toBeVisible();
  // A file chosen in an input that is replaced meanwhile would be lost.
  expect(await lostFields(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Sky', exact: true }).click();
  await expect(page.getByText(/^This sky is damaged or too large/)).toBeHidden();

  await send('Sky', 'red.hdr', redSky());
  await expect(page.getByText('red.hdr', { exact: true })).toBeVisible();
  await expect.poll(() => documentOf(page, uuid)).toContain('"hdri":"/api/assets/');
  await page.getByRole('combobox', { name: 'Ground', exact: true }).click();
  await page.getByRole('option', { name: 'Sky dome', exact: true }).click();
  await expect.poll(() => documentOf(page, uuid)).toContain('"kind":"dome"');
  await expectAccessible(page);

  await page
    .getByRole('navigation', { name: 'Tools', exact: true })
    .getByRole('button', { name: 'Add', exact: true })
    .click();
  await page.getByRole('menuitem', { name: 'Text', exact: true }).click();
  const chooseFont = (name: string, buffer: Buffer) =>
    page.getByLabel('Upload a font', { exact: true }).last().setInputFiles({ name, mimeType: '', buffer });
  await chooseFont('broken.woff2', Buffer.from('wOF2 broken'));
  await expect(page.getByText(/^This font is damaged or too large/)).toBeVisible();
  await expect(page.getByText('The font could not be loaded.', { exact: true })).toBeHidden();
  await chooseFont('mine.woff', font());
  await expect(page.getByText('mine.woff', { exact: true })).toBeVisible();
  await expect.poll(() => documentOf(page, uuid)).toContain('"font":"/api/assets/');
});

test('a slow sky upload shows progress and can be canceled, and dropped skies and fonts are applied', async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Dropped');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const isUpload = (url: URL) => url.pathname === '/api/assets/upload';
  await page.route(isUpload, () => undefined);
  await page
    .getByLabel('Upload an image for Sky', { exact: true })
    .last()
    .setInputFiles({ name: 'late.hdr', mimeType: '', buffer: redSky() });
  await expect(page.getByText(/^Uploading \d+%$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel the image for Sky', exact: true }).click();
  await expect(page.getByText(/^Uploading/)).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.unroute(isUpload);
  expect(await documentOf(page, uuid)).toContain('"hdri":null');

  await drop(viewport(page), [['red.hdr', redSky().toString('base64')]]);
  await expect.poll(() => documentOf(page, uuid)).toContain('"hdri":"/api/assets/');
  await page
    .getByRole('navigation', { name: 'Tools', exact: true })
    .getByRole('button', { name: 'Add', exact: true })
    .click();
  await page.getByRole('menuitem', { name: 'Text', exact: true }).click();
  await expect(page.getByLabel('Upload a font', { exact: true }).last()).toBeAttached();
  await drop(viewport(page), [['mine.woff', font().toString('base64')]]);
  await expect.poll(() => documentOf(page, uuid)).toContain('"font":"/api/assets/');
  await viewport(page).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Upload a font', { exact: true })).toHaveCount(0);
  await drop(viewport(page), [['other.woff', font().toString('base64')]]);
  const told = 'other.woff was added to the library. Select a text to apply this font.';
  await expect(page.getByText(told, { exact: true })).toBeVisible();
});

test('an effect changes the rendered picture and is undone in one step', { tag: '@core' }, async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Effects');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  await page.getByText('Effects', { exact: true }).last().click();
  await page.getByText('Use effects', { exact: true }).click();
  await page.getByText('Vignette', { exact: true }).click();
  await expect(page.getByText('Effects are not shown in augmented reality.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const strength = page.getByRole('textbox', { name: 'Strength', exact: true });
  await strength.fill('1');
  await strength.press('Enter');
  await expect
    .poll(async () => JSON.parse(await documentOf(page, uuid)).effects.vignette)
    .toEqual({ enabled: true, amount: 1 });
  // The corners of an empty scene are darker than its middle (the vignette).
  await expect.poll(async () => drawnShare(page, await pictureOf(viewport(page)), 0.05)).toBeGreaterThan(0.1);
  await viewport(page).focus();
  await page.keyboard.press('Control+z');
  await expect(strength).toHaveValue('0.5');
  await page.getByRole('button', { name: 'Reset Vignette', exact: true }).click();

  // A drag turns the sky in the view as one step; projecting it on the ground must be selected.
  const turn = page.getByRole('textbox', { name: 'Rotation', exact: true });
  const area = await viewport(page).boundingBox();
  const [x, y] = [(area?.x ?? 0) + 200, (area?.y ?? 0) + 300];
  await page.keyboard.down('Shift');
  await page.mouse.move(x, y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(x + 100, y, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await page.keyboard.up('Shift');
  await expect(turn).toHaveValue('28.648');
  await viewport(page).focus();
  await page.keyboard.press('Control+z');
  await expect(turn).toHaveValue('0');
  await page.getByRole('combobox', { name: 'Ground', exact: true }).click();
  await page.getByRole('option', { name: 'Sky dome', exact: true }).click();
  await expect(
    page.getByText('Choose a sky above. It is projected onto the ground.', { exact: true }),
  ).toBeVisible();
});
