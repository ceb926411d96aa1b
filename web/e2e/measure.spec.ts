import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, makeScenes, putScene, signUp } from './helpers.ts';

/** Opens a new scene with a box whose front fills the middle of the view, and selects the measure tool. */
async function openMeter(page: Page, nodes: object) {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'To measure');
  await putScene(page, uuid, {
    nodes: { box: { kind: 'box', name: 'Box', props: { size: [4, 4, 4] } }, ...nodes },
    camera: { position: [0, 0, 8], target: [0, 0, 0], fov: 40 },
  });
  await page.goto(`/en/builder/${uuid}`);
  await expect(page.getByRole('treeitem', { name: 'Box', exact: true })).toBeVisible();
  await page.keyboard.press('m');
  const meter = page.getByRole('region', { name: 'Measure', exact: true });
  await expect(meter).toBeVisible();
  const viewport = page.getByRole('application', { name: 'Viewport', exact: true });
  const { width, height } = (await viewport.boundingBox()) ?? { width: 0, height: 0 };
  return { uuid, meter, viewport, width, height };
}

test('a user measures a box and names the measurement, and the scene stays unchanged', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  const { meter, viewport, width, height } = await openMeter(page, {});
  await viewport.click({ position: { x: width / 2 - 60, y: height / 2 + 30 } });
  // The first point can be undone; the unfinished measurement is no undo step of the scene.
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeEnabled();
  await viewport.click({ position: { x: width / 2 + 60, y: height / 2 + 30 } });
  await expect(meter.getByText('Measurements (1)', { exact: true })).toBeVisible();
  // The section folds with a chevron like those of the inspector, not with the browser's triangle.
  await expect(meter.locator('summary')).toHaveCSS('list-style-type', 'none');
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
  await expect(meter.getByText('Measurements (1)', { exact: true })).toBeHidden();
  await expect(undo).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(meter).toBeHidden();
});

test('a measurement is saved in the scene, and visitors read it at its tour stop', async ({
  quietPage: page,
}) => {
  const { uuid, meter, viewport, width, height } = await openMeter(page, {
    note: { kind: 'annotation', name: 'The front', position: [1, 1, 2] },
  });
  await viewport.click({ position: { x: width / 2 - 60, y: height / 2 + 30 } });
  await viewport.click({ position: { x: width / 2 + 60, y: height / 2 + 30 } });
  await meter.getByRole('button', { name: 'Keep Distance 1 in the scene', exact: true }).click();
  await expect(meter.locator('output')).toHaveCount(0);
  const measure = page.getByRole('treeitem', { name: 'Distance 1', exact: true });
  await expect(measure).toHaveAttribute('aria-selected', 'true');
  const written = viewport.locator('..').getByRole('button', { name: /^[\d.]+ m$/ });
  await expect(written).toBeVisible();
  const length = (await written.textContent()) ?? '';
  // The measure tool moves the ends, also where a label covers them.
  const end = await page.locator('.measure-layer circle').last().boundingBox();
  const [x, y] = [(end?.x ?? 0) + 4, (end?.y ?? 0) + 4];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 20, y - 30);
  await page.mouse.move(x - 20, y - 60);
  await page.mouse.up();
  await expect(written).not.toHaveText(length);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(written).toHaveText(length);
  // A press on a label selects its measurement when the select tool is active.
  await page.keyboard.press('Escape');
  await page.getByRole('treeitem', { name: 'Box', exact: true }).click();
  await written.click();
  await expect(measure).toHaveAttribute('aria-selected', 'true');
  const shownAt = page.getByRole('combobox', { name: 'Shown at', exact: true });
  await expect(shownAt).toHaveText('Always');
  await shownAt.click();
  await page.getByRole('option', { name: '1 · The front', exact: true }).click();
  await page.getByRole('switch', { name: 'Show name', exact: true }).click();
  await expect(
    viewport.locator('..').getByRole('button', { name: `Distance 1: ${length}`, exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/en/preview/${uuid}`);
  const note = page.getByRole('button', { name: /^1: The front/ });
  await expect(note).toBeVisible();
  const told = page.getByText(`Distance 1: ${length}`, { exact: true });
  await expect(told).toHaveCount(0);
  await note.click();
  await expect(told).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(told).toHaveCount(0);
});
