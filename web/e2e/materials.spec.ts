import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, putScene, signUp } from './helpers.ts';

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const viewport = (page: Page) => page.getByRole('application', { name: 'Viewport', exact: true });

/** Current document of a scene. */
async function documentOf(page: Page, scene: string): Promise<Record<string, Record<string, never>>> {
  const { document } = await callApi(page, 'GET', `/api/compositions/${scene}/document`);
  return document as Record<string, Record<string, never>>;
}

/** Holds a picture over the middle of an element, or drops it there. */
async function dragPicture(
  target: Locator,
  name: string,
  does: 'hold' | 'drop',
  keys: { altKey?: boolean } = {},
): Promise<void> {
  await target.evaluate(
    (element, { file, base64, types, altKey = false }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], file, { type: 'image/png' }));
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + height / 2, altKey };
      for (const type of types) {
        const init = { bubbles: true, cancelable: true, dataTransfer: data, ...at };
        element.dispatchEvent(new DragEvent(type, init));
      }
    },
    {
      ...{ file: name, base64: ONE_PIXEL.toString('base64'), ...keys },
      types: does === 'hold' ? ['dragenter', 'dragover'] : ['drop'],
    },
  );
}

test('a user adds an image to a material and copies the material with the eyedropper', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Materials');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Tools', exact: true });
  for (const kind of ['Box', 'Sphere']) {
    await rail.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
  }
  await page.getByRole('treeitem', { name: 'Box', exact: true }).click();
  await page.getByRole('button', { name: 'New material', exact: true }).click();
  await page.getByText('Maps', { exact: true }).click();
  await page.getByLabel('Upload an image for Color', { exact: true }).last().setInputFiles({
    name: 'paint.png',
    mimeType: 'image/png',
    buffer: ONE_PIXEL,
  });
  await expect(page.getByRole('button', { name: 'Remove Color', exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect
    .poll(async () => JSON.stringify((await documentOf(page, uuid)).materials))
    .toContain('"color":"/api/assets/');

  // All nodes are placed side by side in the visible part of the view.
  await page.getByRole('treeitem', { name: 'Sphere', exact: true }).click();
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'New material', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await rail.getByRole('button', { name: 'Eyedropper', exact: true }).click();
  await expect(page.getByText('Click an object to pick its material.', { exact: true })).toBeVisible();
  const area = await viewport(page).boundingBox();
  await viewport(page).click({ position: { x: (area?.width ?? 0) / 2, y: (area?.height ?? 0) / 2 } });
  await expect(page.getByText('Click objects to apply it.', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Click an object to pick its material.', { exact: true })).toBeVisible();
});

test('only material slot headers in the inspector accept a dropped material or image', async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Heads');
  await putScene(page, uuid, { nodes: { w: { kind: 'wall', name: 'Front' } } });
  await page.goto(`/en/builder/${uuid}`);
  await page.getByRole('treeitem', { name: 'Front', exact: true }).click();
  const slots = page.getByRole('list', { name: 'Materials', exact: true });
  const left = slots.getByRole('button', { name: /Left side/ });
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  const drawer = page.getByRole('region', { name: 'Library', exact: true });
  await drawer.getByRole('button', { name: 'Materials', exact: true }).click();
  await drawer.getByRole('button', { name: 'Gold', exact: true }).hover();
  await page.mouse.down();
  await left.hover();
  await left.hover();
  await expect(left).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
  await expect(left).toContainText('Gold');
  await expect(left).not.toHaveAttribute('data-over');
  await expect(slots.getByRole('button', { name: /Right side/ })).not.toContainText('Gold');

  await dragPicture(left, 'paint.png', 'hold');
  await expect(left).toHaveAttribute('data-over', 'true');
  await dragPicture(left, 'paint.png', 'drop');
  await expect
    .poll(async () => Object.values((await documentOf(page, uuid)).materials ?? {}))
    .toEqual([
      expect.objectContaining({ name: 'Gold', maps: expect.objectContaining({ color: expect.any(String) }) }),
    ]);
  expect(Object.keys((await documentOf(page, uuid)).nodes ?? {})).toEqual(['w']);
});

test('a user searches many materials, and the material panels fit a phone screen', async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Many');
  const names = [
    'Oak',
    'Grabado en latón '.repeat(10),
    ...Array.from({ length: 20 }, (_, i) => `Paint ${i}`),
  ];
  const box = (x: number, material: number) => ({
    ...{ kind: 'box', position: [x, 0.5, 0], material: `m${material}` },
  });
  await putScene(page, uuid, {
    camera: { position: [0, 0.5, 7], target: [0, 0.5, 0], fov: 45 },
    materials: Object.fromEntries(names.map((name, i) => [`m${i}`, { name }])),
    nodes: { a: { ...box(-1.2, 0), name: 'A' }, b: box(0, 1), c: box(1.2, 1) },
  });
  await page.goto(`/en/builder/${uuid}`);
  await page.getByText('Scene materials', { exact: true }).click();
  const list = page.getByRole('list', { name: 'Scene materials', exact: true });
  await expect(list.getByRole('listitem')).toHaveCount(names.length);
  await page.getByRole('searchbox', { name: 'Search materials', exact: true }).fill('LATON');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search materials', exact: true }).fill('');
  // The values of the selected material are directly below it, regardless of the length of the list.
  await list.getByRole('button', { name: 'Oak', exact: true }).click();
  const gap = async () => {
    const [above, below] = [list, page.getByText('Used by 1 object', { exact: true })];
    const { y = 0, height = 0 } = (await above.boundingBox()) ?? {};
    return ((await below.boundingBox())?.y ?? Number.POSITIVE_INFINITY) - y - height;
  };
  await expect.poll(gap).toBeLessThan(100);

  await page.setViewportSize({ width: 390, height: 844 });
  const view = await viewport(page).boundingBox();
  const [x, y] = [(view?.width ?? 0) / 2, (view?.height ?? 0) / 2];
  await viewport(page).focus();
  await page.keyboard.press('i');
  await viewport(page).click({ position: { x: x - 78, y } });
  await viewport(page).click({ position: { x, y } });
  const offer = page.getByRole('button', { name: /^Also apply to the other object with / });
  await expect(offer).toBeVisible();
  const corner = page.getByRole('button', { name: 'Walk through the scene', exact: true });
  const { x: left = 0, width = 0 } = (await offer.boundingBox()) ?? {};
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left + width).toBeLessThanOrEqual((await corner.boundingBox())?.x ?? 0);

  await page.getByRole('button', { name: 'Outliner', exact: true }).click();
  await page.getByRole('treeitem', { name: 'A', exact: true }).click();
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  await page.getByRole('button', { name: 'Choose a material', exact: true }).click();
  const shelf = page.getByRole('dialog', { name: 'Choose a material', exact: true });
  await expect(shelf).toBeInViewport({ ratio: 0.99 });
  await expectAccessible(page);
});

test('a dropped image is applied to the node under the pointer or added to the scene, and survives a reload', async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Pictures');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Tools', exact: true });
  await rail.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Box', exact: true }).click();
  const aim = page.getByText('Drop: apply the image to Box', { exact: true });
  // As browsers do, the event with the pointer's position repeats: hit testing starts after the first frame.
  await expect
    .poll(async () => {
      await dragPicture(viewport(page), 'label.png', 'hold');
      return aim.isVisible();
    })
    .toBe(true);
  await dragPicture(viewport(page), 'label.png', 'drop');
  const material = page.getByRole('combobox', { name: 'Material', exact: true });
  await expect(material).toHaveText('label');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(material).toHaveText('Default');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(material).toHaveText('label');

  // A slow upload is shown and can be stopped; then nothing is placed, and no error is shown.
  const isUpload = (url: URL) => url.pathname === '/api/assets/upload';
  await page.route(isUpload, () => undefined);
  await dragPicture(viewport(page), 'late.png', 'drop');
  await expect(page.getByText('Applying the image to Box', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the image for Box', exact: true }).click();
  await expect(page.getByText('Applying the image to Box', { exact: true })).toBeHidden();
  await page.unroute(isUpload);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(material).toHaveText('label');

  await dragPicture(viewport(page), 'poster.png', 'hold', { altKey: true });
  await expect(page.getByText('Drop: add the image to the scene', { exact: true })).toBeVisible();
  await dragPicture(viewport(page), 'poster.png', 'drop', { altKey: true });
  await expect(page.getByRole('treeitem', { name: 'poster', exact: true })).toBeVisible();
  await expect
    .poll(async () => JSON.stringify(await documentOf(page, uuid)))
    .toMatch(
      /"asset":"\/api\/assets\/.*"color":"\/api\/assets\/|"color":"\/api\/assets\/.*"asset":"\/api\/assets\//,
    );
  await page.reload();
  await expect(page.getByRole('treeitem', { name: 'poster', exact: true })).toBeVisible();
  await page.getByRole('treeitem', { name: 'poster', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove Image', exact: true })).toBeVisible();
});
