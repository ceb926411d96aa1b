import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, signUp } from './helpers.ts';
import { samplePath } from './samples.ts';

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });

type Materials = Record<string, { name: string; color: string; maps: { color: string | null } }>;

async function materialsOf(page: Page, scene: string): Promise<Materials[string][]> {
  const { document } = await callApi(page, 'GET', `/api/compositions/${scene}/document`);
  return Object.values((document as { materials: Materials }).materials);
}

test('a material of an imported model is edited, selected by its part, and restored', async ({
  quietPage: page,
}) => {
  const [box, engineFile] = [samplePath('glb/BoxTextured.glb'), samplePath('glb/2CylinderEngine.glb')];
  test.skip(box === null || engineFile === null, 'the samples are not on this machine: set DIORAMA_SAMPLES');
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Model');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  await page
    .locator('input[type="file"][multiple]')
    .first()
    .setInputFiles(box ?? '');
  const model = page.getByRole('treeitem', { name: 'BoxTextured', exact: true });
  await expect(model).toBeVisible();
  await model.click();
  const slots = page.getByRole('list', { name: 'Materials', exact: true });
  const slot = slots.getByRole('button', { name: /As imported/ }).first();
  await slot.click();
  await page.getByRole('button', { name: 'Edit in this scene', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Color #', exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect
    .poll(async () => (await materialsOf(page, uuid))[0]?.maps.color ?? '')
    .toContain('/api/assets/');
  await page.getByRole('textbox', { name: 'Color #', exact: true }).fill('#ff8800');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await materialsOf(page, uuid))[0]?.color).toBe('#ff8800');
  await page.getByRole('button', { name: "Reset to the file's material", exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit in this scene', exact: true })).toBeVisible();
  await expect(slots.getByRole('button', { name: /As imported/ })).toHaveCount(1);
  await page.keyboard.press('Escape');

  // A model of many parts shows them in the outliner; a part opens its material.
  await page
    .locator('input[type="file"][multiple]')
    .first()
    .setInputFiles(engineFile ?? '');
  const engine = page.getByRole('treeitem', { name: '2CylinderEngine', exact: true });
  await expect(engine).toBeVisible();
  await expect(engine).toHaveAttribute('aria-expanded', 'false');
  await engine.getByTitle('Expand 2CylinderEngine', { exact: true }).click();
  const part = page.getByRole('treeitem', { name: /part of 2CylinderEngine/ }).nth(2);
  await part.hover();
  await part.click();
  await expect(part).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Edit in this scene', exact: true })).toHaveCount(1);
});
