import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameInMail } from './name.ts';

const LINKS = [
  'https://evil.test/a',
  'evil.com',
  'www.evil.co.uk/win',
  'you@evil.test',
  '１０.0.0.1',
  'ｅｖｉｌ．ｃｏｍ',
  '例え。テスト',
  '💩.la',
  'ev\u200bil.c\u00adom',
  'HTTP://EVIL.TEST',
] as const;
const part = fc.oneof(
  fc.constantFrom(...LINKS),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(' ', '\n', '.', '@'),
);
const hostile = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ'-]{1,9}$/).map((text) => text.normalize('NFKC'));
const plain = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

describe('a name in a mail', () => {
  it('becomes one short line without links for any input', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const name = nameInMail(text);
        expect([...name].length).toBeLessThanOrEqual(40);
        expect(name.trim()).not.toBe('');
        expect(name).not.toMatch(/@|:\/\/|[\r\n\p{Cc}\p{Cf}]/u);
        expect(name).not.toMatch(/[\p{L}\p{N}][.。]\p{L}{2,}/u);
        expect(name).not.toMatch(/evil\.com|\d\.\d+\.\d+\.\d/i);
        expect(nameInMail(name)).toBe(name);
      }),
      { numRuns: 1_000 },
    );
  });

  it('stays unchanged when it is a plain name', () => {
    fc.assert(
      fc.property(plain, (name) => {
        expect(nameInMail(name)).toBe(name);
      }),
    );
    for (const name of [
      'J. R. R. Tolkien',
      'Dr. Ada Lovelace',
      'Flat 2.5',
      'Kitchen #3 (new)',
      '山田 太郎',
    ]) {
      expect(nameInMail(name)).toBe(name);
    }
  });

  it('loses words that are addresses or links', () => {
    expect(nameInMail('Win at evil.com now')).toBe('Win at now');
    for (const link of LINKS) {
      expect(nameInMail(link), link).toBe('…');
    }
  });

  it('is cut to forty characters', () => {
    expect(nameInMail('a'.repeat(80))).toBe(`${'a'.repeat(39)}…`);
    expect(nameInMail('a'.repeat(40))).toBe('a'.repeat(40));
  });
});
