import { expect, it } from 'vitest';
import { copyrightOf } from './licenses.ts';

it('copyrightOf names the creator and the terms', () => {
  expect(copyrightOf({ creator: 'Ana', license: 'all-rights-reserved' })).toBe('© Ana, all rights reserved');
  expect(copyrightOf({ creator: 'Ana', license: 'cc-by-nc' })).toBe(
    '© Ana, CC BY-NC 4.0 (https://creativecommons.org/licenses/by-nc/4.0/)',
  );
  expect(copyrightOf({ creator: 'Ana', license: 'cc0' })).toBe(
    'Ana, CC0 1.0 (https://creativecommons.org/publicdomain/zero/1.0/)',
  );
});
