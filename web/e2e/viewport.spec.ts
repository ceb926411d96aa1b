import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, makeScenes, putScene, signUp } from './helpers.ts';

// The camera moves smoothly only without reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const thing = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
const viewport = (page: Page) => page.getByRole('application', { name: 'Viewport', exact: true });

/** Opens a new scene with the given nodes and a fixed camera. */
async function openScene(page: Page, nodes: object): Promise<string> {
  const [uuid = ''] = await makeScenes(page, 'Viewport');
  const camera = { position: [4, 5, 8], target: [0, 0.5, 0.5], fov: 45 };
  await putScene(page, uuid, { camera, nodes });
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  return uuid;
}

test('a box is drawn, resized by a typed length and copied by an Alt drag, and snap settings are kept', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  await signUp(page);
  await openScene(page, {});

  // A drag draws the base, a move sets the height.
  await page.keyboard.press('s');
  await expect(page.getByRole('region', { name: 'Draw a shape', exact: true })).toBeVisible();
  await page.mouse.move(560, 520);
  await page.mouse.down();
  await page.mouse.move(640, 530);
  await page.mouse.move(720, 560);
  await page.mouse.up();
  await page.mouse.move(660, 420);
  await page.mouse.click(660, 420);
  await expect(thing(page, 'Box')).toHaveAttribute('aria-selected', 'true');

  // A typed length sets the size.
  await page.keyboard.press('t');
  const width = page
    .getByRole('region', { name: 'Dimensions', exact: true })
    .getByLabel('Width', { exact: true });
  await width.fill('1.25');
  await width.press('Enter');
  await expect(page.getByLabel('Size X', { exact: true })).toHaveValue('1.25');

  // A drag with Alt creates a copy; one undo step removes it.
  await page.keyboard.press('Escape');
  await viewport(page).focus();
  await page.keyboard.press('q');
  await thing(page, 'Box').click();
  await page.keyboard.down('Alt');
  await page.mouse.move(650, 500);
  await page.mouse.down();
  await page.mouse.move(720, 470);
  await page.mouse.move(820, 440);
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await expect(thing(page, 'Box 2')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(thing(page, 'Box 2')).toBeHidden();
  await expect(thing(page, 'Box')).toBeVisible();

  // The snap targets are selected beside the magnet, and kept.
  await page.getByRole('button', { name: 'Snapping and grid', exact: true }).click();
  await page.getByRole('switch', { name: 'Snap', exact: true }).click();
  const step = page.getByLabel('Move', { exact: true }).and(page.getByRole('textbox'));
  await step.fill('25 cm');
  await step.press('Enter');
  await expect(step).toHaveValue('0.25');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Snap', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(isSaved(page)).toBeVisible();
  await page.reload();
  await expect(isSaved(page)).toBeVisible();
  await page.getByRole('button', { name: 'Snapping and grid', exact: true }).click();
  await expect(step).toHaveValue('0.25');
  await expect(page.getByRole('switch', { name: 'Snap', exact: true })).toBeChecked();
});

test('a scene is viewed from its sides, flown and walked through, and a view is saved as a camera', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  await signUp(page);
  await openScene(page, {
    a: { kind: 'wall', name: 'A', props: { start: [-3, -3], end: [3, -3] } },
    b: { kind: 'box', name: 'B', position: [0, 0.5, 0] },
  });

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save this view as a camera', exact: true }).click();
  await expect(thing(page, 'Camera')).toBeVisible();
  await expect(page.getByLabel('Position X', { exact: true })).toHaveValue('4');

  await page.getByRole('button', { name: 'Orthographic view', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Orthographic view', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Front', exact: true }).click();
  await page.getByRole('button', { name: 'Look through camera', exact: true }).click();
  await expect(page.getByText('Looking through Camera', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Orthographic view', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );

  // Flying moves the camera, ends looking through another camera, and opens no menu.
  await page.mouse.move(640, 500);
  await page.mouse.down({ button: 'right' });
  await page.keyboard.down('s');
  await expect(page.getByText('Looking through Camera', { exact: true })).toBeHidden();
  await page.keyboard.up('s');
  await page.mouse.up({ button: 'right' });
  await expect(page.getByRole('menu')).toBeHidden();

  // Walk mode hides the panels and returns to the previous camera.
  await page.getByRole('button', { name: 'Walk through the scene', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Exit', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeHidden();
  await page.keyboard.press('w');
  await expectAccessible(page);
  // While the pointer is locked, a press does not capture it, which the browser would refuse.
  await page.evaluate(() => {
    const { setPointerCapture } = Element.prototype;
    Element.prototype.setPointerCapture = () => {
      throw new DOMException('locked', 'InvalidStateError');
    };
    Object.defineProperty(document, 'pointerLockElement', {
      configurable: true,
      get: () => document.querySelector('.walk-layer'),
    });
    document.addEventListener('pointerup', () => {
      Reflect.deleteProperty(document, 'pointerLockElement');
      Element.prototype.setPointerCapture = setPointerCapture;
    });
  });
  await page.mouse.click(640, 400);
  await page.getByRole('button', { name: 'Exit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
