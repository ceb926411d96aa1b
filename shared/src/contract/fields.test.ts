import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, text } from './fields.ts';

const UNSENDABLE = /[\p{Cc}\p{Cs}]/u;
const name = line(80);
const read = (value: string) => {
  const parsed = name.safeParse(value);
  return parsed.success ? parsed.data : null;
};

describe('a name', () => {
  it('keeps what people are called, in every script', () => {
    for (const value of ['Ada', '張偉', 'محمد', 'Zoë', '👩‍👩‍👧‍👦', "O'Neill", 'क्षत्रिय']) {
      expect(read(value)).toBe(value.normalize('NFC'));
    }
  });

  it('loses what hides, turns round or ends a line', () => {
    expect(read('\u202Egnp.exe')).toBe('gnp.exe');
    expect(read('a\r\nBcc: b')).toBe('aBcc: b');
    expect(read('a\u0000b\u200Bc\uFEFF')).toBe('abc');
    expect(read('\u2066x\u2069')).toBe('x');
  });

  it('is refused when nothing or too much is left of it', () => {
    for (const value of ['', '   ', '\u200B\u2060', 'x'.repeat(81), 'x'.repeat(1_000_000)]) {
      expect(read(value)).toBeNull();
    }
  });

  it('is written in one way, however it was typed', () => {
    expect(read('Zoe\u0308')).toBe('Zoë');
  });

  it('can always be stored and put into a header, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (value) => {
        const once = read(value);
        return once === null || (!UNSENDABLE.test(once) && once.length <= 80 && read(once) === once);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a text', () => {
  it('can always be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (value) => {
        const parsed = text(400).parse(`${value}\ud800\0`);
        expect(parsed).not.toContain('\0');
        expect(parsed.isWellFormed()).toBe(true);
      }),
    );
  });
});
