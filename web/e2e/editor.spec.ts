import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, expectNoSidewaysScroll, makeScenes, signUp } from './helpers.ts';

test('two windows show the same scene as it changes', { tag: '@core' }, async ({
  quietPage: page,
  context,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Together');
  const second = await context.newPage();
  for (const window of [page, second]) {
    await window.goto(`/en/builder/${uuid}`);
    const isSaved = window.getByRole('status').filter({ hasText: /^Saved$/ });
    await expect(isSaved).toBeVisible();
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sphere', exact: true }).click();
  await expect(second.getByRole('treeitem', { name: 'Sphere', exact: true })).toBeVisible();
  await second.getByRole('treeitem', { name: 'Sphere', exact: true }).click();
  await second.getByLabel('Position X', { exact: true }).fill('2');
  await second.getByLabel('Position X', { exact: true }).press('Enter');
  await page.getByRole('treeitem', { name: 'Sphere', exact: true }).click();
  await expect(page.getByLabel('Position X', { exact: true })).toHaveValue(/^2/);

  // In a field without typed text, the undo keys apply to the scene.
  await second.getByLabel('Position Y', { exact: true }).fill('7');
  await second.getByLabel('Position Y', { exact: true }).press('Tab');
  await expect(second.getByLabel('Position Y', { exact: true })).toHaveValue(/^7/);
  await expect(second.getByLabel('Position Z', { exact: true })).toBeFocused();
  await second.keyboard.press('Control+z');
  await expect(second.getByLabel('Position Y', { exact: true })).not.toHaveValue(/^7/);
  await expect(second.getByLabel('Position Z', { exact: true })).toBeFocused();
  await second.keyboard.press('Control+Shift+z');
  await expect(second.getByLabel('Position Y', { exact: true })).toHaveValue(/^7/);

  // Undo reverts only the user's edits.
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Box', exact: true }).click();
  await expect(second.getByRole('treeitem', { name: 'Box', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('treeitem', { name: 'Box', exact: true })).toBeHidden();
  await expect(second.getByRole('treeitem', { name: 'Box', exact: true })).toBeHidden();
  await page.getByRole('treeitem', { name: 'Sphere', exact: true }).click();
  await expect(page.getByLabel('Position X', { exact: true })).toHaveValue(/^2/);
});

test('copies start side by side, an empty name is rejected, and renaming ends when the node is deleted', async ({
  quietPage: page,
  context,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Names');
  const second = await context.newPage();
  for (const window of [page, second]) {
    await window.goto(`/en/builder/${uuid}`);
    await expect(window.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Box', exact: true }).click();
  const box = page.getByRole('treeitem', { name: 'Box', exact: true });
  await box.click();
  await page.getByText('Arrange', { exact: true }).click();
  const size = page.getByLabel('Size X', { exact: true });
  for (const [length, wanted] of [
    ['1 cm', '0.011'],
    ['40', '44'],
  ] as const) {
    await size.fill(length);
    await size.press('Enter');
    await page.getByRole('button', { name: 'Repeat', exact: true }).click();
    await expect(page.getByLabel('Distance X', { exact: true })).toHaveValue(wanted);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await box.click();
  }

  const note = page.getByRole('alert');
  const empty = 'Names cannot be empty. The previous name was kept.';
  const name = page.getByLabel('Name', { exact: true });
  const scene = page.getByRole('heading', { level: 1 }).getByRole('textbox');
  for (const field of [name, scene]) {
    const before = await field.inputValue();
    await field.fill('  ');
    await field.press('Enter');
    await expect(note).toHaveText(empty);
    await expect(field).toHaveValue(before);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();
  }
  const renaming = page.getByRole('textbox', { name: 'Rename', exact: true });
  await box.click();
  await page.keyboard.press('F2');
  await renaming.fill('');
  await renaming.press('Enter');
  await expect(note).toHaveText(empty);
  await expect(box).toBeVisible();
  await page.keyboard.press('Escape');

  // Another user deletes the node meanwhile and restores it.
  await box.click();
  await page.keyboard.press('F2');
  await renaming.fill('Half a na');
  await second.getByRole('treeitem', { name: 'Box', exact: true }).click();
  await second.keyboard.press('Delete');
  await expect(renaming).toBeHidden();
  await second.keyboard.press('Control+z');
  await expect(box).toBeVisible();
  await expect(renaming).toBeHidden();
});

test('the editor is translated to Spanish and fits a phone', { tag: '@core' }, async ({ page }) => {
  await signUp(page, 'es');
  const [uuid = ''] = await makeScenes(page, 'Escena');
  await page.goto(`/es/builder/${uuid}`);
  await expect(page.getByRole('button', { name: 'Publicar', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Añadir', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Caja', exact: true }).click();
  const height = page.getByLabel('Posición Y', { exact: true });
  await expect(height).toHaveValue('0,5');
  for (const [typed, shown] of [
    ['1,5 * 1.5', '2,25'],
    ['1.000,5', '1000,5'],
  ] as const) {
    await height.fill(typed);
    await height.press('Enter');
    await expect(height).toHaveValue(shown);
  }
  // A size of zero is rejected.
  const width = page.getByLabel('Tamaño X', { exact: true });
  await width.fill('0');
  await width.press('Enter');
  const note = page.getByRole('alert');
  await expect(note).toHaveText('Introduce un número > 0.');
  await expect(width).toHaveValue('1');
  await expect(width).toHaveAttribute('aria-invalid', 'true');
  // A value out of range, or no value at all, is also reported at the field.
  await width.fill('1e9');
  await width.press('Enter');
  await expect(note).toHaveText('El máximo es 1.000.000 m.');
  await expect(width).toHaveValue('1000000');
  await width.fill('ancho');
  await width.press('Enter');
  await expect(note).toHaveText('Escribe un número, como 1,5, 20 cm o 3 * 0,4.');
  await width.fill('1');
  await width.press('Enter');
  await expect(note).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Publicar', exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a scene without access shows an error that does not reveal its existence', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Mine');
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  await signUp(other);
  for (const id of [uuid, '01900000-0000-7000-8000-000000000000']) {
    await other.goto(`/en/builder/${id}`);
    await expect(
      other.getByRole('heading', { name: 'You need access to this scene', exact: true }),
    ).toBeVisible();
    await expectAccessible(other);
  }
  await context.close();
});

test('an open scene that is moved to the trash shows a notice, and can be restored', {
  tag: '@core',
}, async ({ page }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Open');
  await page.goto(`/en/builder/${uuid}`);
  const saved = page.getByRole('status').filter({ hasText: /^Saved$/ });
  await expect(saved).toBeVisible();
  await callApi(page, 'DELETE', `/api/compositions/${uuid}`);
  await expect(page.getByRole('heading', { name: 'This scene is in the trash', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(saved).toBeVisible();
});
