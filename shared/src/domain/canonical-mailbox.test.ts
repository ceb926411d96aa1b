import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalMailbox } from './canonical-mailbox.ts';

const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);

describe('the canonical form of an email address', () => {
  it('is the same for every spelling of one mailbox', () => {
    fc.assert(
      fc.property(word, word, fc.nat(3), fc.boolean(), (name, tag, dots, isLoud) => {
        const dotted = [...name].map((sign, at) => (at > 0 && at <= dots ? `.${sign}` : sign)).join('');
        const spelled = `${dotted}+${tag}@googlemail.com`;
        expect(canonicalMailbox(isLoud ? spelled.toUpperCase() : spelled)).toBe(`${name}@gmail.com`);
        expect(canonicalMailbox(`${name}+${tag}@School.test`)).toBe(`${name}@school.test`);
      }),
    );
  });

  it('differs for different mailboxes', () => {
    const addresses = [
      'a.b@school.test',
      'ab@school.test',
      'ab@gmail.com',
      '+ab@school.test',
      '+@school.test',
    ];
    expect(new Set(addresses.map(canonicalMailbox)).size).toBe(addresses.length);
    expect(canonicalMailbox(canonicalMailbox('A.b+c@gmail.com'))).toBe('ab@gmail.com');
  });
});
