import { CodedError } from '@diorama/shared/contract/errors.ts';
import { type RouteName, routes } from '@diorama/shared/contract/index.ts';
import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { PAGES, type Page } from '../guards/pages.ts';
import type { Answers } from '../test/fake-server.ts';
import { expectReadable, openApp, WORKSPACE } from '../test/open-app.tsx';

const SOME_UUID = '01900000-0000-7000-8000-00000000b000';

/** Values of the parameters of the pages' addresses. */
const PARAMETERS: Readonly<Record<string, string>> = {
  ':userUuid': SOME_UUID,
  ':token': 'token',
  ':account': WORKSPACE,
  ':plan': 'pro',
  ':planPrice': SOME_UUID,
  '/:discount?': '',
  ':order': SOME_UUID,
  ':type': 'compositions',
  '/:invitation?': '',
  ':uuid': SOME_UUID,
};

/** The editor needs a socket and a canvas; its journeys cover it. The onboarding ends at once for this user. */
const LEFT_OUT: ReadonlySet<string> = new Set(['builder/:uuid', 'onboarding']);

const CASES = PAGES.filter(({ path }) => !LEFT_OUT.has(path)).map((each: Page) => ({
  path: each.path,
  user: each.access === 'public-only' ? null : {},
  address: Object.entries(PARAMETERS).reduce<string>(
    (path, [name, value]) => path.replace(name, value),
    each.path,
  ),
}));

const ANSWERS: Answers = { getOrder: { currency: 'EUR' }, getScenePreview: { document: emptyDocument() } };

/** Places in a scene have identifiers of their own. */
const THREADS = { member: Array.from({ length: 3 }, () => ({ anchor: null })) };

/** Both are looked at without opening a page once more. */
const THEMES = ['dark', 'light'] as const;

/** The same answer for every read. */
function everyRead(answer: CodedError | 'never'): Answers {
  const reads = Object.entries(routes).filter(([, { method }]) => method === 'GET');
  return Object.fromEntries(reads.map(([name]) => [name as RouteName, answer]));
}

const heading = page.getByRole('heading', { level: 1 }).first();
const hasSkeleton = () => document.querySelector('[data-skeleton]') !== null;

describe.each(LANGUAGES.map((language, at) => ({ language, theme: THEMES[at % 2] })))(
  'in $language, $theme',
  (each) => {
    const { language, theme } = each;
    it.each(CASES)('$path is readable when empty', async ({ address, user }) => {
      await openApp(`/${language}/${address}`, { user, theme, answers: ANSWERS });
      await expect.element(heading).toBeVisible();
      await expect.poll(hasSkeleton).toBe(false);
      await expectReadable();
    });
  },
);

it.each(CASES)('$path reports a server failure and shows no skeleton', async ({ address, user }) => {
  await openApp(`/en/${address}`, { user, answers: everyRead(new CodedError('server.failed')) });
  await expect.element(heading.or(page.getByRole('button', { name: 'Try again' })).first()).toBeVisible();
  await expect.poll(hasSkeleton).toBe(false);
  await expectReadable();
});

it.each(CASES)('$path shows a loading state', async ({ address, user }) => {
  await openApp(`/en/${address}`, { user, answers: everyRead('never') });
  await expect.poll(() => hasSkeleton() || document.querySelector('h1, [role=status]') !== null).toBe(true);
  await expectReadable();
});

it.each(CASES)('$path fits long names, long lists and large numbers', async ({ address, user }) => {
  await openApp(`/en/${address}`, { user, answers: { ...ANSWERS, listThreads: THREADS }, samples: 'large' });
  await expect.element(heading).toBeVisible();
  await expect.poll(hasSkeleton).toBe(false);
  await expectReadable();
});
