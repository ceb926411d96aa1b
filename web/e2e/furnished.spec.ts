import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, makeScenes, publishScene, signUp } from './helpers.ts';
import { differentShare, drawnShare, pictureOf } from './pixels.ts';

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const thing = (page: Page, name: string | RegExp) =>
  page.getByRole('treeitem', { name, ...(typeof name === 'string' && { exact: true }) });
const FURNITURE = ['Armchair', 'Sofa', 'Floor lamp'];

/** Screenshot of the scene once two consecutive ones are equal. */
async function stillPicture(page: Page): Promise<string> {
  let picture = '';
  await expect
    .poll(async () => {
      const before = picture;
      picture = await pictureOf(page.locator('canvas').first());
      return before === picture;
    })
    .toBe(true);
  return picture;
}

test('a room is drawn, furnished and lit, stays the same after a reload, and is visible to visitors', async ({
  quietPage: page,
}) => {
  // Publishing takes long, and two pages render here.
  test.slow();
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Living room');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();

  await page.keyboard.press('b');
  const walls = page.getByRole('region', { name: 'Walls', exact: true });
  await walls.getByRole('button', { name: 'Room', exact: true }).click();
  await page.mouse.click(450, 480);
  await page.mouse.move(800, 520);
  await page.mouse.click(800, 520);
  await expect(thing(page, 'Wall 4')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Library', exact: true }).click();
  const drawer = page.getByRole('region', { name: 'Library', exact: true });
  for (const name of FURNITURE) {
    await drawer.getByRole('button', { name, exact: true }).click();
  }
  await drawer.getByRole('button', { name: 'Close the library', exact: true }).click();
  for (const name of FURNITURE) {
    await expect(thing(page, new RegExp(`^${name}`))).toBeVisible();
  }
  // A wall is painted; the keyboard undoes and redoes the whole room.
  await thing(page, 'Wall').click();
  await page.keyboard.press('Delete');
  await expect(thing(page, 'Wall')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(thing(page, 'Wall')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await page.mouse.move(2, 2);
  await expect(isSaved(page)).toBeVisible();

  const before = await stillPicture(page);
  expect(await drawnShare(page, before)).toBeGreaterThan(0.15);
  await page.reload();
  await expect(isSaved(page)).toBeVisible();
  await page.keyboard.press('Home');
  await page.mouse.move(2, 2);
  await expect.poll(async () => differentShare(page, before, await stillPicture(page))).toBeLessThan(0.02);

  const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
  const kinds = Object.values((document as { nodes: Record<string, { kind: string }> }).nodes);
  expect(kinds.filter(({ kind }) => kind === 'wall')).toHaveLength(4);
  expect(kinds.filter(({ kind }) => kind === 'model')).toHaveLength(FURNITURE.length);
  await publishScene(page, uuid);
  await page.goto(`/en/view/${uuid}`);
  await expect(page.locator('main[data-phase="ready"]')).toBeVisible();
  expect(await drawnShare(page, await stillPicture(page))).toBeGreaterThan(0.15);
});
