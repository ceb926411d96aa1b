import { expect, it } from 'vitest';
import { isPagePath } from './page-paths.ts';

it.each([
  '/',
  '/en',
  '/es/',
  '/login',
  '/en/scenes/all',
  '/upgrade/a/pro/billing-cycle',
  '/upgrade/a/pro',
  '/request-access/composition/1',
  '/request-access/composition/1/2',
  '/es/builder/1/',
])('%s is a page', (path) => expect(isPagePath(path)).toBe(true));

it.each([
  '/nothing',
  '/fr/login',
  '/login/more',
  '/builder',
  '/view/not-a-uuid',
  '/en/es/login',
  '/request-access/a',
])('%s is not a page', (path) => expect(isPagePath(path)).toBe(false));
