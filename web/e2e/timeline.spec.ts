import type { Page } from '@playwright/test';
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
import { differentShare, pictureOf } from './pixels.ts';

const BOX = {
  nodes: { lamp: { kind: 'box', name: 'Lamp', props: { size: [2, 2, 2] } } },
  camera: { position: [0, 0, 8], target: [0, 0, 0], fov: 40 },
};

test('a keyframe is recorded at the playhead, moved and undone, and visitors see the timeline play', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Moving');
  await putScene(page, uuid, BOX);
  await page.goto(`/en/builder/${uuid}`);
  const lamp = page.getByRole('treeitem', { name: 'Lamp', exact: true });
  await expect(lamp).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('keyframe');
  await page.getByRole('option', { name: /^Timeline/ }).click();
  const panel = page.getByRole('region', { name: 'Timeline', exact: true });
  await panel.getByRole('button', { name: 'Add timeline', exact: true }).click();
  await panel.getByRole('slider', { name: 'Time', exact: true }).fill('2');
  await panel.getByRole('button', { name: 'Record a keyframe at 2 s', exact: true }).click();
  const note = page.getByRole('status').filter({ hasText: 'Recording Keyframe at 2 s' });
  await expect(note).toBeVisible();
  await lamp.click();
  await page.getByRole('switch', { name: 'Visible', exact: true }).click();
  await expect(note.getByText('1 change', { exact: true })).toBeVisible();
  await note.getByRole('button', { name: 'Stop recording', exact: true }).click();
  // The playhead shows the key to this user; the stored scene is as it was.
  await expect(page.getByRole('switch', { name: 'Visible', exact: true })).not.toBeChecked();
  await expect(panel.getByText('Lamp · Visibility', { exact: true })).toBeVisible();
  await panel.getByRole('slider', { name: 'Time', exact: true }).fill('1');
  await expect(page.getByRole('switch', { name: 'Visible', exact: true })).toBeChecked();
  await expectAccessible(page);

  const key = panel.getByRole('button', { name: 'Keyframe at 2 s', exact: true });
  await key.press('Shift+ArrowLeft');
  await expect(panel.getByRole('button', { name: 'Keyframe at 1.5 s', exact: true })).toBeFocused();
  await expect(lamp).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(key).toBeVisible();
  await panel.getByRole('switch', { name: 'Loop', exact: true }).click();
  await panel.getByRole('switch', { name: 'Autoplay', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
  const { timelines, keys, nodes } = document as Record<string, Record<string, object>>;
  const [[id] = ['']] = Object.entries(timelines ?? {});
  expect(timelines?.[id]).toMatchObject({ name: 'Timeline 1', loop: true, plays: true });
  expect(Object.values(keys ?? {})).toMatchObject([
    { timeline: id, time: 2, values: { 'nodes/lamp/visible': false } },
  ]);
  expect(nodes?.lamp).toMatchObject({ visible: true });
  expectSilence();

  await publishScene(page, uuid);
  const visit = async (reducedMotion: 'reduce' | 'no-preference') => {
    const visitor = await (await browser.newContext({ baseURL, reducedMotion })).newPage();
    await visitor.goto(`/en/view/${uuid}`);
    await expect(visitor.locator('.viewer[data-phase="ready"]')).toBeVisible();
    return visitor;
  };
  const canvasOf = (visitor: Page) => visitor.locator('.scene-stage canvas');
  // Without motion a loop shows its start; with motion, the lamp comes and goes, however late its pictures are taken.
  const still = await visit('reduce');
  const start = await pictureOf(canvasOf(still));
  const visitor = await visit('no-preference');
  await expect
    .poll(async () => differentShare(visitor, start, await pictureOf(canvasOf(visitor))))
    .toBeGreaterThan(0.02);
  expect(await differentShare(still, start, await pictureOf(canvasOf(still)))).toBeLessThan(0.02);
  await Promise.all([still, visitor].map((one) => one.context().close()));
});
