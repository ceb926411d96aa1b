import { describe, expect, it } from 'vitest';
import { parseEmails, withAddresses } from './emails-field.tsx';

describe('pasted email addresses', () => {
  it('are split at commas, semicolons, spaces and lines, each once', () => {
    expect(parseEmails('a@x.test, B@x.test;c@x.test\n\ta@X.test ')).toEqual({
      emails: ['a@x.test', 'b@x.test', 'c@x.test'],
      wrong: [],
    });
  });

  it('are taken out of the brackets and quotes of mail programs', () => {
    expect(parseEmails('<ada@x.test>, "bob@x.test"').emails).toEqual(['ada@x.test', 'bob@x.test']);
  });

  it('are separated from invalid ones', () => {
    expect(parseEmails('ada@x.test, bob@, carl')).toEqual({
      emails: ['ada@x.test'],
      wrong: ['bob@', 'carl'],
    });
    expect(parseEmails(' ,; ')).toEqual({ emails: [], wrong: [] });
  });

  it('are added to existing ones, each once, invalid ones last', () => {
    expect(withAddresses(['ada@x.test'], 'bob@, Ada@x.test carl@x.test')).toEqual([
      'ada@x.test',
      'carl@x.test',
      'bob@',
    ]);
    expect(withAddresses(['ada@x.test'], '  ')).toEqual(['ada@x.test']);
  });
});
