import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, makeScenes, signUp } from './helpers.ts';

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const thing = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });

/** Presses and releases a key within one task, however slowly the page renders. */
const tap = (page: Page, key: string) =>
  page.evaluate((name) => {
    for (const type of ['keydown', 'keyup']) {
      document.body.dispatchEvent(new KeyboardEvent(type, { key: name, bubbles: true }));
    }
  }, key);

test('a room is drawn with a typed length, gets a door and a window, and survives a reload', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Room');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const length = page.getByRole('status').filter({ hasText: /\d|aligned/ });

  await page.keyboard.press('b');
  const walls = page.getByRole('region', { name: 'Walls', exact: true });
  await expect(walls).toBeVisible();
  await expect(walls.getByRole('combobox', { name: 'Level', exact: true })).toHaveText('Where you click');
  const place = await walls.boundingBox();
  // A tap of Shift cycles through the cursor's snap modes.
  for (const mode of ['Angles', 'Nothing', 'Grid']) {
    await tap(page, 'Shift');
    await expect(page.getByRole('button', { name: mode, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  }
  await tap(page, 'Shift');
  await page.mouse.click(400, 480);
  await page.mouse.move(650, 590);
  await expect(length).toHaveText(/ m$/);
  await page.keyboard.type('4');
  await expect(length).toHaveText(/^4/);
  await page.keyboard.press('Enter');
  await expect(thing(page, 'Wall')).toBeVisible();
  await page.mouse.move(850, 470);
  await expect(length).toHaveText(/ m$/);
  await page.mouse.click(850, 470);
  await expect(thing(page, 'Wall 2')).toBeVisible();
  await page.mouse.click(600, 380);
  await expect(thing(page, 'Wall 3')).toBeVisible();
  // Clicking the room's start closes it and ends the chain.
  await page.mouse.click(400, 480);
  await expect(thing(page, 'Wall 4')).toBeVisible();
  await expect(length).toBeHidden();

  // The closed room offers its floor, which follows the walls and shows its area.
  const area = page.getByRole('paragraph').filter({ hasText: /^Area: / });
  await walls.getByRole('button', { name: 'Add floor', exact: true }).click();
  await expect(thing(page, 'Floor')).toBeVisible();
  await expect(area).toHaveText(/^Area: \d+(\.\d+)? m²$/);
  const whole = await area.textContent();
  await expect(walls.getByRole('button', { name: 'Add floor', exact: true })).toBeHidden();
  await walls.getByRole('button', { name: 'Add ceiling', exact: true }).click();
  await expect(thing(page, 'Ceiling')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(thing(page, 'Ceiling')).toBeHidden();
  await thing(page, 'Wall').click();
  await page.getByLabel('Length', { exact: true }).fill('5');
  await page.getByLabel('Length', { exact: true }).press('Enter');
  await thing(page, 'Floor').click();
  await expect(area).not.toHaveText(whole ?? '');
  await page.keyboard.press('Control+z');
  await thing(page, 'Floor').click();
  await expect(area).toHaveText(whole ?? '');

  await page.keyboard.press('o');
  const openings = page.getByRole('region', { name: 'Doors and windows', exact: true });
  await expect(openings).toBeVisible();
  expect((await openings.boundingBox())?.y).toBe(place?.y);
  await page.mouse.move(450, 480);
  await expect(length).toHaveText(/0\.9 m × 2\.1 m/);
  await page.mouse.click(450, 480);
  await openings.getByRole('button', { name: 'Window', exact: true }).click();
  await page.mouse.move(600, 520);
  await expect(length).toHaveText(/ m|aligned/);
  await page.mouse.click(600, 520);
  await page.keyboard.press('Escape');
  await expect(isSaved(page)).toBeVisible();

  await page.reload();
  await expect(isSaved(page)).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /^Wall( \d)?$/ })).toHaveCount(4);
  await thing(page, 'Floor').click();
  await expect(area).toHaveText(whole ?? '');
  await page.getByRole('application', { name: 'Viewport', exact: true }).focus();
  await page.keyboard.press('Control+a');
  await thing(page, 'Wall').click();
  await page.keyboard.press('ArrowRight');
  await expect(thing(page, 'Door')).toBeVisible();
  await expect(thing(page, 'Window')).toBeVisible();
  await thing(page, 'Window').click();
  const fromStart = page.getByLabel('From start', { exact: true });
  await fromStart.fill('99');
  await fromStart.press('Enter');
  await expect(page.getByText(/^This does not fit\. The nearest possible value is /)).toBeVisible();
  // A custom material starts with the current look: glass stays glass.
  await page.getByRole('button', { name: /^Glass / }).click();
  await page.getByRole('button', { name: 'Edit in this scene', exact: true }).click();
  await expect(page.getByLabel('Opacity', { exact: true }).first()).toHaveValue('0.25');
  await expectAccessible(page);
});
