import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectReadable, openApp } from '../test/open-app.tsx';
import { hasSkeleton, PAGE_ANSWERS, PAGE_CASES } from '../test/page-cases.ts';

/** Both are looked at without opening a page once more. */
const THEMES = ['dark', 'light'] as const;

const heading = page.getByRole('heading', { level: 1 }).first();

describe.each(LANGUAGES.map((language, at) => ({ language, theme: THEMES[at % 2] })))(
  'in $language, $theme',
  (each) => {
    const { language, theme } = each;
    it.each(PAGE_CASES)('$path is readable when empty', async ({ address, user }) => {
      await openApp(`/${language}/${address}`, { user, theme, answers: PAGE_ANSWERS });
      await expect.element(heading).toBeVisible();
      await expect.poll(hasSkeleton).toBe(false);
      await expectReadable();
    });
  },
);
