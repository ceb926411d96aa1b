import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  makeScenes,
  publishScene,
  putScene,
  signUp,
  watchConsole,
} from './helpers.ts';

test('annotations get icons, tags and hidden nodes, and visitors filter by tag', async ({
  page,
  browser,
  baseURL,
}) => {
  // Publishing takes long, and three pages render here.
  test.slow();
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'To choose in');
  const note = (name: string, order: string, x: number) => ({
    ...{ kind: 'annotation', name, position: [x, 1, 1] },
    props: { order, tags: ['Sides'] },
  });
  const nodes = {
    house: { kind: 'box', name: 'House', position: [0, 0.5, 0] },
    roof: { kind: 'pyramid', name: 'Roof', position: [0, 1.5, 0] },
    left: note('Left', 'a1', -1),
    right: note('Right', 'a2', 1),
  };
  await putScene(page, uuid, { nodes });
  await page.goto(`/en/builder/${uuid}`);
  await page.getByRole('treeitem', { name: 'Left', exact: true }).click();
  const icon = (name: string) => page.getByRole('radio', { name, exact: true });
  // The arrow keys step through the list and move nothing in the scene; all other keys still reach the editor.
  await icon('Warning').check();
  await page.keyboard.press('ArrowRight');
  await expect(icon('Star')).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(icon('Heart')).toBeChecked();
  await page.keyboard.press('Control+z');
  await expect(icon('Star')).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Position X', exact: true })).toHaveValue('-1');
  await page.getByLabel('Add a tag', { exact: true }).fill('Oak');
  await page.getByLabel('Add a tag', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Hidden at this stop: Add', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search objects', exact: true }).fill('roo');
  await page.getByRole('dialog').getByRole('button', { name: 'Roof', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove Roof from the list', exact: true })).toBeVisible();
  await expectAccessible(page);
  const node = async () => {
    const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
    return (document as { nodes: Record<string, unknown> }).nodes.left;
  };
  await expect
    .poll(node)
    .toMatchObject({ props: { icon: 'star', tags: ['Sides', 'Oak'], hides: ['roof'], shows: [] } });
  // The list hides an annotation whose node another user deletes, and shows it again once the node is restored.
  const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
  const { roof, ...others } = Object(document).nodes;
  await putScene(page, uuid, { nodes: others });
  const takeOut = page.getByRole('button', { name: 'Remove Roof from the list', exact: true });
  await expect(takeOut).toHaveCount(0);
  await putScene(page, uuid, { nodes: { ...others, roof } });
  await expect(takeOut).toBeVisible();
  expectSilence();

  await publishScene(page, uuid);
  const stranger = await browser.newContext({ baseURL: baseURL ?? '' });
  for (const surface of ['view', 'embed']) {
    const view = await stranger.newPage();
    const expectSilenceThere = watchConsole(view);
    await view.goto(`/en/${surface}/${uuid}`);
    const dots = view.locator('.marker-dot');
    await expect(dots).toHaveCount(2);
    await view.getByRole('button', { name: 'Oak', exact: true }).click();
    await expect(dots).toHaveCount(1);
    // The dot shows a star, but its label is still the number.
    await expect(view.getByRole('button', { name: '1: Left', exact: true })).toHaveText('');
    await view.getByRole('button', { name: '1: Left', exact: true }).click();
    await expect(view.getByText('1 of 1', { exact: true })).toBeVisible();
    await view.getByRole('button', { name: 'All', exact: true }).click();
    await expect(view.getByText('1 of 2', { exact: true })).toBeVisible();
    expectSilenceThere();
  }
  await stranger.close();
});
