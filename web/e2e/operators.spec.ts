import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  buyStarter,
  expectAccessible,
  expectNoSidewaysScroll,
  makeScenes,
  signInAsOperator,
  signUp,
} from './helpers.ts';

/** Row of a workspace in the operators' list. */
const lineOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Workspaces in this installation', exact: true })
    .getByRole('listitem')
    .filter({ hasText: name });

test('an operator suspends and reactivates a workspace, and its owner sees both at once', {
  tag: '@core',
}, async ({ quietPage: page, browser, baseURL }) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const owner = await elsewhere.newPage();
  const person = await signUp(owner);
  const [scene] = await makeScenes(owner, 'Chair');
  await owner.reload();
  await expect(owner.getByRole('link', { name: 'Chair', exact: true }).first()).toBeVisible();
  await owner.goto('/en/operators');
  await expect(
    owner.getByText('These pages are for the operators of this installation.', { exact: true }),
  ).toBeVisible();
  await expect(owner.getByRole('tab')).toHaveCount(0);
  await owner.goto('/en/scenes/all');

  await signInAsOperator(page);
  await page.getByRole('button', { name: 'Demo', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Operators', exact: true }).click();
  await page.waitForURL('**/en/operators');
  await page.getByRole('tab', { name: 'Workspaces', exact: true }).press('Enter');
  await page.getByRole('searchbox', { name: 'Search name, owner or email', exact: true }).fill(person.email);
  const line = lineOf(page, person.email);
  await expect(line).toHaveCount(1);
  await expect(line.getByText('Free', { exact: true })).toBeVisible();
  await line.getByRole('button', { name: /^Suspend/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Its members can still log in/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(owner.getByRole('link', { name: 'Chair', exact: true }).first()).toBeVisible();

  await line.getByRole('button', { name: /^Suspend/ }).click();
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(
    dialog.getByText('Please enter a reason, so that the owner knows what to do', { exact: true }),
  ).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Copied models');
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(/is active again/).first()).toBeVisible();
  await expect(line.getByText('Suspended', { exact: true })).toHaveCount(0);

  await line.getByRole('button', { name: /^Suspend/ }).click();
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Copied models');
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(line.getByText('Suspended', { exact: true })).toBeVisible();
  await expect(line.getByText(/by Demo/)).toBeVisible();
  await expect(owner.getByRole('heading', { name: /is suspended/ })).toBeVisible();
  await expect(owner.getByText('Reason: Copied models', { exact: true })).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Upgrade', exact: true })).toHaveCount(0);
  const token = await owner.evaluate(() => JSON.parse(localStorage.getItem('diorama.session') ?? '{}').token);
  const refused = await owner.request.fetch(`/api/compositions/${scene}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect([refused.status(), (await refused.json()).description]).toEqual([403, 'security.account.suspended']);
  await expectAccessible(owner);

  await page.goto('/en/operators?tab=accounts&state=suspended');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(lineOf(page, person.email)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await lineOf(page, person.email)
    .getByRole('button', { name: /^Reactivate/ })
    .click();
  await expect(lineOf(page, person.email)).toHaveCount(0);
  await expect(owner.getByRole('link', { name: 'Chair', exact: true }).first()).toBeVisible();
  await elsewhere.close();
});

test('offline edits wait while a workspace is suspended and are saved after its reactivation', async ({
  page,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const owner = await elsewhere.newPage();
  const person = await signUp(owner);
  const [scene] = await makeScenes(owner, 'Chair');
  await owner.goto(`/en/builder/${scene}`);
  const saved = owner.getByRole('status').filter({ hasText: /^Saved$/ });
  const add = async (shape: string) => {
    await owner.getByRole('button', { name: 'Add', exact: true }).click();
    await owner.getByRole('menuitem', { name: shape, exact: true }).click();
  };
  await add('Box');
  await expect(saved).toBeVisible();
  await elsewhere.setOffline(true);
  await add('Sphere');
  await expect(owner.getByRole('treeitem', { name: 'Sphere', exact: true })).toBeVisible();

  await signInAsOperator(page);
  await page.goto('/en/operators?tab=accounts');
  await page.getByRole('searchbox', { name: 'Search name, owner or email', exact: true }).fill(person.email);
  const line = lineOf(page, person.email);
  await line.getByRole('button', { name: /^Suspend/ }).click();
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Copied models');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(line.getByText('Suspended', { exact: true })).toBeVisible();

  await elsewhere.setOffline(false);
  const closed = owner.getByRole('heading', { name: 'This scene is not available right now', exact: true });
  await expect(closed).toBeVisible();
  await owner.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(owner);
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(closed).toBeVisible();
  await line.getByRole('button', { name: /^Reactivate/ }).click();
  await expect(line.getByText('Suspended', { exact: true })).toHaveCount(0);
  await owner.setViewportSize({ width: 1280, height: 800 });
  await owner.reload();
  await expect(owner.getByRole('treeitem', { name: 'Sphere', exact: true })).toBeVisible();
  await expect(saved).toBeVisible();
  await elsewhere.close();
});

test('an operator finds an order, refunds it in two parts and sees the monthly revenue', async ({
  quietPage: page,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const payer = await elsewhere.newPage();
  const person = await signUp(payer);
  await buyStarter(payer);
  await signInAsOperator(page);
  await page.goto('/en/operators?tab=payments');
  await expect(page.getByRole('list', { name: 'Revenue', exact: true }).getByRole('listitem')).toHaveCount(
    12,
  );
  await page
    .getByRole('searchbox', { name: 'Exact order, transaction or email', exact: true })
    .fill(person.email);
  const line = page
    .getByRole('list', { name: 'Orders in this installation', exact: true })
    .getByRole('listitem')
    .filter({ hasText: person.email });
  await expect(line).toHaveCount(1);
  await expect(line.getByText('Paid', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await line.getByRole('button', { name: /^Refund/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Refund / });
  const amount = dialog.getByLabel('Amount in USD', { exact: true });
  await expect(amount).toHaveValue('15.00');
  await amount.fill('15.01');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(
    dialog.getByText('Please enter an amount between $0.01 and $15.00', { exact: true }),
  ).toBeVisible();
  await amount.fill('4,50');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Refund $4.50', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(line.getByText('$4.50 refunded', { exact: true })).toBeVisible();
  await line.getByRole('button', { name: /^Refund/ }).click();
  await expect(amount).toHaveValue('10.50');
  await dialog.getByRole('button', { name: 'Refund $10.50', exact: true }).click();
  await expect(line.getByText('Refunded', { exact: true })).toBeVisible();
  await expect(line.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Filter orders', exact: true }).click();
  await page.getByRole('option', { name: 'Paid', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^No results for/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await elsewhere.close();
});
