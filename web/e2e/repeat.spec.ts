import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, publishScene, putScene, signUp } from './helpers.ts';

/** The kinds of a scene's nodes, as they are stored. */
async function kindsOf(page: Page, uuid: string): Promise<string[]> {
  const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
  const { nodes } = document as { nodes: Record<string, { kind: string }> };
  return Object.values(nodes)
    .map(({ kind }) => kind)
    .sort();
}

test('a sphere is repeated, scattered on the ground, separated and published', { tag: '@core' }, async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Balls');
  await putScene(page, uuid, {
    nodes: {
      ground: { kind: 'plane', name: 'Ground', props: { size: [10, 10] } },
      ball: { kind: 'sphere', name: 'Ball', index: 'a1', props: { radius: 0.2 } },
    },
  });
  await page.goto(`/en/builder/${uuid}`);
  await page.getByRole('treeitem', { name: 'Ball', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('clone array');
  await page.getByRole('option', { name: /^Repeat/ }).click();
  const count = page.getByLabel('Count', { exact: true });
  await expect(count).toHaveValue('3');
  await count.fill('8');
  await count.press('Enter');
  // Copies are no rows.
  await expect(page.getByRole('treeitem')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Pattern', exact: true }).click();
  await page.getByRole('option', { name: 'Scattered on a surface', exact: true }).click();
  await page.getByRole('button', { name: 'Surface: Add', exact: true }).click();
  await expect(page.getByText(/Models and texts cannot/)).toBeVisible();
  await page.getByRole('button', { name: 'Ground', exact: true }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await expect.poll(() => kindsOf(page, uuid)).toEqual(['plane', 'repeat', 'sphere']);

  await page.getByRole('button', { name: 'Separate copies', exact: true }).click();
  const balls = Array.from({ length: 9 }, () => 'sphere');
  await expect.poll(() => kindsOf(page, uuid)).toEqual(['group', 'plane', ...balls]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => kindsOf(page, uuid)).toEqual(['plane', 'repeat', 'sphere']);

  await publishScene(page, uuid);
  await page.goto(`/en/view/${uuid}`);
  await expect(page.locator('[data-phase="ready"]')).toBeVisible();
  const { output } = await (await page.request.get(`/api/public/scenes/${uuid}`)).json();
  const glb = await (await page.request.get(output.glb)).body();
  expect(glb.includes('EXT_mesh_gpu_instancing')).toBe(true);
  const ar = await (await page.request.get(output.glbAr)).body();
  expect(ar.includes('EXT_mesh_gpu_instancing')).toBe(false);
});
