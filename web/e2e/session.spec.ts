import { expect, test } from './fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, newPerson, signUp, watchConsole } from './helpers.ts';

test.describe('signing up', () => {
  test('leads to an empty dashboard, which is still there after a reload', { tag: '@core' }, async ({
    page,
  }) => {
    const expectSilence = watchConsole(page);
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
    expectSilence();
  });

  test('marks what is missing, and an address that has an account', { tag: '@core' }, async ({ page }) => {
    const person = await signUp(page);
    await page.getByRole('button', { name: person.name, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.goto('/en/sign-up');
    await page.getByRole('button', { name: 'Create account', exact: true }).click();
    await expect(page.getByLabel('Your name', { exact: true })).toBeFocused();
    await expect(page.getByText('Please fill in the field', { exact: true })).toHaveCount(3);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await expect(page.getByText('Use at least 8 characters', { exact: true })).toBeVisible();
    await page.getByLabel('Your name', { exact: true }).fill('Somebody else');
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByRole('button', { name: 'Create account', exact: true }).click();
    await expect(page.getByText('Account already exists. Log in instead!', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await expectAccessible(page);
  });
});

test.describe('logging in', () => {
  test('goes where the person wanted to go, and only there', { tag: '@core' }, async ({ page }) => {
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

  test('signs out every tab', { tag: '@core' }, async ({ page, context }) => {
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

  test('ends with the session when the server no longer knows it', async ({ page }) => {
    await signUp(page);
    // The session breaks between two pages: an open page would notice and redirect before the next one.
    await page.addInitScript(() => {
      const session = localStorage.getItem('diorama.session');
      if (session !== null && sessionStorage.getItem('spoilt') === null) {
        sessionStorage.setItem('spoilt', 'once');
        const spoilt = { ...JSON.parse(session), token: 'spoilt', refreshToken: 'spoilt' };
        localStorage.setItem('diorama.session', JSON.stringify(spoilt));
      }
    });
    await page.goto('/en/scenes/all');
    await page.waitForURL('**/en/login**');
    const notice = page.getByText('Session expired. Please log in', { exact: true });
    await expect(notice).toBeVisible();
    await page.reload();
    await expect(notice).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/en/login');
    await expect(other.getByText('Session expired. Please log in', { exact: true })).toBeVisible();
  });

  test('renews a token that the server refuses, without the person noticing', async ({ page }) => {
    const person = await signUp(page);
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('diorama.session') ?? '{}');
      localStorage.setItem('diorama.session', JSON.stringify({ ...session, token: 'spoilt' }));
    });
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'Your first scene starts here', exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: person.name, exact: true })).toBeVisible();
  });

  test('shows a scene to turn beside the form, and its picture without WebGL', async ({ page, browser }) => {
    const expectSilence = watchConsole(page);
    await page.goto('/en/login');
    await expect(
      page.getByRole('img', { name: 'A scene in the editor of Diorama', exact: true }),
    ).toBeVisible();
    const scene = page.locator('aside[data-live] canvas');
    await expect(scene).toBeVisible();
    await expect(scene).toHaveAccessibleName(/Drag to turn it$/);
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

  test('offers the demo account of a fresh installation', async ({ page }) => {
    const expectSilence = watchConsole(page);
    await page.goto('/en/login');
    await page.getByRole('button', { name: 'Use the demo account', exact: true }).click();
    await page.waitForURL('**/en/scenes/all');
    await expect(page.getByRole('list').getByRole('link').first()).toBeVisible();
    await expectAccessible(page);
    expectSilence();
  });
});

test('asking for a new password is answered the same for every address', { tag: '@core' }, async ({
  page,
}) => {
  await page.goto('/en/login');
  await page.getByRole('link', { name: 'Forgot your password?', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password', exact: true })).toBeVisible();
  const { email } = newPerson();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send the link', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox', exact: true })).toBeVisible();
  const told = `If ${email} has an account here, a link to set a new password is on its way. It works for one hour.`;
  await expect(page.getByText(told, { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test.describe('languages', () => {
  test('are those of the address, can be changed, and stay', { tag: '@core' }, async ({ page }) => {
    await page.goto('/en/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.getByRole('button', { name: 'Language: English', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Español', exact: true }).click();
    await page.waitForURL('**/es/login');
    await expect(page.getByRole('heading', { name: 'Iniciar sesión', exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Iniciar sesión', exact: true })).toBeVisible();
  });

  test('speak Spanish after a Spanish sign-up', async ({ page }) => {
    await signUp(page, 'es');
    await expect(
      page.getByRole('heading', { name: 'Tu primera escena empieza aquí', exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Principal', exact: true })).toBeVisible();
  });
});

test('an address that leads nowhere says so, in its language', { tag: '@core' }, async ({ page }) => {
  for (const [path, title] of [
    ['/en/nowhere', 'There is nothing here'],
    ['/es/nowhere/at/all', 'Aquí no hay nada'],
    ['/fr/login', 'There is nothing here'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expectAccessible(page);
  }
});

test('pages fit a phone, and the sidebar is a drawer there', { tag: '@core' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await signUp(page);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('button', { name: person.name, exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Open menu', exact: true }).click();
  await expect(page.getByRole('button', { name: person.name, exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: person.name, exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Open menu', exact: true }).click();
  await page.getByRole('link', { name: 'Shared scenes', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Shared scenes', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: person.name, exact: true })).toBeHidden();
});
