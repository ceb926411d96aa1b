import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, text } from './fields.ts';

/** Arbitrary UTF-16 code units, including lone surrogates. */
const anything = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 })
  .map((units) => String.fromCharCode(...units));
const UNSENDABLE = /[\p{Cc}\p{Cs}]/u;
const name = line(80);
const read = (value: string) => {
  const parsed = name.safeParse(value);
  return parsed.success ? parsed.data : null;
};

describe('a name', () => {
  it('keeps people’s names in every script', () => {
    for (const value of ['Ada', '張偉', 'محمد', 'Zoë', '👩‍👩‍👧‍👦', "O'Neill", 'क्षत्रिय']) {
      expect(read(value)).toBe(value.normalize('NFC'));
    }
  });

  it('loses invisible, bidirectional and line-break characters', () => {
    expect(read('\u202Egnp.exe')).toBe('gnp.exe');
    expect(read('a\r\nBcc: b')).toBe('aBcc: b');
    expect(read('a\u0000b\u200Bc\uFEFF')).toBe('abc');
    expect(read('\u2066x\u2069')).toBe('x');
  });

  it('is rejected when nothing or too much remains', () => {
    for (const value of ['', '   ', '\u200B\u2060', 'x'.repeat(81), 'x'.repeat(1_000_000)]) {
      expect(read(value)).toBeNull();
    }
  });

  it('is normalized to composed Unicode', () => {
    expect(read('Zoe\u0308')).toBe('Zoë');
  });

  it('is unchanged by a second parse and safe for headers and the database', () => {
    for (let code = 0; code <= 0xffff; code += 7) {
      const once = read(`a${String.fromCharCode(code)}\u0308b`) ?? '';
      const isFine = !UNSENDABLE.test(once) && read(once) === once;
      if (!isFine) {
        expect.fail(`U+${code.toString(16)} came out as ${JSON.stringify(once)}`);
      }
    }
  });
});

describe('a text', () => {
  it('keeps its lines and loses invisible and bidirectional characters', () => {
    const parsed = text(400).parse('One\r\n\u202Eexe.gnp\u202C\u2066\tthree\u200B\n\n\n');
    expect(parsed).toBe('One\nexe.gnp three\n\n\n');
  });

  it('is always well-formed and without NUL', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const parsed = text(400).parse(`${value}\ud800\0`);
        expect(parsed).not.toContain('\0');
        expect(parsed.isWellFormed()).toBe(true);
      }),
    );
  });
});
