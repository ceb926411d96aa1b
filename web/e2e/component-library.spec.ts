import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, putScene, signUp, watchConsole } from './helpers.ts';

const CHAIR = {
  nodes: {
    chair: { kind: 'group', name: 'Chair' },
    seat: {
      kind: 'box',
      name: 'Seat',
      parent: 'chair',
      position: [0, 0.5, 0],
      props: { size: [0.5, 0.1, 0.5] },
    },
    back: {
      kind: 'box',
      name: 'Back',
      parent: 'chair',
      index: 'a1',
      position: [0, 0.8, -0.2],
      props: { size: [0.5, 0.6, 0.1] },
    },
  },
};

type Nodes = Record<string, { kind: string; name: string; props: Record<string, unknown>; scale: number[] }>;

async function nodesOf(page: Page, uuid: string): Promise<Nodes> {
  const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
  return (document as { nodes: Nodes }).nodes;
}

/** Performs an action by its name in the palette. */
async function perform(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(name);
  await page.getByRole('option', { name, exact: true }).click();
}

/** The version of the library that a stored scene has of its component. */
const versionIn = async (page: Page, uuid: string) => {
  const component = Object.values(await nodesOf(page, uuid)).find(({ kind }) => kind === 'component');
  return (component?.props.library as { version: number } | null)?.version;
};

test('a component is saved to the library, used in another scene and updated there', {
  tag: '@core',
}, async ({ page }) => {
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [first = '', second = ''] = await makeScenes(page, 'Workshop', 'Room');
  await putScene(page, first, CHAIR);
  await page.goto(`/en/builder/${first}`);
  await page.getByRole('treeitem', { name: 'Chair', exact: true }).click();
  await perform(page, 'Make component');
  await perform(page, 'Save component to library');
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeVisible();
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText('Chair was saved to the library', { exact: true })).toBeVisible();
  await expect.poll(() => versionIn(page, first)).toBe(1);

  // In another scene, an instance with an override.
  await page.goto(`/en/builder/${second}`);
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.getByRole('button', { name: 'Components', exact: true }).click();
  await page.getByRole('button', { name: 'Chair', exact: true }).click();
  const row = page.getByRole('treeitem', { name: 'Chair', exact: true });
  await expect(row).toBeVisible();
  await row.click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: 'Back, part of Chair', exact: true }).click();
  await page.keyboard.press('Delete');
  const overrides = async () => {
    const instances = Object.values(await nodesOf(page, second)).filter(({ kind }) => kind === 'instance');
    return instances.map(({ props }) => Object.keys(props.values as object));
  };
  await expect.poll(overrides).toEqual([['nodes/back/visible']]);

  // A new version, with a note.
  await page.goto(`/en/builder/${first}`);
  await page.getByRole('treeitem', { name: 'Chair', exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: 'Seat, part of Chair', exact: true }).click();
  await perform(page, 'Edit component');
  const height = page.getByRole('textbox', { name: 'Size Y', exact: true });
  await height.fill('0.3');
  await height.press('Enter');
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await perform(page, 'Save component to library');
  await page.getByRole('textbox', { name: 'What has changed', exact: true }).fill('A thicker seat');
  await save.click();
  await expect.poll(() => versionIn(page, first)).toBe(2);

  // The other scene is offered it, and keeps its override.
  await page.goto(`/en/builder/${second}`);
  const offer = page.getByText('Update available: version 2', { exact: true });
  await expect(row).toBeVisible();
  await page.keyboard.press('Escape');
  await offer.scrollIntoViewIfNeeded();
  await expect(page.getByText('A thicker seat', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Update Chair', exact: true }).click();
  await expect(offer).toBeHidden();
  await expect.poll(() => versionIn(page, second)).toBe(2);
  const seat = async () => (await nodesOf(page, second)).seat?.props.size;
  expect(await seat()).toEqual([0.5, 0.3, 0.5]);
  expect(await overrides()).toEqual([['nodes/back/visible']]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(seat).toEqual([0.5, 0.1, 0.5]);
  await expect(offer).toBeVisible();

  // A change of this scene is not replaced unasked.
  await row.click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: 'Seat, part of Chair', exact: true }).click();
  await perform(page, 'Edit component');
  await height.fill('0.2');
  await height.press('Enter');
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Update Chair', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Chair: changed in this scene');
  await question.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.poll(seat).toEqual([0.5, 0.3, 0.5]);
  expectSilence();
});
