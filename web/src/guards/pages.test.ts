import { PAGE_PATHS } from '@diorama/shared/domain/page-paths.ts';
import { expect, test } from 'vitest';
import { isRedirectIfLogged, opensBeforeSetUp, PAGES, REDIRECTS } from './pages.ts';

const only = (access: string) => PAGES.filter((page) => page.access === access).map(({ path }) => path);

test('a visitor with a session has no business at the door', () => {
  expect(only('public-only').every((path) => /^(login|sign-up|reset-password\/)/.test(path))).toBe(true);
});

test('what is open to all is what must be read before signing in', () => {
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

test('login leads back to every page that needs a session, but for the scenes', () => {
  expect(PAGES.filter(isRedirectIfLogged).map(({ path }) => path)).toEqual(
    only('session').filter((path) => !path.startsWith('scenes/')),
  );
});

test('only what people are invited to opens before a workspace is set up', () => {
  expect(PAGES.map(({ path }) => path).filter(opensBeforeSetUp)).toEqual(['project/:uuid', 'builder/:uuid']);
});

test('no two pages stand at the same address', () => {
  expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length);
});

test('the server answers 404 for all addresses but those of the pages', () => {
  const own = [...PAGES.map(({ path }) => path), ...REDIRECTS.map(({ path }) => path)];
  expect([...PAGE_PATHS].sort()).toEqual(own.sort());
});
