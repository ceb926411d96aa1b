import { expect, it } from 'vitest';
import { withoutPrefix } from './load-dae.ts';

it('withoutPrefix removes the COLLADA prefix from elements and keeps other prefixes', () => {
  expect(withoutPrefix('<c:COLLADA xmlns:c="x"><c:asset/><d:more>c:a</d:more></c:COLLADA>')).toBe(
    '<COLLADA xmlns:c="x"><asset/><d:more>c:a</d:more></COLLADA>',
  );
  expect(withoutPrefix('<COLLADA><asset/></COLLADA>')).toBe('<COLLADA><asset/></COLLADA>');
});
