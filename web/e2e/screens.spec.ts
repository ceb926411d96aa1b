import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Page as Listed, PAGES, type PagePath } from '../src/guards/pages.ts';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  signInAsOperator,
  signUp,
  watchConsole,
} from './helpers.ts';

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

const NOBODY = '00000000-0000-4000-8000-000000000001';

/** Values of address parameters; `{account}`, `{project}` and `{scene}` are those of the signed-in user. */
const ADDRESSES: Partial<Record<PagePath, readonly string[]>> = {
  'reset-password/:userUuid/:token': [`reset-password/${NOBODY}/spent`],
  'confirm-email/:userUuid/:token': [`confirm-email/${NOBODY}/spent`],
  'accept-invitation/:uuid': [`accept-invitation/${NOBODY}`],
  'upgrade/:account/:plan': ['upgrade/{account}/pro'],
  'upgrade/:account/:plan/billing-cycle': ['upgrade/{account}/pro/billing-cycle'],
  'upgrade/:account/:plan/pay/:planPrice/:discount?': [
    'upgrade/{account}/pro/pay/01900000-0000-7000-8000-000000000031',
  ],
  'upgrade-completed/:order': [`upgrade-completed/${NOBODY}`],
  'project/:uuid': ['project/{project}'],
  'analytics/:uuid': ['analytics/{scene}'],
  'preview/:uuid': ['preview/{scene}', `preview/${NOBODY}`],
  'request-access/:type/:uuid/:invitation?': [`request-access/compositions/${NOBODY}`],
  'people-and-settings': [
    'people-and-settings',
    'people-and-settings?tab=settings',
    'people-and-settings?tab=billing',
  ],
  'builder/:uuid': [`builder/${NOBODY}`],
  // Users with a workspace are redirected from it; a separate journey covers it.
  onboarding: [],
};

const addressesOf = (pages: readonly Listed[]) => pages.flatMap(({ path }) => ADDRESSES[path] ?? [path]);
const VISITOR_PAGES = [...addressesOf(PAGES.filter(({ access }) => access !== 'session')), 'no-such-page'];
const MEMBER_PAGES = addressesOf(PAGES.filter(({ access }) => access === 'session'));

/** Pages that only operators see completely. */
const OPERATOR_PAGES = [
  'operators',
  'operators?tab=queues',
  'operators?tab=storage',
  'operators?tab=accounts',
  'operators?tab=accounts&state=suspended',
];

/** Folder for screenshots of every screen; null to take none. */
const pictures = process.env.DIORAMA_E2E_PICTURES ?? null;

/**
 * Opens a page in every width: nothing is wider than the screen, the console is silent, and axe finds nothing. Tests of
 * the components look at both languages, at both themes and at pages that wait or fail.
 */
async function look(page: Page, address: string): Promise<void> {
  const expectSilence = watchConsole(page);
  // Screenshots must not be taken in the middle of an animation.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(WIDTHS[0]);
  await page.goto(`/en/${address}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  if (address !== 'no-such-page') {
    await expect(page).not.toHaveTitle('Page not found');
  }
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    if (pictures !== null) {
      await mkdir(pictures, { recursive: true });
      const name = `${address.replaceAll(/[^a-z]+/gi, '-')}.${size.width}.png`;
      await page.screenshot({ path: join(pictures, name) });
    }
  }
  await expectAccessible(page);
  await page.setViewportSize(WIDTHS[0]);
  await expectAccessible(page);
  expectSilence();
}

test('the editor is accessible in the light theme', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.setViewportSize(WIDTHS[0]);
  await signInAsOperator(page);
  const { member } = await callApi(page, 'GET', '/api/compositions?name=Gallery');
  const [scene] = member as { uuid: string }[];
  await page.goto(`/en/builder/${scene?.uuid}`);
  await page.getByRole('treeitem').nth(1).click();
  await expect(page.getByText('Transform', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize(WIDTHS[2]);
  await expectAccessible(page);
});

test('a theme chosen in the profile applies before any script, and can follow the system again', {
  tag: '@core',
}, async ({ quietPage: page, context }) => {
  const [light, dark] = ['rgb(246, 247, 249)', 'rgb(14, 15, 18)'];
  await signUp(page);
  await page.goto('/en/profile');
  const theme = page.getByRole('combobox', { name: 'Theme', exact: true });
  await expect(theme).toHaveText('Same as device');
  await expect(page.locator('body')).toHaveCSS('background-color', dark);
  await theme.click();
  await page.getByRole('option', { name: 'Light', exact: true }).click();
  await expect(page.locator('body')).toHaveCSS('background-color', light);

  const other = await context.newPage();
  await other.route('**/*.js', (route) => route.abort());
  await other.goto('/en/scenes/all');
  await expect(other.locator('body')).toHaveCSS('background-color', light);
  await other.close();

  await page.reload();
  await expect(theme).toHaveText('Light');
  await page.emulateMedia({ colorScheme: 'light' });
  await theme.click();
  await page.getByRole('option', { name: 'Same as device', exact: true }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('background-color', dark);
});

test.describe('pages with responses of the gateway', () => {
  test.slow();

  test('every visitor page is accessible', async ({ page }) => {
    for (const address of VISITOR_PAGES) {
      await test.step(address, () => look(page, address));
    }
  });

  test('every member page is accessible', async ({ page }) => {
    await signUp(page);
    const me = await callApi(page, 'GET', '/api/users/me');
    const [account] = me.accounts as { uuid: string }[];
    const project = await callApi(page, 'POST', '/api/projects', { name: 'Kitchen', owner: account?.uuid });
    const scene = await callApi(page, 'POST', '/api/compositions', { name: 'Chair', project: project.uuid });
    for (const address of MEMBER_PAGES) {
      const whole = address
        .replace('{project}', String(project.uuid))
        .replace('{account}', String(account?.uuid))
        .replace('{scene}', String(scene.uuid));
      await test.step(address, () => look(page, whole));
    }
  });

  test('every operator page is accessible', async ({ page }) => {
    await signInAsOperator(page);
    for (const address of OPERATOR_PAGES) {
      await test.step(address, () => look(page, address));
    }
  });
});
