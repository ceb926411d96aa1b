import { expect, test } from './fixtures.ts';
import { expectAccessible, makeScenes, signUp } from './helpers.ts';

test('scenes can be searched, shown as a list, renamed, deleted and restored', { tag: '@core' }, async ({
  quietPage: page,
}) => {
  await signUp(page);
  await makeScenes(page, 'Kitchen', 'Lamp study', 'Museum hall');
  await page.reload();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(3);
  await expect(page.getByText('3 of 5', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('searchbox', { name: 'Search scenes', exact: true }).fill('lamp');
  await expect(cards).toHaveCount(1);
  await expect(page).toHaveURL(/q=lamp/);
  await page.getByRole('searchbox', { name: 'Search scenes', exact: true }).fill('zzz');
  await expect(page.getByText('No results for “zzz”', { exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear', exact: true }).last().click();
  await expect(cards).toHaveCount(3);

  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Actions for Kitchen', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Big kitchen');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Big kitchen', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Big kitchen', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(cards).toHaveCount(2);
  // The toast with this button stays for ten seconds.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Big kitchen', exact: true })).toBeVisible();
  await expect(page.getByText('3 of 5', { exact: true })).toBeVisible();
  await page.reload();
  await expect(cards).toHaveCount(3);
});

test('another tab shows a change at once', { tag: '@core' }, async ({ page, context }) => {
  await signUp(page);
  const second = await context.newPage();
  await second.goto('/en/scenes/all');
  await expect(
    second.getByRole('heading', { name: 'Your first scene starts here', exact: true }),
  ).toBeVisible();
  await makeScenes(page, 'Kitchen');
  await expect(second.getByRole('link', { name: 'Kitchen', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kitchen', exact: true })).toBeVisible();
});

test('a list that cannot be loaded shows the reason, and can be retried', async ({ page }) => {
  await signUp(page);
  await makeScenes(page, 'Kitchen');
  let isDown = true;
  await page.route('**/api/compositions?**', (route) => (isDown ? route.abort() : route.continue()));
  // Before the page fetches it ahead.
  await page.route('**/assets/{dropdown-content,tooltip}-*.js', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(
    page.getByRole('heading', { name: 'Your scenes could not be loaded', exact: true }),
  ).toBeVisible();
  await expect(
    page.getByText('No connection. Check your network, then try again.', { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  // The retry is tested while the request fails, because the page soon retries by itself and the button disappears.
  const asked = page.waitForRequest(/\/api\/compositions\?/);
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await asked;
  isDown = false;
  const kitchen = page.getByRole('link', { name: 'Kitchen', exact: true });
  await expect(kitchen).toBeVisible();
  // A tooltip whose chunk was removed is left out.
  const tooltip = page.waitForResponse('**/assets/tooltip-*.js');
  await page.getByRole('button', { name: 'List', exact: true }).hover();
  await tooltip;
  await expect(kitchen).toBeVisible();
  // A menu whose chunk was removed by a newer release breaks nothing else and offers a reload.
  await page.getByRole('button', { name: 'Actions for Kitchen', exact: true }).click();
  const lost = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
  await expect(lost.getByRole('button', { name: 'Reload', exact: true })).toBeVisible();
  await expect(kitchen).toBeVisible();
});

test('a friend can be invited', { tag: '@core' }, async ({ page }) => {
  const person = await signUp(page);
  await page.getByRole('button', { name: person.name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Invite a friend', exact: true }).click();
  await expect(
    page.getByText('Each friend who joins earns this workspace 250 MB, up to 4 GB total.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Send invitation', exact: true }).click();
  await expect(page.getByLabel("Friend's email", { exact: true })).toBeFocused();
  await page.getByLabel("Friend's email", { exact: true }).fill('friend@example.test');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send invitation', exact: true }).click();
  await expect(page.getByText('Invitation sent to friend@example.test.', { exact: true })).toBeVisible();
});
