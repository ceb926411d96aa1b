import { describe, expect, it } from 'vitest';
import { parseEmails, withAddresses } from './emails-field.tsx';

describe('addresses that somebody pasted', () => {
  it('are found between commas, spaces and lines, each once', () => {
    expect(parseEmails('a@x.test, B@x.test;c@x.test\n\ta@X.test ')).toEqual({
      emails: ['a@x.test', 'b@x.test', 'c@x.test'],
      wrong: [],
    });
  });

  it('are taken out of the brackets that mail programs put around them', () => {
    expect(parseEmails('<ada@x.test>, "bob@x.test"').emails).toEqual(['ada@x.test', 'bob@x.test']);
  });

  it('are told from what is none', () => {
    expect(parseEmails('ada@x.test, bob@, carl')).toEqual({
      emails: ['ada@x.test'],
      wrong: ['bob@', 'carl'],
    });
    expect(parseEmails(' ,; ')).toEqual({ emails: [], wrong: [] });
  });

  it('join those that are there, each once, wrong ones last', () => {
    expect(withAddresses(['ada@x.test'], 'bob@, Ada@x.test carl@x.test')).toEqual([
      'ada@x.test',
      'carl@x.test',
      'bob@',
    ]);
    expect(withAddresses(['ada@x.test'], '  ')).toEqual(['ada@x.test']);
  });
});
