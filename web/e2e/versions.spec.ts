import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  makeScenes,
  putScene,
  signUp,
  WORKER_WITHIN,
} from './helpers.ts';

/** Puts boxes of these names into a scene, and nothing else. */
async function put(page: Page, uuid: string, ...names: string[]): Promise<void> {
  const nodes = Object.fromEntries(
    names.map((name, i) => [name.toLowerCase(), { kind: 'box', name, position: [i * 2, 0, 0] }]),
  );
  await putScene(page, uuid, { nodes });
}

test('a version is saved, viewed, compared, copied from and restored', { tag: '@core' }, async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Hall');
  await put(page, uuid, 'Table', 'Chair');
  await page.goto(`/en/builder/${uuid}`);
  await expect(page.getByRole('treeitem', { name: 'Chair', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  const room = page.getByRole('dialog', { name: 'Versions of Hall', exact: true });
  await expect(room).toBeVisible();
  await room.getByRole('button', { name: 'Save this version', exact: true }).click();
  const naming = page.getByRole('dialog', { name: 'Save this version', exact: true });
  await naming.getByLabel('Name', { exact: true }).fill('With a chair');
  await naming.getByRole('button', { name: 'Save this version', exact: true }).click();
  const kept = room.getByRole('button', { name: /^With a chair/ });
  await expect(kept).toBeVisible();
  // A worker renders the picture, which appears without a reload.
  await expect(kept.locator('img')).toBeVisible(WORKER_WITHIN);
  const when = kept.getByText(/\d{4}/);
  expect(await when.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await room.getByRole('button', { name: 'Back to the editor', exact: true }).click();

  await put(page, uuid, 'Table', 'Lamp');
  await putScene(page, uuid, { environment: { exposure: 2 } });
  await expect(page.getByRole('treeitem', { name: 'Lamp', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  await kept.click();
  const changes = room.getByRole('region', { name: 'Changes since this version', exact: true });
  await expect(changes.getByText('1 added', { exact: true })).toBeVisible();
  await expect(changes.getByText('1 removed', { exact: true })).toBeVisible();
  await expect(room.locator('canvas')).toBeVisible();
  await expectAccessible(page);
  await room.getByRole('button', { name: 'Current', exact: true }).click();
  await expect(room.getByRole('button', { name: 'Current', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await changes.getByRole('button', { name: 'Copy Chair into the scene', exact: true }).click();
  await expect(page.getByText('Chair was copied into the scene.', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  // Only the environment is restored, and later additions stay.
  await changes.getByRole('button', { name: 'Restore from this version: Environment', exact: true }).click();
  await expect(page.getByText('Restored: Environment.', { exact: true })).toBeVisible();
  await expect(changes.getByText('Environment', { exact: true })).toBeHidden();
  await expect(changes.getByText(/ added$/)).toBeVisible();
  // Two versions are compared, in either order of time.
  await callApi(page, 'POST', `/api/compositions/${uuid}/versions`, { name: 'With a lamp' });
  const lamp = room.getByRole('button', { name: /^With a lamp/ });
  await lamp.click();
  await room.getByRole('combobox', { name: 'Compared with', exact: true }).click();
  await page.getByRole('option', { name: 'With a chair', exact: true }).click();
  const between = room.getByRole('region', {
    name: 'Changes from the earlier to the later version',
    exact: true,
  });
  await expect(between.getByText(/ added$/)).toBeVisible();
  await expect(between.getByRole('button', { name: 'Copy Lamp into the scene', exact: true })).toBeVisible();
  await expectAccessible(page);
  await room.getByRole('combobox', { name: 'Compared with', exact: true }).click();
  await page.getByRole('option', { name: 'Current', exact: true }).click();
  await expect(changes).toBeVisible();
  await kept.click();

  await room.getByRole('button', { name: 'Restore this version', exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Restore this version', exact: true })
    .click();
  await expect(room).toBeHidden();
  await expect(page.getByRole('treeitem', { name: 'Lamp', exact: true })).toBeHidden();
  await expect(page.getByRole('treeitem', { name: 'Chair', exact: true })).toHaveCount(1);
  // The restore is one step of the person who made it, with its name.
  await page.getByRole('button', { name: 'Steps', exact: true }).click();
  await expect(
    page.getByRole('menuitemcheckbox', { name: 'Restored version: With a chair', exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('treeitem', { name: 'Lamp', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(page.getByRole('treeitem', { name: 'Lamp', exact: true })).toBeHidden();
  // The replaced state is a separate version.
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  await room
    .getByRole('listitem')
    .filter({ hasText: 'Saved automatically' })
    .getByRole('button', { name: /Saved automatically/ })
    .first()
    .click();
  await expect(changes.getByText(/ removed$/)).toBeVisible();
  // Another user deletes the version that is open.
  const { member } = await callApi(page, 'GET', `/api/compositions/${uuid}/versions`);
  for (const version of (member as { uuid: string; automatic: boolean }[]).filter((one) => one.automatic)) {
    await callApi(page, 'DELETE', `/api/versions/${version.uuid}`);
  }
  await expect(changes).toBeHidden();
  await room.getByRole('listitem').filter({ hasText: 'With a chair' }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(kept).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(room).toBeHidden();
});
