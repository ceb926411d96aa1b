import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTarget } from './request-guard.ts';

const read = (url: string | undefined) => {
  const target = readTarget(url);
  return target && target.pathname + target.search;
};

it.each([
  ['/api/health?a=1', '/api/health?a=1'],
  ['http://somewhere.test/api/health?a=1', '/api/health?a=1'],
  ['ws://somewhere.test/collab', '/collab'],
  ['//', '//'],
  ['//a@[bad/#', '//a@[bad/'],
  ['/a b#c', '/a%20b'],
  ['/%zz', '/%zz'],
  ['/\\evil.test', '//evil.test'],
])('readTarget reads %s as a path that every parser can read', (url, path) => {
  expect(read(url)).toBe(path);
});

it.each([
  undefined,
  '',
  '*',
  'http://[',
  'http://a:99999/',
  'a:1',
  'javascript:alert(1)',
  'file:///etc/passwd',
])('readTarget returns null for %s', (url) => {
  expect(read(url)).toBeNull();
});

it('readTarget never throws, and keeps paths that it has read unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `/${text}`),
        fc.string().map((text) => `http://${text}`),
      ),
      (url) => {
        const path = read(url);
        expect(path === null || read(path) === path).toBe(true);
      },
    ),
  );
});
