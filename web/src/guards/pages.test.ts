import { PAGE_PATHS } from '@diorama/shared/domain/page-paths.ts';
import { expect, test } from 'vitest';
import { isRedirectIfLogged, opensBeforeSetUp, PAGES, REDIRECTS } from './pages.ts';

const only = (access: string) => PAGES.filter((page) => page.access === access).map(({ path }) => path);

test('public-only pages are login, sign-up and password reset', () => {
  expect(only('public-only').every((path) => /^(login|sign-up|reset-password\/)/.test(path))).toBe(true);
});

test('open pages are those needed before logging in', () => {
  expect(only('open')).toEqual([
    'confirm-email/:userUuid/:token',
    'upgrade-completed/:order',
    'help',
    'terms',
    'privacy',
    'cookies',
    'support',
    'accept-invitation/:uuid',
  ]);
});

test('login redirects back to every session page except scenes', () => {
  expect(PAGES.filter(isRedirectIfLogged).map(({ path }) => path)).toEqual(
    only('session').filter((path) => !path.startsWith('scenes/')),
  );
});

test('only project and builder pages open before a workspace is set up', () => {
  expect(PAGES.map(({ path }) => path).filter(opensBeforeSetUp)).toEqual(['project/:uuid', 'builder/:uuid']);
});

test('all pages have distinct paths', () => {
  expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length);
});

test('PAGE_PATHS contains exactly the paths of pages and redirects', () => {
  const own = [...PAGES.map(({ path }) => path), ...REDIRECTS.map(({ path }) => path)];
  expect([...PAGE_PATHS].sort()).toEqual(own.sort());
});
