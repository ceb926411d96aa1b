import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, signUp } from './helpers.ts';

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });

/** Colours of the scene's materials as stored on the server. */
async function colorsOf(page: Page, scene: string): Promise<string[]> {
  const { document } = await callApi(page, 'GET', `/api/compositions/${scene}/document`);
  const { materials } = document as { materials: Record<string, { color: string }> };
  return Object.values(materials).map(({ color }) => color);
}

test('a color is dragged as one step, typed in any format, changed by keys, picked from a node', async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Colors');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Tools', exact: true });
  await rail.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Box', exact: true }).click();
  await page.getByRole('button', { name: 'New material', exact: true }).click();
  const digits = page.getByRole('textbox', { name: 'Color #', exact: true });
  const before = await digits.inputValue();
  await page.getByRole('button', { name: 'Color', exact: true }).click();
  const plane = page.getByRole('slider', { name: 'Saturation and brightness', exact: true });
  await expect(plane).toBeVisible();
  await expectAccessible(page);

  const box = await plane.boundingBox();
  const at = (x: number, y: number) =>
    [(box?.x ?? 0) + (box?.width ?? 0) * x, (box?.y ?? 0) + (box?.height ?? 0) * y] as const;
  await page.mouse.move(...at(0.2, 0.2));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.3));
  await page.mouse.move(...at(0.9, 0.1));
  await page.mouse.up();
  await expect(digits).not.toHaveValue(before);
  const dragged = await digits.inputValue();
  await plane.press('ArrowDown');
  await expect(digits).not.toHaveValue(dragged);
  // A drag is one undo step. So is an arrow press, which can be undone while the picker is open.
  await page.keyboard.press('Control+z');
  await expect(digits).toHaveValue(dragged);
  await expect(plane).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(plane).toBeHidden();
  await page.getByRole('application', { name: 'Viewport', exact: true }).focus();
  await page.keyboard.press('Control+z');
  await expect(digits).toHaveValue(before);

  await page.getByRole('button', { name: 'Color', exact: true }).click();
  const value = page.getByRole('textbox', { name: 'Color value', exact: true });
  await value.fill('hsl(120 100% 50%)');
  await value.press('Enter');
  await expect(digits).toHaveValue('#00ff00');
  await expect.poll(() => colorsOf(page, uuid)).toEqual(['#00ff00']);
  await page.keyboard.press('Escape');

  // CSS colour names and functions are accepted, and a note names the parts that are ignored.
  const note = page.getByRole('alert');
  for (const [typed, taken, told] of [
    ['RebeccaPurple', '#663399', null],
    ['rgba(255, 99, 71, 0.5)', '#ff6347', 'Applied without transparency'],
    ['transparent', '#ff6347', 'This color is fully transparent.'],
    ['bluish', '#ff6347', 'Enter a color, such as'],
    ['lime', '#00ff00', null],
  ] as const) {
    await digits.fill(typed);
    await digits.press('Enter');
    await expect(digits).toHaveValue(taken);
    await (told === null ? expect(note).toBeHidden() : expect(note).toContainText(told));
  }

  // The emissive colour is picked from the box.
  await page.getByRole('button', { name: 'Glow', exact: true }).click();
  await expect(
    page
      .getByRole('list', { name: 'Recent', exact: true })
      .getByRole('button', { name: '#00ff00', exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Pick a color from the scene', exact: true }).click();
  await expect(
    page.getByText('Click an object to use its color in the field.', { exact: true }),
  ).toBeVisible();
  const viewport = page.getByRole('application', { name: 'Viewport', exact: true });
  const area = await viewport.boundingBox();
  await viewport.click({ position: { x: (area?.width ?? 0) / 2, y: (area?.height ?? 0) / 2 } });
  await expect(page.getByRole('textbox', { name: 'Glow #', exact: true })).toHaveValue('#00ff00');
  await expect(
    page.getByText('Click an object to use its color in the field.', { exact: true }),
  ).toBeHidden();
});
