import {
  type MockPayPal,
  startMockPayPal,
} from '@diorama/shared/server/billing/providers/test/mock-paypal.ts';
import {
  type MockStripe,
  startMockStripe,
} from '@diorama/shared/server/billing/providers/test/mock-stripe.ts';
import type { Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  expectPaid,
  ownAccount,
  signInAsOperator,
  signUp,
  watchConsole,
} from './helpers.ts';
import { servePayPal, serveStripe } from './provider-scripts.ts';

const SECRET = 'sk_test_journeys';
const PAYPAL = { clientId: 'journeys', secret: 'secret', webhookId: 'hook' };
const PRO_MONTHLY = '01900000-0000-7000-8000-000000000031';
const DECLINED = 'Your card was declined.';
const INVALID = 'Your card number is invalid.';

type Providers = { stripe: MockStripe; paypal: MockPayPal };

/** `providers` mocks Stripe and PayPal, of which the product has the keys. */
const test = base.extend<object, { providers: Providers }>({
  providers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern.
    async ({}, use) => {
      const [stripe, paypal] = [await startMockStripe(SECRET), await startMockPayPal(PAYPAL)];
      await use({ stripe, paypal });
      await Promise.all([stripe.close(), paypal.close()]);
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ providers: { stripe, paypal } }, use) =>
      use({
        STRIPE_SECRET_KEY: SECRET,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_journeys',
        STRIPE_WEBHOOK_SECRET: 'whsec_journeys',
        STRIPE_API_URL: stripe.url,
        PAYPAL_CLIENT_ID: PAYPAL.clientId,
        PAYPAL_SECRET: PAYPAL.secret,
        PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
        PAYPAL_API_URL: paypal.url,
        // The demo account is the operator.
        DIORAMA_DEMO: '1',
      }),
    { scope: 'worker' },
  ],
});

const pay = (page: Page) => page.getByRole('button', { name: 'Pay $50.00', exact: true });
const cardNumber = (page: Page) => page.getByLabel('Number in Stripe’s frame', { exact: true });
const failed = (page: Page) => page.getByRole('dialog', { name: 'Payment failed', exact: true });
const planOf = async (page: Page, account: string) =>
  (await callApi(page, 'GET', `/api/accounts/${account}`)).subscriptionType;

test('the Stripe form rejects incomplete cards, reports a declined one and pays the order', async ({
  page,
  providers: { stripe },
}) => {
  const expectSilence = watchConsole(page);
  const { seen, answer } = await serveStripe(page);
  await signUp(page);
  const account = await ownAccount(page);
  await page.goto(`/en/upgrade/${account}/pro/pay/${PRO_MONTHLY}`);
  await expect(cardNumber(page)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Card and other methods', exact: true })).toBeChecked();
  const [drawn] = seen.drawn;
  const ref = drawn?.clientSecret.replace('_secret', '') ?? '';
  expect(stripe.intents.get(ref)).toMatchObject({ amount: 5_000, currency: 'usd' });
  expect(drawn).toMatchObject({ key: 'pk_test_journeys', locale: 'en', theme: 'stripe' });
  await expectAccessible(page);

  await pay(page).click();
  await expect(page.getByText('Please fill in your card details.', { exact: true })).toBeVisible();
  await cardNumber(page).fill('4242 4242 4242 4241');
  await pay(page).click();
  await expect(page.getByText(INVALID, { exact: true })).toHaveCount(1);
  await expect(page.getByText('Please fill in your card details.', { exact: true })).toHaveCount(0);
  await expect(failed(page)).toHaveCount(0);
  expect(seen.confirmed).toEqual([]);

  await cardNumber(page).fill('4000 0000 0000 0002');
  await pay(page).click();
  await expect(pay(page)).toBeDisabled();
  await expect(pay(page)).toHaveAttribute('aria-busy', 'true');
  answer({ error: { type: 'card_error', code: 'invalid_number', message: INVALID } });
  await expect(pay(page)).toBeEnabled();
  await expect(failed(page)).toHaveCount(0);
  await pay(page).click();
  answer({ error: { type: 'card_error', code: 'card_declined', message: DECLINED } });
  await expect(failed(page)).toContainText(DECLINED);
  await failed(page).getByRole('button', { name: 'Got it', exact: true }).click();
  await expect(pay(page)).toBeEnabled();

  await cardNumber(page).fill('4242 4242 4242 4242');
  await pay(page).click();
  await expect(pay(page)).toBeDisabled();
  stripe.confirm(ref);
  // The bank redirects the payer to the return address of the payment.
  const confirmed = seen.confirmed;
  const back = confirmed[2]?.returnUrl ?? '';
  const [, order] = /upgrade-completed\/([^?]+)/.exec(back) ?? [];
  await expect
    .poll(async () => (await callApi(page, 'GET', `/api/orders/check-status/${order}`)).active)
    .toBe(true);
  await page.goto(back);
  await expect(page.getByRole('heading', { name: /^Welcome to Pro, / })).toBeVisible();
  expect(await planOf(page, account)).toBe('pro');
  const told = () =>
    page.evaluate(() =>
      ((window as { dataLayer?: { event: string }[] }).dataLayer ?? []).filter(
        ({ event }) => event === 'payComplete',
      ),
    );
  await expect.poll(told).toEqual([expect.objectContaining({ value: 50, subsCycle: 1, accountId: account })]);
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Welcome to Pro, / })).toBeVisible();
  expect(await told()).toEqual([]);
  expect(confirmed).toHaveLength(3);
  for (const { kind, redirect, returnUrl } of confirmed) {
    expect([kind, redirect]).toEqual(['payment', 'if_required']);
    expect(returnUrl).toMatch(/^http:\/\/localhost:\d+\/en\/upgrade-completed\/[0-9a-f-]{36}\?username=/);
  }
  expectSilence();
});

test('the Stripe form in the dark settings page saves another card without a redirect', async ({
  page,
  providers: { stripe },
}) => {
  const expectSilence = watchConsole(page);
  const { seen, answer } = await serveStripe(page);
  await signUp(page, 'es');
  await page.goto('/es/people-and-settings?tab=billing');
  await page.getByRole('button', { name: 'Añadir tarjeta', exact: true }).click();
  await expect(cardNumber(page)).toBeVisible();
  await expectAccessible(page);
  const save = page.getByRole('button', { name: 'Guardar tarjeta', exact: true });
  await save.click();
  await cardNumber(page).fill('4242 4242 4242 4242');
  await save.click();
  await expect(save).toBeDisabled();
  const [drawn] = seen.drawn;
  expect(drawn).toMatchObject({ locale: 'es', theme: 'night' });
  stripe.confirm(drawn?.clientSecret.replace('_secret', '') ?? '', 'pm_further');
  answer({});
  await expect(page.getByText('Tarjeta guardada.', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '4242' })).toBeVisible();
  expect(seen.confirmed).toEqual([{ kind: 'setup', redirect: 'if_required', returnUrl: null }]);
  expectSilence();
});

test('the PayPal buttons pay the order after the approval and save a wallet', async ({
  page,
  providers: { paypal },
}) => {
  const expectSilence = watchConsole(page);
  await serveStripe(page);
  const opened = await servePayPal(page, (token) => paypal.approve(token));
  await signUp(page);
  const account = await ownAccount(page);
  await page.goto(`/en/upgrade/${account}/pro/pay/${PRO_MONTHLY}`);
  await page.getByText('Billing details (optional)', { exact: true }).click();
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('nobody');
  const payPal = page.getByRole('radio', { name: 'PayPal', exact: true });
  // Switching between methods faster than orders are opened pays by the last one, and keeps typed data.
  await payPal.check();
  await page.getByRole('radio', { name: 'Card and other methods', exact: true }).check();
  await payPal.check();
  const button = page.getByRole('button', { name: 'PayPal says yes', exact: true });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await expect(email).toHaveValue('nobody');
  await button.click();
  await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible();
  expect(opened).toEqual([]);
  await email.fill('books@example.test');
  await page.getByRole('button', { name: 'PayPal says no', exact: true }).click();
  await expect(failed(page)).toBeVisible();
  await failed(page).getByRole('button', { name: 'Got it', exact: true }).click();
  await button.click();
  await expectPaid(page, 'Pro');
  expect(await planOf(page, account)).toBe('pro');
  const [token, ...others] = opened;
  expect([paypal.orders.get(token ?? '')?.status, others]).toEqual(['COMPLETED', []]);

  await page.goto('/en/people-and-settings?tab=billing');
  await page.getByRole('button', { name: 'Add wallet', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'PayPal says yes', exact: true }).click();
  await expect(page.getByText('Wallet saved.', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /’s wallet/ })).toHaveCount(2);
  expectSilence();
});

test('a payment provider whose script fails to load is reported, and the other one still works', async ({
  page,
}) => {
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  const opened = await servePayPal(page, () => undefined);
  await signUp(page);
  await page.goto(`/en/upgrade/${await ownAccount(page)}/pro/pay/${PRO_MONTHLY}`);
  await expect(page.getByText(/^The payment form could not be loaded/)).toBeVisible();
  await page.getByRole('radio', { name: 'PayPal', exact: true }).check();
  await expect(page.getByRole('button', { name: 'PayPal says yes', exact: true })).toBeVisible();
  expect(opened).toEqual([]);
});

test('a payment with a different amount activates no plan until an operator accepts it', async ({
  page,
  browser,
  baseURL,
  providers: { stripe },
}) => {
  const expectSilence = watchConsole(page);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const payer = await elsewhere.newPage();
  const { seen, answer } = await serveStripe(payer);
  const person = await signUp(payer);
  const account = await ownAccount(payer);
  await payer.goto(`/en/upgrade/${account}/pro/pay/${PRO_MONTHLY}`);
  await cardNumber(payer).fill('4242 4242 4242 4242');
  const intent = stripe.intents.get(seen.drawn[0]?.clientSecret.replace('_secret', '') ?? '');
  Object.assign(intent ?? {}, { amount: 4_999 });
  stripe.confirm(intent?.id ?? '');
  await pay(payer).click();
  answer({});
  const { uuid } = await callApi(payer, 'POST', '/api/orders', { account, planPrice: PRO_MONTHLY });
  const statusOf = async () => (await callApi(payer, 'GET', `/api/orders/check-status/${uuid}`)).status;
  await expect.poll(statusOf).toBe(4);
  expect(await planOf(payer, account)).toBe('free');

  await signInAsOperator(page);
  await page.goto('/en/operators?tab=payments');
  const search = page.getByRole('searchbox', { name: 'Exact order, transaction or email', exact: true });
  await search.fill(person.email);
  const line = page
    .getByRole('list', { name: 'Orders in this installation', exact: true })
    .getByRole('listitem')
    .filter({ hasText: person.email });
  await expect(line.getByText('Awaiting approval', { exact: true })).toBeVisible();
  await expect(line.getByText(/^\$49\.99 was charged, but \$50\.00 was ordered\./)).toBeVisible();
  const accept = line.getByRole('button', { name: /^Accept the order of / });
  await accept.click();
  const dialog = page.getByRole('dialog', { name: 'Accept $49.99 for this order?', exact: true });
  await expect(dialog.getByText('The workspace gets Pro and an invoice', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await statusOf()).toBe(4);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await accept.click();
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(statusOf).toBe(1);
  expect(await planOf(payer, account)).toBe('pro');
  await page.reload();
  await search.fill(person.email);
  await expect(line.getByText('Paid', { exact: true })).toBeVisible();
  await expect(accept).toHaveCount(0);
  const { member } = await callApi(payer, 'GET', `/api/invoices?account.uuid=${account}`);
  expect(member).toMatchObject([{ amount: 4_999 }]);
  await elsewhere.close();
  expectSilence();
});
