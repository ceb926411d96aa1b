import { describe, expect, it } from 'vitest';
import { addAlpha } from './pixels.ts';

const dots = (...values: number[][]) => Uint8ClampedArray.from(values.flat());

describe('addAlpha', () => {
  it.each([
    [
      'the brightness of an opaque opacity map',
      [
        [255, 255, 255, 255],
        [0, 0, 0, 255],
      ],
      [255, 0],
    ],
    [
      'the alpha of a transparent opacity map',
      [
        [0, 0, 0, 255],
        [0, 0, 0, 51],
      ],
      [255, 51],
    ],
  ])('sets the alpha of a color from %s', (_, alphas, expected) => {
    const colors = dots([200, 0, 0, 255], [200, 0, 0, 255]);
    addAlpha(colors, dots(...alphas));
    expect([colors[3], colors[7]]).toEqual(expected);
    expect([...colors.subarray(4, 7)]).toEqual([200, 0, 0]);
  });
});
