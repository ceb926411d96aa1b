import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invert, slopesOf, turnGreen } from './change-map.ts';

describe('normals of the other kind', () => {
  it('have their green turned round, and nothing else', () => {
    const pixels = Uint8ClampedArray.of(10, 20, 30, 40, 128, 255, 0, 255);
    turnGreen(pixels);
    expect([...pixels]).toEqual([10, 235, 30, 40, 128, 0, 0, 255]);
  });
});

describe('gloss', () => {
  it('becomes roughness, as transparent as it was', () => {
    const pixels = Uint8ClampedArray.of(10, 20, 30, 40, 128, 255, 0, 255);
    invert(pixels);
    expect([...pixels]).toEqual([245, 235, 225, 40, 127, 0, 255, 255]);
  });
});

describe('heights', () => {
  const SIDE = 8;
  const normals = (height: (x: number, y: number) => number) => {
    const data = new Uint8ClampedArray(SIDE * SIDE * 4).map((_, i) => {
      const pixel = Math.floor(i / 4);
      return height(pixel % SIDE, Math.floor(pixel / SIDE));
    });
    const made = slopesOf({ data, width: SIDE, height: SIDE });
    return (x: number, y: number) => [...made.slice((y * SIDE + x) * 4, (y * SIDE + x) * 4 + 4)];
  };

  it('are flat where nothing rises', () => {
    const at = normals(() => 77);
    expect([at(0, 0), at(7, 7)]).toEqual([
      [128, 128, 255, 255],
      [128, 128, 255, 255],
    ]);
  });

  it('lean away from what is higher: red to the right, green up', () => {
    const [red = 0, green] = normals((x) => 20 * x)(3, 3);
    expect([red < 128, green]).toEqual([true, 128]);
    const [even, up = 0] = normals((_, y) => 20 * y)(3, 3);
    expect([even, up > 128]).toEqual([128, true]);
  });

  it('go on at the other edge', () => {
    const at = normals((x) => (x === 0 ? 255 : 0));
    expect(at(7, 4)[0]).toBeLessThan(128);
    expect(at(1, 4)[0]).toBeGreaterThan(128);
  });

  it('make normals of length one, whatever they are', () => {
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
