import { expect, it } from 'vitest';
import { withoutPrefix } from './load-dae.ts';

it('takes the prefix of a Collada off its elements, and leaves others', () => {
  expect(withoutPrefix('<c:COLLADA xmlns:c="x"><c:asset/><d:more>c:a</d:more></c:COLLADA>')).toBe(
    '<COLLADA xmlns:c="x"><asset/><d:more>c:a</d:more></COLLADA>',
  );
  expect(withoutPrefix('<COLLADA><asset/></COLLADA>')).toBe('<COLLADA><asset/></COLLADA>');
});
