import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
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
 * Opens a page in every width: nothing is wider than the screen, the console is silent, and axe finds nothing. axe runs
 * in one language, as the translation does not change the markup.
 */
async function look(page: Page, language: Language, address: string): Promise<void> {
  const expectSilence = watchConsole(page);
  // Screenshots must not be taken in the middle of an animation.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(WIDTHS[0]);
  await page.goto(`/${language}/${address}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  if (address !== 'no-such-page') {
    await expect(page).not.toHaveTitle(/There is nothing here|Aquí no hay nada/);
  }
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    if (pictures !== null) {
      await mkdir(pictures, { recursive: true });
      const name = `${address.replaceAll(/[^a-z]+/gi, '-')}.${language}.${size.width}.png`;
      await page.screenshot({ path: join(pictures, name) });
    }
  }
  if (language === LANGUAGES[0]) {
    await expectAccessible(page);
    await page.setViewportSize(WIDTHS[0]);
    await expectAccessible(page);
  }
  expectSilence();
}

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.slow();

    test('every page of a visitor can be read by everybody', async ({ page }) => {
      for (const address of VISITOR_PAGES) {
        await test.step(address, () => look(page, language, address));
      }
    });

    test('every page of a member can be read by everybody', async ({ page }) => {
      await signUp(page, language);
      const me = await callApi(page, 'GET', '/api/users/me');
      const [account] = me.accounts as { uuid: string }[];
      const project = await callApi(page, 'POST', '/api/projects', { name: 'Kitchen', owner: account?.uuid });
      const scene = await callApi(page, 'POST', '/api/compositions', {
        name: 'Chair',
        project: project.uuid,
      });
      for (const address of MEMBER_PAGES) {
        const whole = address
          .replace('{project}', String(project.uuid))
          .replace('{account}', String(account?.uuid))
          .replace('{scene}', String(scene.uuid));
        await test.step(address, () => look(page, language, whole));
      }
    });

    test('every page of an operator can be read by everybody', async ({ page }) => {
      await signInAsOperator(page);
      for (const address of OPERATOR_PAGES) {
        await test.step(address, () => look(page, language, address));
      }
    });
  });
}
