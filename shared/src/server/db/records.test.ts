import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordFields } from './records.ts';

/** As PostgreSQL writes a composite value: what could be mistaken stands in quotes, in which quotes and backslashes double. */
function write(values: readonly (string | null)[]): string {
  const fields = values.map((value) => {
    if (value === null) {
      return '';
    }
    return value === '' || /["\\(),\s]/.test(value) ? `"${value.replace(/["\\]/g, (it) => it + it)}"` : value;
  });
  return `(${fields.join(',')})`;
}

describe('the fields of a record', () => {
  it('become values of every kind', () => {
    const fields = new RecordFields('(a,12,t,"2026-01-02 03:04:05.6+00","{""a"": [1, ""\\\\""""]}",draft)');
    expect([
      fields.text(),
      fields.number(),
      fields.boolean(),
      fields.time(),
      fields.json(),
      fields.word(),
    ]).toEqual(['a', 12, true, '2026-01-02T03:04:05.6Z', { a: [1, '"'] }, 'draft']);
    fields.end();
  });

  it('can be null, first and last too', () => {
    const fields = new RecordFields('(,,,,)');
    expect([
      fields.textOrNull(),
      fields.numberOrNull(),
      fields.timeOrNull(),
      fields.jsonOrNull(),
      fields.boolean(),
    ]).toEqual([null, null, null, null, false]);
    fields.end();
  });

  it('tell an empty text from none', () => {
    const fields = new RecordFields('("",,"")');
    expect([fields.textOrNull(), fields.textOrNull(), fields.textOrNull()]).toEqual(['', null, '']);
  });

  it('hold whatever a text can hold', () => {
    const hostile = fc.string({ unit: fc.constantFrom('"', '\\', ',', '(', ')', ' ', '\n', 'ü', 'a') });
    const value = fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), hostile), { nil: null });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (values) => {
        const fields = new RecordFields(write(values));
        expect(values.map(() => fields.textOrNull())).toEqual(values);
        fields.end();
      }),
    );
  });

  it('are refused when they are others than those asked for', () => {
    const more = new RecordFields('(a,b)');
    more.text();
    expect(() => more.end()).toThrow('further columns');
    const fewer = new RecordFields('(a)');
    fewer.text();
    expect(() => fewer.textOrNull()).toThrow('no further column');
    expect(() => new RecordFields('(,a)').text()).toThrow('null that never is');
  });
});
