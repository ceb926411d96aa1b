import { describe, expect, it } from 'vitest';
import { farOffset, moveToOrigin } from './far-offset.ts';

const around = (middle: readonly number[], size: number) => ({
  min: middle.map((value) => value - size / 2),
  max: middle.map((value) => value + size / 2),
});

describe('the offset of a model', () => {
  it.each([
    ['a site of two kilometers in UTM', [652_345.25, 5_823_410.75, 40], 2_000, [652_345, 5_823_411, 40]],
    ['a house in UTM with Y up', [652_345, 112.5, -5_823_410], 12, [652_345, 113, -5_823_410]],
    ['a town of twenty kilometers', [652_345, 5_823_410, 0], 20_000, [652_345, 5_823_410, 0]],
    ['a tiny part ten meters away', [10, 0, 0], 0.005, [10, 0, 0]],
  ])('covers all axes for %s', (_, middle, size, expected) => {
    expect(farOffset(around(middle, size))).toEqual(expected);
  });

  it.each([
    ['a part of an assembly', [3, 1, 0], 0.1],
    ['a country whose bounds contain the origin', [200_000, 100_000, 0], 900_000],
    ['a point', [652_345, 0, 0], 0],
  ])('is null for %s', (_, middle, size) => {
    expect(farOffset(around(middle, size))).toBeNull();
  });

  it('is subtracted in 64-bit precision', () => {
    const places = [652_345.26, 5_823_410.76, 30.01, 652_346.26, 5_823_411.76, 31.01];
    expect(moveToOrigin(places)).toEqual([652_346, 5_823_411, 31]);
    expect(places[0]).toBeCloseTo(-0.74, 8);
    expect(places[4]).toBeCloseTo(0.76, 8);
  });
});
