import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, signUp, watchConsole } from './helpers.ts';

test('somebody measures a box, names the measure, and the scene is as it was', async ({ page }) => {
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'To measure');
  const path = `/api/compositions/${uuid}/document`;
  const { revision, document } = await callApi(page, 'GET', path);
  // Seen from straight ahead, so that its front fills the middle of the view.
  const changed = {
    ...(document as object),
    nodes: { box: { kind: 'box', name: 'Box', props: { size: [4, 4, 4] } } },
    camera: { position: [0, 0, 8], target: [0, 0, 0], fov: 40 },
  };
  await callApi(page, 'PUT', path, { document: changed }, { 'If-Match': String(revision) });
  await page.goto(`/en/builder/${uuid}`);
  await expect(page.getByRole('treeitem', { name: 'Box', exact: true })).toBeVisible();
  await page.keyboard.press('m');
  const meter = page.getByRole('region', { name: 'Measure', exact: true });
  await expect(meter).toBeVisible();

  const viewport = page.getByRole('application', { name: 'Viewport', exact: true });
  const { width, height } = (await viewport.boundingBox()) ?? { width: 0, height: 0 };
  await viewport.click({ position: { x: width / 2 - 60, y: height / 2 + 30 } });
  // The point that has begun it can be taken back; the measure itself is no step of the scene.
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeEnabled();
  await viewport.click({ position: { x: width / 2 + 60, y: height / 2 + 30 } });
  await expect(meter.getByText('Measured (1)', { exact: true })).toBeVisible();
  await expect(meter.locator('output')).toHaveText(/^[\d.]+ m$/);
  await meter.getByLabel('Name of Distance 1', { exact: true }).fill('Width');
  await meter.getByLabel('Name of Distance 1', { exact: true }).press('Enter');
  await expect(viewport.locator('..').getByText(/^Width: [\d.]+ m$/)).toBeVisible();
  await expectAccessible(page);

  // It is there after a reload of the tab.
  await page.reload();
  await expect(page.getByRole('treeitem', { name: 'Box', exact: true })).toBeVisible();
  await page.keyboard.press('m');
  await expect(viewport.locator('..').getByText(/^Width: [\d.]+ m$/)).toBeVisible();
  await meter.getByRole('button', { name: 'Hide Width', exact: true }).click();
  await expect(viewport.locator('..').getByText(/^Width: /)).toBeHidden();
  await meter.getByRole('button', { name: 'Delete Width', exact: true }).click();
  await expect(meter.getByText('Measured (1)', { exact: true })).toBeHidden();
  await expect(undo).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(meter).toBeHidden();
  expectSilence();
});
