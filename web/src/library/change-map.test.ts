import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invert, slopesOf, turnGreen } from './change-map.ts';

describe('turnGreen', () => {
  it('inverts only the green channel', () => {
    const pixels = Uint8ClampedArray.of(10, 20, 30, 40, 128, 255, 0, 255);
    turnGreen(pixels);
    expect([...pixels]).toEqual([10, 235, 30, 40, 128, 0, 0, 255]);
  });
});

describe('invert', () => {
  it('turns gloss into roughness and keeps alpha', () => {
    const pixels = Uint8ClampedArray.of(10, 20, 30, 40, 128, 255, 0, 255);
    invert(pixels);
    expect([...pixels]).toEqual([245, 235, 225, 40, 127, 0, 255, 255]);
  });
});

describe('normals from a height map', () => {
  const SIDE = 8;
  const normals = (height: (x: number, y: number) => number) => {
    const data = new Uint8ClampedArray(SIDE * SIDE * 4).map((_, i) => {
      const pixel = Math.floor(i / 4);
      return height(pixel % SIDE, Math.floor(pixel / SIDE));
    });
    const made = slopesOf({ data, width: SIDE, height: SIDE });
    return (x: number, y: number) => [...made.slice((y * SIDE + x) * 4, (y * SIDE + x) * 4 + 4)];
  };

  it('are flat for a constant height', () => {
    const at = normals(() => 77);
    expect([at(0, 0), at(7, 7)]).toEqual([
      [128, 128, 255, 255],
      [128, 128, 255, 255],
    ]);
  });

  it('lean away from higher pixels: red to the right, green up', () => {
    const [red = 0, green] = normals((x) => 20 * x)(3, 3);
    expect([red < 128, green]).toEqual([true, 128]);
    const [even, up = 0] = normals((_, y) => 20 * y)(3, 3);
    expect([even, up > 128]).toEqual([128, true]);
  });

  it('wrap around at the edges', () => {
    const at = normals((x) => (x === 0 ? 255 : 0));
    expect(at(7, 4)[0]).toBeLessThan(128);
    expect(at(1, 4)[0]).toBeGreaterThan(128);
  });

  it('have length one for any heights', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(255), { minLength: 64, maxLength: 64 }), (heights) => {
        const at = normals((x, y) => heights[y * SIDE + x] ?? 0);
        for (let i = 0; i < SIDE; i += 1) {
          const parts = at(i, i)
            .slice(0, 3)
            .map((byte) => (byte / 255) * 2 - 1);
          expect(Math.hypot(...parts)).toBeCloseTo(1, 1);
        }
      }),
    );
  });
});
