import { describe, expect, it } from 'vitest';
import { countCopies } from './count-copies.ts';
import { RefusedError } from './refused-error.ts';

const row = (length: number) => Array.from({ length }, (_, i) => `${i}`);

describe('countCopies', () => {
  it('counts a part wherever it is put', () => {
    const parts = new Map([
      ['wheel', []],
      ['axle', ['wheel', 'wheel']],
      ['car', ['axle', 'axle']],
    ]);
    expect(countCopies(parts, ['car'])).toBe(7);
  });

  it('takes what is named and is not there for one part', () => {
    expect(countCopies(new Map(), ['a', 'b'])).toBe(2);
  });

  it('refuses parts that hold themselves', () => {
    const parts = new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]);
    expect(() => countCopies(parts, ['a'])).toThrow(RefusedError);
  });

  it('refuses a few lines that ask for billions, without making them', () => {
    const parts = new Map(
      row(12).map((name) => [name, Array.from({ length: 10 }, () => `${Number(name) + 1}`)]),
    );
    expect(() => countCopies(parts, ['0'])).toThrow('limit.copies');
  });
});
