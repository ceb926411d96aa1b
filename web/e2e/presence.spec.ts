import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  joinAsViewer,
  makeScenes,
  putScene,
  signUp,
  watchConsole,
} from './helpers.ts';

/** Distance of a name from its dot, in pixels to the right and down. */
const LABEL_AWAY = 8;

const viewport = (page: Page) => page.getByRole('application');
/** Name beside another user's pointer or camera. */
const labelOf = (page: Page, name: string) =>
  page.locator('[class*=clippedLayer]').getByText(name, { exact: true });

/** A point away from the middle, about which the view turns. */
const POINTED = { x: 480, y: 560 };
/** A point in the empty outliner. */
const ELSEWHERE = { x: 140, y: 600 };

/**
 * Distance, in pixels, between another user's pointer as shown here and on their screen. It is 0 when both use the same
 * camera.
 */
async function offset(label: Locator): Promise<number> {
  const box = await label.boundingBox();
  return box ? Math.hypot(box.x - LABEL_AWAY - POINTED.x, box.y - LABEL_AWAY - POINTED.y) : Number.NaN;
}

async function turn(page: Page): Promise<void> {
  await viewport(page).focus();
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('ArrowLeft');
  }
}

test('two users see each other in a scene, and one follows and unfollows the other', {
  tag: '@core',
}, async ({ quietPage: page, browser, baseURL }) => {
  const { name } = await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Together');
  const { context, other, name: guest } = await joinAsViewer(page, browser, { baseURL: baseURL ?? '', uuid });
  const expectOtherSilence = watchConsole(other);
  for (const one of [page, other]) {
    await one.goto(`/en/builder/${uuid}`);
    await expect(viewport(one)).toBeVisible();
  }
  const face = other.getByRole('button', { name: `Follow ${name}`, exact: true });
  await expect(face).toBeVisible();
  await expect(page.getByRole('button', { name: `Follow ${guest}`, exact: true })).toBeVisible();

  // Pointers of other users, also of viewers, are shown in the scene until they leave it.
  for (const [one, by, who] of [
    [page, other, name],
    [other, page, guest],
  ] as const) {
    await one.mouse.move(POINTED.x, POINTED.y);
    await expect(labelOf(by, who)).toBeVisible();
    await one.mouse.move(ELSEWHERE.x, ELSEWHERE.y);
  }

  const pointer = labelOf(other, name);
  await page.mouse.move(POINTED.x, POINTED.y);
  await turn(page);
  await expect.poll(() => offset(pointer)).toBeGreaterThan(20);
  await face.click();
  await expect(other.getByText(`Following ${name} · Press Esc to stop`, { exact: true })).toBeVisible();
  await expect(face).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('img', { name: '1 person follows you', exact: true })).toBeVisible();
  await expect.poll(() => offset(pointer)).toBeLessThan(5);
  await expectAccessible(other);
  await expectAccessible(page);

  await other.keyboard.press('Escape');
  await expect(other.getByText(new RegExp(`^Following ${name}`))).toBeHidden();
  await expect(page.getByRole('img', { name: 'You', exact: true })).toBeVisible();
  await turn(page);
  await expect.poll(() => offset(pointer)).toBeGreaterThan(20);

  // Moving the camera also ends following.
  await face.click();
  await expect(other.getByText(new RegExp(`^Following ${name}`))).toBeVisible();
  await viewport(other).focus();
  await other.keyboard.press('ArrowRight');
  await expect(other.getByText(new RegExp(`^Following ${name}`))).toBeHidden();

  await other.setViewportSize({ width: 390, height: 844 });
  await expect(face).toBeVisible();
  await face.click();
  await expect(other.getByRole('button', { name: 'Stop following', exact: true })).toBeVisible();
  await expectNoSidewaysScroll(other);
  await expectAccessible(other);

  await page.goto('/en/scenes/all');
  await expect(other.getByText(new RegExp(`^Following ${name}`))).toBeHidden();
  await expect(face).toBeHidden();
  expectOtherSilence();
  await context.close();
});

test('the list of users shows others who records which choice', async ({ page, browser, baseURL }) => {
  const { name } = await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Recorded together');
  await putScene(page, uuid, {
    nodes: { box: { kind: 'box', name: 'Box' } },
    options: { wood: { name: 'Wood' } },
    choices: { oak: { option: 'wood', name: 'Oak' } },
  });
  const { context, other } = await joinAsViewer(page, browser, { baseURL: baseURL ?? '', uuid });
  for (const one of [page, other]) {
    await one.goto(`/en/builder/${uuid}`);
    await expect(viewport(one)).toBeVisible();
  }
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('configurator');
  await page.getByRole('option', { name: /^Options/ }).click();
  const face = other.getByRole('button', { name: `Follow ${name}`, exact: true });
  await page.getByRole('button', { name: 'Record Oak', exact: true }).click();
  await expect(face).toHaveAttribute('aria-description', `${name} is recording “Oak”`);
  await expectAccessible(other);
  await page.getByRole('button', { name: 'Stop recording', exact: true }).click();
  await expect(face).not.toHaveAttribute('aria-description');
  await context.close();
});
