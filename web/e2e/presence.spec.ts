import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  makeScenes,
  signUp,
  watchConsole,
} from './helpers.ts';

const VIEWER = 1;

const viewport = (page: Page) => page.getByRole('application');
/** The name beside what somebody points to, or beside their camera. */
const labelOf = (page: Page, name: string) =>
  page.locator('[class*=labels]').getByText(name, { exact: true });

/** Somebody else, in a browser of their own, who may only look at a scene of the first. */
async function joinAsViewer(
  page: Page,
  browser: Browser,
  { baseURL, uuid }: { baseURL: string; uuid: string },
) {
  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  const { name, email } = await signUp(other);
  const invitation = await callApi(page, 'POST', '/api/invitations', {
    email,
    role: VIEWER,
    compositions: [uuid],
  });
  await callApi(other, 'PATCH', `/api/invitations/accept/${invitation.uuid}`, {});
  return { context, other, name };
}

/** Where the camera of a page is and what it looks at, in metres. */
async function pose(page: Page, uuid: string): Promise<number[]> {
  // The view is written down when the page is hidden.
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  const text = await page.evaluate((id) => sessionStorage.getItem(`diorama.camera.${id}`) ?? '[]', uuid);
  const points: number[][] = JSON.parse(text);
  return points.flat();
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, i) => Math.abs(value - (b[i] ?? Number.NaN))));
}

test('two people see each other in a scene; one follows the other by their face, and stops', async ({
  page,
  browser,
  baseURL,
}) => {
  const expectSilence = watchConsole(page);
  const { name } = await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Together');
  const { context, other, name: guest } = await joinAsViewer(page, browser, { baseURL: baseURL ?? '', uuid });
  const expectOtherSilence = watchConsole(other);
  for (const one of [page, other]) {
    await one.goto(`/en/builder/${uuid}`);
    await expect(viewport(one)).toBeVisible();
  }
  const face = other.getByRole('button', { name: `Follow ${name}` });
  await expect(face).toBeVisible();
  await expect(page.getByRole('button', { name: `Follow ${guest}` })).toBeVisible();

  // Where somebody points is seen in the scene, also of who may only look, until they point elsewhere.
  for (const [one, by, who] of [
    [page, other, name],
    [other, page, guest],
  ] as const) {
    await one.mouse.move(640, 420);
    await expect(labelOf(by, who)).toBeVisible();
    await one.mouse.move(640, 30);
  }

  await face.click();
  await expect(other.getByText(`Following ${name} · Esc to stop`)).toBeVisible();
  await expect(face).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('img', { name: '1 person follows you' })).toBeVisible();
  const start = await pose(page, uuid);
  await viewport(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => distance(start, await pose(page, uuid))).toBeGreaterThan(0.1);
  await expect.poll(async () => distance(await pose(other, uuid), await pose(page, uuid))).toBeLessThan(0.02);
  await expectAccessible(other);
  await expectAccessible(page);

  await other.keyboard.press('Escape');
  await expect(other.getByText(`Following ${name}`)).toBeHidden();
  await expect(page.getByRole('img', { name: 'You', exact: true })).toBeVisible();
  const left = await pose(other, uuid);
  await page.keyboard.press('Home');
  await expect.poll(async () => distance(start, await pose(page, uuid))).toBeLessThan(0.02);
  expect(distance(left, await pose(other, uuid))).toBeLessThan(0.02);
  expect(distance(left, start)).toBeGreaterThan(0.1);

  // The own camera ends it as well.
  await face.click();
  await expect(other.getByText(`Following ${name}`)).toBeVisible();
  await viewport(other).focus();
  await other.keyboard.press('ArrowRight');
  await expect(other.getByText(`Following ${name}`)).toBeHidden();

  await other.setViewportSize({ width: 390, height: 844 });
  await expect(face).toBeVisible();
  await face.click();
  await expect(other.getByRole('button', { name: 'Stop following' })).toBeVisible();
  await expectNoSidewaysScroll(other);
  await expectAccessible(other);

  await page.goto('/en/scenes/all');
  await expect(other.getByText(`Following ${name}`)).toBeHidden();
  await expect(face).toBeHidden();
  expectSilence();
  expectOtherSilence();
  await context.close();
});
