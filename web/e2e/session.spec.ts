import { expect, test } from './fixtures.ts';
import { expectAccessible, signUp, watchConsole } from './helpers.ts';

test.describe('signing up', () => {
  test('opens an empty dashboard that survives a reload', { tag: '@core' }, async ({ quietPage: page }) => {
    const person = await signUp(page);
    await expect(
      page.getByRole('heading', { name: 'Your first scene starts here', exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: person.name, exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'Your first scene starts here', exact: true }),
    ).toBeVisible();
  });
});

test.describe('logging in', () => {
  test('redirects to the requested page, and never to another site', { tag: '@core' }, async ({ page }) => {
    const person = await signUp(page);
    await page.getByRole('button', { name: 'New project', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Kitchen');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL('**/en/project/*');
    const project = page.url();
    await page.getByRole('button', { name: person.name, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('**/en/login**');

    await page.goto(project);
    await page.waitForURL('**/en/login?redirect=*');
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText('Wrong credentials. Try again!', { exact: true })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(project);
    await expect(page.getByRole('heading', { name: 'Kitchen', exact: true })).toBeVisible();

    await page.goto('/en/login?redirect=//example.org/');
    await page.waitForURL('**/en/scenes/all');
  });

  test('ends in every tab after a sign-out', { tag: '@core' }, async ({ page, context }) => {
    const person = await signUp(page);
    const second = await context.newPage();
    await second.goto('/en/scenes/all');
    await expect(second.getByRole('button', { name: person.name, exact: true })).toBeVisible();
    await page.goto('/en/profile');
    await page.getByRole('button', { name: person.name, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await second.waitForURL('**/en/login**');
    // The user opened login directly, so there is no page to return to.
    await page.waitForURL(/\/en\/login$/);
  });

  test('shows an interactive scene beside the form, or a picture without WebGL', async ({
    page,
    browser,
  }) => {
    const expectSilence = watchConsole(page);
    await page.goto('/en/login');
    await expect(page.getByRole('img', { name: 'A scene in the Diorama editor', exact: true })).toBeVisible();
    const scene = page.locator('aside[data-live] canvas');
    await expect(scene).toBeVisible();
    await expect(scene).toHaveAccessibleName(/Drag to rotate it$/);
    await expectAccessible(page);
    expectSilence();

    const plain = await browser.newContext();
    const old = await plain.newPage();
    const expectOldSilence = watchConsole(old);
    await old.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await old.goto(page.url());
    // Longer than the scene waits for a quiet page.
    await old.waitForTimeout(4_000);
    await expect(old.locator('aside img')).toBeVisible();
    expect(await old.locator('aside canvas').count()).toBe(0);
    expectOldSilence();
    await plain.close();
  });

  test('offers the demo account in a fresh installation', async ({ quietPage: page }) => {
    await page.goto('/en/login');
    await page.getByRole('button', { name: 'Use the demo account', exact: true }).click();
    await page.waitForURL('**/en/scenes/all');
    await expect(page.getByRole('list').getByRole('link').first()).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('languages', () => {
  test('show Spanish after a Spanish sign-up', async ({ page }) => {
    await signUp(page, 'es');
    await expect(
      page.getByRole('heading', { name: 'Tu primera escena empieza aquí', exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Principal', exact: true })).toBeVisible();
  });
});
