import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  buyStarter,
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  expectPaid,
  makeScenes,
  ownAccount,
  signInAsOperator,
  signUp,
} from './helpers.ts';

const PRO_MONTHLY = '01900000-0000-7000-8000-000000000031';
const PRO_YEARLY = '01900000-0000-7000-8000-000000000032';

async function openPayment(page: Page, price: string, plan = 'pro'): Promise<string> {
  const account = await ownAccount(page);
  await page.goto(`/en/upgrade/${account}/${plan}/pay/${price}`);
  await expect(page.getByLabel('Card number', { exact: true })).toBeVisible();
  return account;
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number', { exact: true }).fill(number);
  await page.getByLabel('Expires (MM/YY)', { exact: true }).fill('12/40');
  await page.getByLabel('Security code', { exact: true }).fill('123');
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay / });
const accountOf = (page: Page, uuid: string) => callApi(page, 'GET', `/api/accounts/${uuid}`);

test('a yearly Pro plan is bought with a 3-D Secure card, and charged and tracked once', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  await signUp(page);
  const account = await ownAccount(page);
  await page.goto(`/en/upgrade/${account}/pro`);
  await page.getByRole('radio', { name: /Yearly/ }).check({ force: true });
  await expect(page.getByText('You save $120 a year', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Continue to payment', exact: true }).click();
  await page.waitForURL(`**/pro/pay/${PRO_YEARLY}`);
  await expect(page.getByText('Total today', { exact: true })).toBeVisible();
  await expect(pay(page)).toHaveText('Pay $480.00');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await pay(page).click();
  await expect(page.getByText('Please fill in your card details.', { exact: true })).toBeVisible();
  const details = page.getByText('Billing details (optional)', { exact: true });
  await expect(details).toHaveCSS('list-style-type', 'none');
  await details.click();
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  await fillCard(page, '4000 0025 0000 3155');
  await pay(page).click();
  await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('books@example.test');
  await page.getByLabel('Country', { exact: true }).selectOption('ES');
  await pay(page).click();
  const challenge = page.getByRole('dialog', { name: 'Confirm your identity', exact: true });
  await expect(challenge).toBeVisible();
  await expectAccessible(page);
  await challenge.getByRole('button', { name: 'Confirm', exact: true }).click();
  const progress = page.getByRole('list', { name: 'Payment progress', exact: true });
  await expect(progress.getByText('Plan active', { exact: true })).toBeVisible();
  await expect(page.getByText('Pro, yearly', { exact: true })).toBeVisible();
  await expect(page.getByText('$480.00', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View invoice', exact: true }).click();
  await page.waitForURL('**/en/people-and-settings?tab=billing');
  expect(await accountOf(page, account)).toMatchObject({ subscriptionType: 'pro', subscriptionStatus: 1 });
  const told = await page.evaluate(() =>
    ((window as { dataLayer?: { event: string }[] }).dataLayer ?? []).filter(
      ({ event }) => event === 'payComplete',
    ),
  );
  expect(told).toEqual([
    expect.objectContaining({
      value: 480,
      currency: 'USD',
      subsCycle: 12,
      subsCycleType: 2,
      payMethod: 1,
      subsType: 3,
      accountId: account,
      lang: 'en',
    }),
  ]);

  // Opening the payment page again charges nothing more.
  await page.goto(`/en/upgrade/${account}/pro/pay/${PRO_YEARLY}`);
  await expect(
    page.getByRole('heading', { name: 'This workspace is already on Pro', exact: true }),
  ).toBeVisible();
  const { totalItems } = await callApi(page, 'GET', `/api/invoices?account.uuid=${account}`);
  expect(totalItems).toBe(1);
});

test('a declined card shows the reason, and another card pays the same order', {
  tag: ['@core', '@hosts'],
}, async ({ page }) => {
  await signUp(page);
  const account = await openPayment(page, PRO_MONTHLY);
  await fillCard(page, '4000 0000 0000 0002');
  await pay(page).click();
  const problem = page.getByRole('dialog', { name: 'Payment failed', exact: true });
  await expect(problem).toContainText('Your card was declined.');
  await problem.getByRole('button', { name: 'Got it', exact: true }).click();
  await expect(pay(page)).toBeEnabled();
  await page.getByLabel('Card number', { exact: true }).fill('4242 4242 4242 4241');
  await pay(page).click();
  await expect(page.getByText('Your card number is invalid.', { exact: true })).toBeVisible();
  await page.getByLabel('Card number', { exact: true }).fill('5555 5555 5555 4444');
  await pay(page).click();
  await expect(page.getByText(/never your own/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Card number', { exact: true })).toBeVisible();
  await fillCard(page, '4242 4242 4242 4242');
  await pay(page).click();
  await expectPaid(page, 'Pro');
  const { totalItems } = await callApi(page, 'GET', `/api/invoices?account.uuid=${account}`);
  expect(totalItems).toBe(1);
});

test('the payment page confirms a payment whose webhook was lost', async ({ page }) => {
  await signUp(page);
  const account = await openPayment(page, PRO_MONTHLY);
  await fillCard(page, '4000 0000 0000 0341');
  await pay(page).click();
  await expectPaid(page, 'Pro');
  expect(await accountOf(page, account)).toMatchObject({ subscriptionType: 'pro' });
});

test('a plan is canceled and resumed, and its invoice and cards are available', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  await signUp(page);
  await buyStarter(page);
  await page.goto('/en/people-and-settings?tab=billing');
  await page.getByRole('button', { name: 'Cancel plan', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan', exact: true }).click();
  await expect(page.getByText(/Canceled\. Becomes Free on/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep plan', exact: true }).click();
  await expect(page.getByText(/Paid until/)).toBeVisible();
  await expect(page.getByText(/^Card ending in 4242/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add card', exact: true }).click();
  await fillCard(page, '4000 0000 0000 0259');
  await page.getByRole('button', { name: 'Save card', exact: true }).click();
  await expect(page.getByText(/^Card ending in 0259/)).toBeVisible();
  await page.getByRole('button', { name: 'Make default', exact: true }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: '0259' }).getByText('Default', { exact: true }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Billing details', exact: true });
  await details.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(details.getByText('Please fill in the field', { exact: true })).toHaveCount(6);
  for (const [label, text] of [
    ['Name', 'Ada Byron'],
    ['Email', 'books@example.test'],
    ['Address', 'Calle Mayor 1'],
    ['City', 'Madrid'],
    ['Postal code', '28013'],
  ] as const) {
    await details.getByLabel(label, { exact: true }).fill(text);
  }
  await details.getByLabel('Country', { exact: true }).selectOption('ES');
  await details.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Calle Mayor 1', { exact: true })).toBeVisible();

  // The invoice follows the payment, as soon as the worker has rendered it.
  const link = page.getByRole('link', { name: /^Download invoice INV-/ });
  await expect(async () => {
    await page.reload();
    await expect(link).toBeVisible();
  }).toPass();
  const file = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a change to a smaller plan credits the unused time', async ({ page }) => {
  await signUp(page);
  const account = await ownAccount(page);
  await makeScenes(page, 'One', 'Two', 'Three', 'Four', 'Five');
  await openPayment(page, PRO_YEARLY);
  await fillCard(page, '4242 4242 4242 4242');
  await pay(page).click();
  await expectPaid(page, 'Pro');
  await page.goto(`/en/upgrade/${account}/starter/pay/01900000-0000-7000-8000-000000000021`);
  await expect(page.getByText('Credit for unused time', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Change plan', exact: true }).click();
  await expectPaid(page, 'Starter');
  expect(await accountOf(page, account)).toMatchObject({ subscriptionType: 'starter' });
});

test('a saved card pays for another plan, and a wallet can be added', async ({ quietPage: page }) => {
  await signUp(page);
  await openPayment(page, '01900000-0000-7000-8000-000000000021', 'starter');
  await fillCard(page, '4242 4242 4242 4242');
  await pay(page).click();
  await expectPaid(page, 'Starter');
  await page.goto('/en/people-and-settings?tab=billing');
  await page.getByRole('button', { name: 'Add wallet', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a wallet', exact: true });
  await expect(dialog.getByText(/the wallet contains no money/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save wallet', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Sandbox’s wallet' })).toBeVisible();

  const account = await ownAccount(page);
  await page.goto(`/en/upgrade/${account}/pro/pay/${PRO_MONTHLY}`);
  const kept = page.getByRole('radio', { name: 'Card ending in 4242', exact: true });
  await expect(kept).toBeChecked();
  await expect(page.getByLabel('Card number', { exact: true })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Another card', exact: true }).check();
  await expect(page.getByLabel('Card number', { exact: true })).toBeVisible();
  await kept.check();
  await expectAccessible(page);
  await pay(page).click();
  await expectPaid(page, 'Pro');
  expect(await accountOf(page, account)).toMatchObject({ subscriptionType: 'pro', subscriptionStatus: 1 });
  const { totalItems } = await callApi(page, 'GET', `/api/invoices?account.uuid=${account}`);
  expect(totalItems).toBe(2);
});

test('the status of a payment that seems to have failed is checked again before a new order is created', async ({
  page,
}) => {
  await signUp(page);
  const account = await openPayment(page, PRO_MONTHLY);
  let isHidden = true;
  await page.route('**/api/orders/check-status/*', (route) =>
    isHidden ? route.fulfill({ json: { status: 6, active: false } }) : route.fallback(),
  );
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders')) {
      opened.push(request.url());
    }
  });
  await fillCard(page, '4242 4242 4242 4242');
  await pay(page).click();
  const again = page.getByRole('button', { name: 'Try again', exact: true });
  await expect(again).toBeVisible();
  isHidden = false;
  await again.click();
  await expectPaid(page, 'Pro');
  expect(opened).toEqual([]);
  expect(await accountOf(page, account)).toMatchObject({ subscriptionType: 'pro' });
  const { totalItems } = await callApi(page, 'GET', `/api/invoices?account.uuid=${account}`);
  expect(totalItems).toBe(1);
});

test('a discount code of an operator applies to one order per user and is rejected after its end', async ({
  quietPage: page,
  browser,
  baseURL,
}) => {
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signInAsOperator(desk);
  await desk.goto('/en/operators?tab=payments');
  await desk.getByRole('button', { name: 'New code', exact: true }).click();
  const form = desk.getByRole('dialog', { name: 'New discount code', exact: true });
  await expect(form.getByLabel('Code', { exact: true })).toHaveValue(/^[A-Z2-9]{10}$/);
  const code = await form.getByLabel('Code', { exact: true }).inputValue();
  await form.getByRole('button', { name: 'Create code', exact: true }).click();
  await expect(form.getByText('Please enter a whole number from 1 to 100', { exact: true })).toBeVisible();
  await form.getByLabel('Percent off', { exact: true }).fill('25');
  await form.getByRole('checkbox', { name: 'Starter, monthly', exact: true }).uncheck();
  await form.getByLabel('Total uses', { exact: true }).fill('2');
  await expectAccessible(desk);
  await form.getByRole('button', { name: 'Create code', exact: true }).click();
  const line = desk
    .getByRole('list', { name: 'Discount codes', exact: true })
    .getByRole('listitem')
    .filter({ hasText: code });
  await expect(line.getByText('0 of 2 uses', { exact: true })).toBeVisible();

  await signUp(page);
  const account = await openPayment(page, PRO_YEARLY);
  const field = page.getByLabel('Discount code', { exact: true });
  await field.fill('NO-SUCH-CODE');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(
    page.getByText('This code does not exist or does not apply to this plan.', { exact: true }),
  ).toBeVisible();
  await field.fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText(`${code}: 25% off`, { exact: true })).toBeVisible();
  await expect(pay(page)).toHaveText('Pay $360.00');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(`${code}: 25% off`, { exact: true })).toBeVisible();
  await expect(pay(page)).toHaveText('Pay $360.00');
  await page.getByRole('button', { name: `Remove code ${code}`, exact: true }).click();
  await expect(pay(page)).toHaveText('Pay $480.00');
  await page.goto(`/en/upgrade/${account}/pro/pay/${PRO_YEARLY}/${code}`);
  await expect(pay(page)).toHaveText('Pay $360.00');
  await fillCard(page, '4242 4242 4242 4242');
  await pay(page).click();
  await expectPaid(page, 'Pro');
  const { member } = await callApi(page, 'GET', `/api/invoices?account.uuid=${account}`);
  expect(member).toMatchObject([{ amount: 36_000 }]);

  await page.goto(`/en/upgrade/${account}/pro/pay/${PRO_MONTHLY}/${code}`);
  await expect(page.getByText('You have already used this code.', { exact: true })).toBeVisible();
  await expect(field).toHaveValue(code);
  await desk.reload();
  await expect(line.getByText('1 of 2 uses', { exact: true })).toBeVisible();
  await line.getByRole('button', { name: `End the code ${code}`, exact: true }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(line.getByText('Ended', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('This code has expired.', { exact: true })).toBeVisible();
  await desk.context().close();
});
