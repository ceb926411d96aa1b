import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  signUp,
  signUpToOnboarding,
} from './helpers.ts';
import { linkIn, mailTo } from './mailbox.ts';

const PICTURE = `${import.meta.dirname}/../../docs/images/editor.png`;

test.describe('workspace setup', () => {
  test('asks for the purpose, continues after a reload, and leads to the first scene', {
    tag: '@core',
  }, async ({ quietPage: page }) => {
    await signUpToOnboarding(page);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText('Please select an option to continue', { exact: true })).toBeVisible();
    await page.getByRole('radio', { name: /^Business/ }).check({ force: true });
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText('Please select an industry', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Industry', exact: true }).click();
    await page.getByRole('option', { name: 'Furniture and design', exact: true }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Name your workspace', exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Name your workspace', exact: true })).toBeVisible();

    await page.locator('input[type=file]').setInputFiles(PICTURE);
    const crop = page.getByRole('application');
    await crop.press('ArrowLeft');
    await page.getByRole('slider', { name: 'Zoom', exact: true }).press('ArrowRight');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use this picture', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Logo: Remove', exact: true })).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Atelier');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('radio', { name: /^Gallery/ }).check({ force: true });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Get started', exact: true }).click();
    await page.waitForURL('**/en/builder/*');

    await page.goto('/en/onboarding');
    await page.waitForURL('**/en/scenes/all');
    await expect(page.getByRole('button', { name: 'Workspace: Atelier', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Gallery', exact: true }).first()).toBeVisible();
  });

  test('precedes every other page, then opens the requested page', async ({ page }) => {
    await signUpToOnboarding(page);
    await page.goto('/en/profile');
    await page.waitForURL('**/en/onboarding?redirect=*');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Skip for now', exact: true }).click();
    await page.waitForURL('**/en/profile');
    await page.goto('/en/scenes/all?upgrade=pro');
    await page.waitForURL('**/en/upgrade/*/pro/billing-cycle');
    await expect(page.getByRole('heading', { name: 'Pro plan', exact: true })).toBeVisible();
  });
});

test.describe('the account page', () => {
  test('changes name, picture and language, with texts in that language', { tag: '@core' }, async ({
    quietPage: page,
  }) => {
    const person = await signUp(page);
    await page.getByRole('button', { name: person.name, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Account', exact: true }).click();
    await page.waitForURL('**/en/profile');
    await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Name', { exact: true }).fill('Ada Augusta');
    await page.getByRole('button', { name: 'Save changes', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Ada Augusta', exact: true })).toBeVisible();
    await page.locator('input[type=file]').first().setInputFiles(PICTURE);
    await page.getByRole('button', { name: 'Use this picture', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Picture: Remove', exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Language', exact: true }).click();
    // The live stream reopens in the new language at once.
    const stream = page.waitForRequest(
      (request) =>
        request.url().endsWith('/api/live') &&
        request.headers()['accept-language']?.startsWith('es') === true,
    );
    await page.getByRole('option', { name: 'Español', exact: true }).click();
    await page.waitForURL('**/es/profile');
    await stream;
    await expect(page.getByRole('heading', { name: 'Cuenta', exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('changes the email address through a mail to the new address', async ({ page, stack }) => {
    const person = await signUp(page);
    const address = newPerson().email;
    await page.goto('/en/profile');
    await page.getByLabel('New email', { exact: true }).fill(address);
    await page.getByRole('button', { name: 'Send confirmation', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in with another address?', exact: true });
    const submit = dialog.getByRole('button', { name: 'Send confirmation', exact: true });
    await submit.click();
    await expect(dialog.getByText('Please fill in the field', { exact: true })).toBeVisible();
    const password = dialog.getByLabel('Enter your password to confirm it’s you', { exact: true });
    await password.fill('not this');
    await submit.click();
    await expect(dialog.getByText('Incorrect password.', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await password.fill(person.password);
    await submit.click();
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText(
        `Open the link in the email to ${address} within an hour. Your address does not change until then.`,
        {
          exact: true,
        },
      ),
    ).toBeVisible();
    const mail = await mailTo(stack, address, /new email address/);
    await page.goto(linkIn(mail, '/confirm-email/'));
    await page.getByRole('button', { name: 'Confirm address', exact: true }).click();
    await expect(page.getByText(`You now log in with ${address}.`, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/en/profile');
    await expect(page.getByText(`You log in with ${address}.`, { exact: true })).toBeVisible();
    expect((await mailTo(stack, person.email, /has changed/)).text).toContain(address);
    await page.goto(linkIn(mail, '/confirm-email/'));
    await page.getByRole('button', { name: 'Confirm address', exact: true }).click();
    await expect(
      page.getByText('This link has expired. Please request a new one', { exact: true }),
    ).toBeVisible();
  });

  test('signs out another browser, and then all of them', async ({ page, browser, baseURL }) => {
    const person = await signUp(page);
    const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
    const other = await elsewhere.newPage();
    await other.goto('/en/login');
    await other.getByLabel('Email', { exact: true }).fill(person.email);
    await other.getByLabel('Password', { exact: true }).fill(person.password);
    await other.getByRole('button', { name: 'Log in', exact: true }).click();
    await other.waitForURL('**/en/scenes/all');
    await page.goto('/en/profile');
    await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
    await expect(page.getByText('Signed out.', { exact: true })).toBeVisible();
    await other.reload();
    await other.waitForURL('**/en/login**');
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Sign out everywhere', exact: true })
      .click();
    await page.waitForURL('**/en/login**');
    await elsewhere.close();
  });

  test('sends all data by mail, and deletes the account permanently', async ({ page, stack }) => {
    const person = await signUp(page);
    await page.goto('/en/profile');
    await page.getByRole('button', { name: 'Export my data', exact: true }).click();
    const mail = await mailTo(stack, person.email, /data is ready/);
    const archive = await page.request.get(linkIn(mail, '/api/exports/'));
    expect(archive.headers()['content-type']).toBe('application/zip');
    expect((await archive.body()).subarray(0, 2).toString()).toBe('PK');

    await page.getByRole('button', { name: 'Delete my account', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password', { exact: false }).fill('not this');
    await dialog.getByRole('button', { name: 'Delete permanently', exact: true }).click();
    await expect(dialog.getByText('Incorrect password.', { exact: true })).toBeVisible();
    await dialog.getByLabel('Your password', { exact: false }).fill(person.password);
    await dialog.getByRole('button', { name: 'Delete permanently', exact: true }).click();
    // The next user is not redirected to the deleted user's profile.
    await page.waitForURL('**/en/login');
    const farewell = page.getByText('Your account has been deleted.', { exact: true });
    await expect(farewell).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await expect(farewell).toHaveCount(0);
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText('Sorry, this account does not longer exist', { exact: true })).toBeVisible();
  });
});

test('a forgotten password is replaced through a mail link', { tag: '@core' }, async ({ page, stack }) => {
  const person = await signUp(page);
  await page.getByRole('button', { name: person.name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.goto('/en/reset-password/request');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send link', exact: true }).click();
  const mail = await mailTo(stack, person.email, /Reset your Diorama password/);
  const link = linkIn(mail, '/reset-password/');
  await page.goto(link);
  // Fixing a field clears the error that it caused on another field.
  await page.getByLabel('New password', { exact: true }).fill('a whole new secret');
  await page.getByLabel('Confirm password', { exact: true }).fill('password123');
  await page.getByRole('button', { name: 'Set password', exact: true }).click();
  await expect(page.getByText("The passwords don't match", { exact: true })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('password123');
  await expect(page.getByText("The passwords don't match", { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Set password', exact: true }).click();
  await expect(page.getByText('This password is too easy to guess.', { exact: false })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('a whole new secret');
  await page.getByLabel('Confirm password', { exact: true }).fill('a whole new secret');
  await page.getByRole('button', { name: 'Set password', exact: true }).click();
  await page.waitForURL('**/en/reset-password/successful');
  await expect(page.getByRole('heading', { name: 'Password changed', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to dashboard', exact: true }).click();
  await page.waitForURL('**/en/scenes/all');
  // With a session the page is left at once, as all pages before login are.
  await page.goto('/en/reset-password/successful');
  await page.waitForURL('**/en/scenes/all');
  await page.getByRole('button', { name: person.name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.goto('/en/reset-password/successful');
  await expect(page.getByRole('heading', { name: 'Password changed', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test.describe('workspaces', () => {
  test('of other users can be selected, are remembered, and update every list', async ({
    page,
    browser,
    baseURL,
  }) => {
    const guest = await signUp(page);
    const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
    const owner = await elsewhere.newPage();
    await signUp(owner);
    const me = await callApi(owner, 'GET', '/api/users/me');
    const [account] = me.accounts as { '@id': string; name: string }[];
    await callApi(owner, 'POST', '/api/compositions', { name: 'The scene of the owner' });
    const invitation = await callApi(owner, 'POST', '/api/invitations', {
      email: guest.email,
      role: 2,
      accounts: [account?.['@id']],
    });
    await callApi(page, 'PATCH', `/api/invitations/accept/${invitation.uuid}`, {});

    await page.reload();
    await page.getByRole('button', { name: `Workspace: ${guest.name}`, exact: true }).click();
    // The menu line also names the user's role.
    await page
      .getByRole('menuitemcheckbox')
      .filter({ hasText: account?.name ?? '' })
      .click();
    await expect(
      page.getByRole('link', { name: 'The scene of the owner', exact: true }).first(),
    ).toBeVisible();
    await page.reload();
    await expect(
      page.getByRole('button', { name: `Workspace: ${account?.name}`, exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upgrade', exact: true })).toBeHidden();
    await page.goto('/en/people-and-settings?tab=billing');
    await expect(
      page.getByText('Only the owner of this workspace can see its billing.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Current plan', exact: true })).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Scenes', exact: true })).toHaveCount(2);
    await expect(page.getByText('Free of charge', { exact: true })).toHaveCount(0);
    await elsewhere.close();
  });
});
