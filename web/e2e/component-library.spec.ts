import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, putScene, signUp } from './helpers.ts';

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

test('a component is saved to the library, used in another scene and updated there', async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [first = '', second = ''] = await makeScenes(page, 'Workshop', 'Room');
  const show = (node: string) => ({ node: 'seat', actions: [{ kind: 'show', node }] });
  await putScene(page, first, {
    nodes: { ...CHAIR.nodes, lamp: { kind: 'box', name: 'Lamp', position: [3, 0, 0] } },
    interactions: { lean: show('back'), light: show('lamp') },
  });
  await page.goto(`/en/builder/${first}`);
  await page.getByRole('treeitem', { name: 'Chair', exact: true }).click();
  await perform(page, 'Make component');
  await perform(page, 'Save component to library');
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeVisible();
  // The lamp is not part of it.
  await expect(dialog).toContainText('1 option, state, interaction or timeline stays in this scene');
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
  const { document } = await callApi(page, 'GET', `/api/compositions/${second}/document`);
  expect(document).toMatchObject({ interactions: { lean: show('back') } });
  expect(Object.keys((document as { interactions: object }).interactions)).toEqual(['lean']);

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
  await page.getByRole('textbox', { name: 'What changed', exact: true }).fill('A thicker seat');
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
});

const ITEM = () => `01900000-0000-4000-8000-${String(Date.now()).slice(-12)}`;

test('concurrent saves, a network failure and deletion of a library component are handled', async ({
  page,
  context,
}) => {
  await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Room');
  const item = ITEM();
  const parts = (version: number, props: object) => ({
    chair: { kind: 'component', name: 'Chair', props },
    seat: { kind: 'box', name: `Seat ${version}`, parent: 'chair' },
  });
  const put = async (number: number) => {
    const shown = { kind: 'instance', props: { component: 'chair' } };
    const document = { nodes: { shown, ...parts(number, {}) } };
    await callApi(page, 'PUT', `/api/library/components/${item}/versions/${number}`, {
      name: 'Chair',
      document,
    });
  };
  await put(1);
  await put(2);
  const instance = { kind: 'instance', name: 'Mine', props: { component: 'chair' } };
  await putScene(page, scene, { nodes: { ...parts(1, { library: { item, version: 1 } }), instance } });
  await page.goto(`/en/builder/${scene}`);
  const update = page.getByRole('button', { name: 'Update Chair', exact: true });
  await update.scrollIntoViewIfNeeded();
  await context.setOffline(true);
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(update).not.toHaveAttribute('aria-disabled', 'true');

  // Another user saves while the dialog is open.
  await page.getByRole('button', { name: 'More actions for Chair', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Update the library', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await expect(dialog).toContainText('creates version 3');
  await put(3);
  await save.click();
  const conflict = 'Someone else just saved a version. Check it, then save yours again.';
  await expect(page.getByText(conflict, { exact: true })).toBeVisible();
  await expect(dialog).toContainText('creates version 4');

  // The answer of the server is lost, so the user saves again.
  await page.route('**/versions/4', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await save.click();
  const newest = async () => (await callApi(page, 'GET', `/api/library/components/${item}`)).version;
  await expect.poll(newest).toMatchObject({ number: 4 });
  await page.unroute('**/versions/4');
  await save.click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => versionIn(page, scene)).toBe(4);
  expect(await newest()).toMatchObject({ number: 4 });

  // The workspace is full.
  await page.getByRole('button', { name: 'More actions for Chair', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Update the library', exact: true }).click();
  const refusal = { status: 402, title: 'Full', description: 'library.limit', violations: [] };
  await page.route('**/versions/5', (route) => route.fulfill({ status: 402, json: refusal }));
  await save.click();
  await expect(page.getByText('Your storage is full', { exact: true })).toBeVisible();
  await page.unroute('**/versions/5');
  await putScene(page, scene, { nodes: { ...parts(1, { library: { item, version: 1 } }), instance } });

  // The component is taken out of the library while it is offered.
  await page.reload();
  await update.scrollIntoViewIfNeeded();
  await callApi(page, 'DELETE', `/api/library/components/${item}`);
  await update.click();
  const gone = 'Nothing was updated: the component is no longer in the library.';
  await expect(page.getByText(gone, { exact: true })).toBeVisible();
  await expect(update).toBeHidden();
  expect(await versionIn(page, scene)).toBe(1);
});

test('a library component is restored to an older version, and starts a new scene', async ({ page }) => {
  await signUp(page);
  const shown = { kind: 'instance', props: { component: 'chair' } };
  const document = {
    nodes: { shown, chair: { kind: 'component', name: 'Chair' }, seat: { kind: 'box', parent: 'chair' } },
  };
  const item = `/api/library/components/${ITEM()}/versions`;
  await callApi(page, 'PUT', `${item}/1`, { name: 'Chair', document });
  const wide = { nodes: { ...document.nodes, seat: { ...document.nodes.seat, scale: [2, 1, 1] } } };
  await callApi(page, 'PUT', `${item}/2`, { name: 'Chair', document: wide, note: 'Wider' });
  await page.goto('/en/library?shelf=components');
  await page.getByRole('button', { name: 'Chair', exact: true }).click();
  const versions = page.getByRole('dialog').getByRole('region', { name: 'Versions', exact: true });
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await versions.getByRole('button', { name: 'Restore version 1', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await callApi(page, 'GET', `${item}/3`)).toMatchObject({
    document: { nodes: { seat: { scale: [1, 1, 1] } } },
  });
  await page.getByRole('button', { name: 'Chair', exact: true }).click();
  await expect(versions.getByText('Restored from version 1', { exact: true })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Use in a new scene', exact: true }).click();
  await page.waitForURL(/\/builder\//);
  await expect(page.getByRole('treeitem', { name: 'Chair', exact: true })).toBeVisible();
  const scene = page.url().match(/builder\/([0-9a-f-]+)/)?.[1] ?? '';
  await expect.poll(() => versionIn(page, scene)).toBe(3);
});
