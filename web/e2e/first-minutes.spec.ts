import { triangleGlb } from '@diorama/stack/test/tiny-files.ts';
import { expect, test } from './fixtures.ts';
import { signUpToOnboarding, WORKER_WITHIN, watchConsole } from './helpers.ts';

const MOST_CLICKS = 12;
const CLICKS = 'test.clicks';

test('a new user gets from the sign-up to the public link of an uploaded model in twelve clicks', {
  tag: '@core',
}, async ({ page, browser }) => {
  const expectSilence = watchConsole(page);
  await page.addInitScript((key) => {
    const count = (event: Event) =>
      event.isTrusted && sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1));
    // A click on a label counts twice as `click`: for the label and its field.
    window.addEventListener('pointerdown', count, true);
  }, CLICKS);
  await signUpToOnboarding(page);
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await page.getByRole('radio', { name: /^Personal/ }).check();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Name your workspace', exact: true })).toBeVisible();
  await next.click();
  await page.getByRole('radio', { name: /^Empty scene/ }).check();
  await page.getByRole('button', { name: 'Get started', exact: true }).click();
  await page.waitForURL('**/en/builder/*');

  await page
    .getByRole('navigation', { name: 'Tools', exact: true })
    .getByRole('button', { name: 'Add', exact: true })
    .click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: /^Import a model/ }).click();
  const file = { name: 'Kite.glb', mimeType: 'model/gltf-binary', buffer: triangleGlb() };
  await (await chooser).setFiles(file);
  const imports = page.getByRole('region', { name: 'Imports', exact: true });
  await expect(imports.getByText('Kite is ready', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  const link = page.getByRole('textbox', { name: 'Public link', exact: true });
  await expect(link).toBeVisible(WORKER_WITHIN);
  const clicks = await page.evaluate((key) => Number(sessionStorage.getItem(key)), CLICKS);
  expect(clicks).toBeGreaterThan(5);
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  expectSilence();

  const visitor = await browser.newContext();
  const view = await visitor.newPage();
  await view.goto(await link.inputValue());
  await expect(view.locator('main[data-phase="ready"]')).toBeVisible();
  await visitor.close();
});
