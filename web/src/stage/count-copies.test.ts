import { describe, expect, it } from 'vitest';
import { countCopies } from './count-copies.ts';
import { RefusedError } from './refused-error.ts';

const row = (length: number) => Array.from({ length }, (_, i) => `${i}`);

describe('countCopies', () => {
  it('counts every placement of a part', () => {
    const parts = new Map([
      ['wheel', []],
      ['axle', ['wheel', 'wheel']],
      ['car', ['axle', 'axle']],
    ]);
    expect(countCopies(parts, ['car'])).toBe(7);
  });

  it('counts a missing part as one', () => {
    expect(countCopies(new Map(), ['a', 'b'])).toBe(2);
  });

  it('rejects parts that contain themselves', () => {
    const parts = new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]);
    expect(() => countCopies(parts, ['a'])).toThrow(RefusedError);
  });

  it('rejects a few lines with billions of copies, without creating them', () => {
    const parts = new Map(
      row(12).map((name) => [name, Array.from({ length: 10 }, () => `${Number(name) + 1}`)]),
    );
    expect(() => countCopies(parts, ['0'])).toThrow('limit.copies');
  });
});
