import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSun, type SkyLight, type Triple } from './find-sun.ts';

const WIDTH = 256;
const HEIGHT = 128;
const DEGREE = Math.PI / 180;

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** Direction by the angles around and above the horizon, in degrees. */
const toward = (around: number, above: number): Triple => [
  Math.cos(above * DEGREE) * Math.cos(around * DEGREE),
  Math.sin(above * DEGREE),
  Math.cos(above * DEGREE) * Math.sin(around * DEGREE),
];

/** A panorama, brighter above than below, with round lamps by light, direction and size in degrees. */
function skyWith(lamps: { at: Triple; light: number; size: number }[], haze = 1): SkyLight {
  const colors = Array.from({ length: WIDTH * HEIGHT }, (_, texel) => {
    const around = (((texel % WIDTH) + 0.5) / WIDTH - 0.5) * 360;
    const above = (0.5 - (Math.floor(texel / WIDTH) + 0.5) / HEIGHT) * 180;
    const direction = toward(around, above);
    const base = above > 0 ? haze : haze / 4;
    const lit = lamps
      .filter(({ at, size }) => dot(at, direction) >= Math.cos(size * DEGREE))
      .reduce((sum, { light }) => sum + light, 0);
    return [base * 0.8 + lit, base * 0.9 + lit * 0.9, base + lit * 0.7];
  });
  return { width: WIDTH, height: HEIGHT, at: (texel, channel) => colors[texel]?.[channel] ?? 0 };
}

describe('findSun', () => {
  it('finds a sun above the horizon within two degrees, with its light', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: 6, max: 88, noNaN: true }),
        fc.double({ min: 2, max: 8, noNaN: true }),
        fc.double({ min: 60, max: 60_000, noNaN: true }),
        (around, above, size, light) => {
          const at = toward(around, above);
          const sun = findSun(skyWith([{ at, light, size }]));
          expect(Math.acos(Math.min(1, dot(sun?.direction ?? [0, 0, 0], at)))).toBeLessThan(2 * DEGREE);
          const [red = 0, green = 0, blue = 0] = sun?.light ?? [];
          const solidAngle = 2 * Math.PI * (1 - Math.cos(size * DEGREE));
          // A small disc consists of few texels.
          expect(red / (light * solidAngle)).toBeGreaterThan(0.55);
          expect(red / (light * solidAngle)).toBeLessThan(1.6);
          expect(red).toBeGreaterThan(green);
          expect(green).toBeGreaterThan(blue);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('returns null for even skies, several lamps, a bright wall and light below the horizon', () => {
    const sun = { light: 500, size: 4 };
    const skies = [
      skyWith([]),
      skyWith([], 0),
      skyWith([{ at: toward(20, 50), light: 3, size: 6 }]),
      skyWith([{ at: toward(20, 50), light: 40, size: 35 }]),
      skyWith([
        { at: toward(0, 50), ...sun },
        { at: toward(90, 40), ...sun },
      ]),
      skyWith([{ at: toward(20, -30), ...sun }]),
    ];
    expect(skies.map(findSun)).toEqual(skies.map(() => null));
  });
});
