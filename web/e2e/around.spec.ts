import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  makeScenes,
  signUp,
  signUpToOnboarding,
} from './helpers.ts';

const TITLES = {
  en: { help: 'Help', terms: 'Terms of use', privacy: 'Privacy policy', cookies: 'Cookie policy' },
  es: {
    help: 'Ayuda',
    terms: 'Condiciones de uso',
    privacy: 'Política de privacidad',
    cookies: 'Política de cookies',
  },
} as const;

test.describe('help and the legal texts', () => {
  for (const language of LANGUAGES) {
    test(`are available to everyone in ${language}`, { tag: '@core' }, async ({ quietPage: page }) => {
      for (const [name, title] of Object.entries(TITLES[language])) {
        await page.goto(`/${language}/${name}`);
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
        await expect(page).toHaveTitle(new RegExp(title));
        await expectAccessible(page);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page);
    });
  }

  test('open beside the sign-up, so that its form keeps its input', async ({ page, context }) => {
    await page.goto('/en/sign-up');
    await page.getByLabel('Your name', { exact: true }).fill('Ada');
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'terms of use', exact: true }).click();
    await expect((await opened).getByRole('heading', { name: 'Terms of use', exact: true })).toBeVisible();
    await expect(page.getByLabel('Your name', { exact: true })).toHaveValue('Ada');
  });
});

test.describe('support', () => {
  test('sends a question with the page where it was asked', async ({ quietPage: page }) => {
    await page.goto('/en/support?page=/en/scenes/all');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Please fill in the field', { exact: true })).toBeVisible();
    await page.getByLabel('Your question', { exact: true }).fill('Where are my scenes?');
    await page.getByLabel('Your email', { exact: true }).fill('ada@example');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible();
    await page.getByLabel('Your email', { exact: true }).fill('ada@example.test');
    await expect(page.getByText('Also sent: /en/scenes/all', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Question sent', exact: true })).toBeVisible();
  });
});

test.describe('without a connection', () => {
  test('hovering sends no requests, and the menu opens after reconnecting', async ({ page, context }) => {
    await page.clock.install();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // The scene is reported as published, so that its card turns under the pointer.
    await page.route('**/api/compositions?**', async (route) => {
      const answer = await route.fetch();
      const list = await answer.json();
      const member = list.member.map((scene: object) => ({ ...scene, publishedRevision: 1 }));
      await route.fulfill({ response: answer, json: { ...list, member } });
    });
    await signUp(page);
    const [uuid = ''] = await makeScenes(page, 'Kitchen');
    await page.reload();
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Kitchen' });
    const actions = card.getByRole('button', { name: 'Actions for Kitchen', exact: true });
    await expect(actions).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('No connection', { exact: true })).toBeVisible();
    const lost: string[] = [];
    page.on('requestfailed', (request) => lost.push(new URL(request.url()).pathname));
    await actions.hover();
    // Delay of a card before it requests its pictures.
    await page.clock.runFor(1_000);
    const turns = page.waitForRequest(`**/api/compositions/${uuid}/output`);
    await context.setOffline(false);
    await expect(page.getByText('No connection', { exact: true })).toBeHidden();
    await turns;
    await actions.click();
    await expect(page.getByRole('menuitem', { name: 'Rename', exact: true })).toBeVisible();
    expect(lost.filter((path) => /\.js$|\/output$/.test(path))).toEqual([]);
  });
});

test.describe('without a connection, controls that need one', () => {
  /** Waits for the code that pages fetch once they are quiet. */
  const codeAhead = (page: Page) => page.waitForResponse(/toaster-content-.*\.js$/);
  const REASON = 'This needs a connection. Try again when you are online.';

  test('are disabled in menus and dialogs with the reason, which is also shown on press', {
    tag: '@core',
  }, async ({ page, context }) => {
    await signUp(page);
    await makeScenes(page, 'Kitchen');
    const fetched = codeAhead(page);
    await page.reload();
    await fetched;
    const actions = page.getByRole('button', { name: 'Actions for Kitchen', exact: true });
    await actions.click();
    const remove = page.getByRole('menuitem', { name: /^Delete/ });
    await expect(remove).toBeEnabled();
    await context.setOffline(true);
    await expect(page.getByText('No connection', { exact: true })).toBeVisible();
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toHaveAccessibleDescription(REASON);
    await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeEnabled();
    // By the keyboard as well, and the menu stays open.
    await remove.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(REASON, { exact: true })).toBeVisible();
    await expect(remove).toBeVisible();
    await context.setOffline(false);
    await expect(remove).not.toHaveAttribute('aria-disabled');
    await remove.click();
    await expect(page.getByText('“Kitchen” was moved to the trash.', { exact: true })).toBeVisible();

    await page.goto('/en/trash');
    await page.getByRole('button', { name: 'Empty trash', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await context.setOffline(true);
    await expect(question.getByText(REASON, { exact: true })).toBeVisible();
    const confirm = question.getByRole('button', { name: 'Empty trash', exact: true });
    await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await confirm.click({ force: true });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(question.getByText(REASON, { exact: true })).toBeHidden();
    await confirm.click();
    await expect(page.getByText('The trash is empty', { exact: true })).toBeVisible();
  });
});

test.describe('analytics', () => {
  /** Pretends that both services are configured and answer. */
  async function configure(page: Page): Promise<string[]> {
    const asked: string[] = [];
    await page.route('**/api/config', async (route) => {
      const answer = await route.fetch();
      const config = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...config, gtmId: 'GTM-ABC123', analytics: { url: 'https://analytics.test', key: 'k' } },
      });
    });
    await page.route(/googletagmanager|analytics\.test/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        status: 200,
        contentType: 'text/javascript',
        body: '',
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await page.route(/\/en\/[a-z/-]*$/, async (route) => {
      if (route.request().resourceType() !== 'document') {
        return route.fallback();
      }
      const answer = await route.fetch();
      const headers = answer.headers();
      const policy = headers['content-security-policy'] ?? '';
      const wider = policy.replace(
        /(script-src|connect-src)/g,
        '$1 https://www.googletagmanager.com https://analytics.test',
      );
      return route.fulfill({ response: answer, headers: { ...headers, 'content-security-policy': wider } });
    });
    return asked;
  }

  test('starts only with the visitor’s consent, and stops when it is withdrawn', async ({
    quietPage: page,
  }) => {
    const asked = await configure(page);
    await page.goto('/en/login');
    const banner = page.getByRole('region', { name: 'Analytics', exact: true });
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create an account', exact: true }).click();
    await expect(banner).toBeVisible();
    expect(asked).toEqual([]);

    await banner.getByRole('button', { name: 'Allow analytics', exact: true }).click();
    await expect(banner).toBeHidden();
    await expect.poll(() => asked).toContainEqual('https://www.googletagmanager.com/gtm.js?id=GTM-ABC123');
    await page.goto('/en/cookies');
    await expect.poll(() => asked).toContainEqual('https://analytics.test/batch/');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(page.getByText('Analytics are off.', { exact: true })).toBeVisible();
    asked.length = 0;
    await page.goto('/en/login');
    await expect(page.getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
    await expect(banner).toBeHidden();
    expect(asked).toEqual([]);
  });

  test('asks for no consent when not configured, and keeps a campaign until the sign-up', async ({
    page,
  }) => {
    await page.goto('/?utm_source=fair&utm_medium=poster&secret=1');
    await page.waitForURL('**/login**');
    await expect(page.getByRole('region', { name: 'Analytics', exact: true })).toHaveCount(0);
    await expect
      .poll(() => page.evaluate(() => decodeURIComponent(document.cookie)))
      .toContain('{"utm":{"source":"fair","medium":"poster"}}');
    const sent = page.waitForRequest('**/api/users/signup');
    await signUpToOnboarding(page);
    expect((await sent).postDataJSON()).toMatchObject({ utm: { source: 'fair', medium: 'poster' } });
  });
});

test.describe('a full workspace', () => {
  test('shows invited users a notice without an upgrade button', async ({ page, browser, stack }) => {
    await signUp(page);
    const [scene] = await makeScenes(page, 'Barn');
    const visit = await browser.newContext({ baseURL: stack.url });
    const guest = await visit.newPage();
    const { email } = await signUp(guest);
    const invitation = await callApi(page, 'POST', '/api/invitations', {
      email,
      role: 0,
      compositions: [`/api/compositions/${scene}`],
    });
    await callApi(guest, 'PATCH', `/api/invitations/accept/${invitation.uuid}`, {});
    await guest.route(`**/api/compositions/${scene}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 403,
            json: {
              status: 403,
              title: '',
              description: 'security.account.overflown_storage',
              violations: [],
            },
          })
        : route.fallback(),
    );
    await guest.goto('/en/scenes/shared');
    await guest.getByRole('button', { name: 'Actions for Barn', exact: true }).click();
    await guest.getByRole('menuitem', { name: 'Rename', exact: true }).click();
    await guest.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Stable');
    await guest.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = guest.getByRole('dialog', {
      name: 'This workspace is over its plan’s limits',
      exact: true,
    });
    await expect(
      dialog.getByText('Its scenes can be opened but not edited until its owner frees up space.', {
        exact: true,
      }),
    ).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Upgrade', exact: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect(dialog).toBeHidden();
    await visit.close();
  });
});
