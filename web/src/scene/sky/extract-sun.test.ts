import { DataTexture, DataUtils, HalfFloatType, RGBAFormat, Texture } from 'three';
import { describe, expect, it } from 'vitest';
import { extractSun } from './extract-sun.ts';

const WIDTH = 128;
const HEIGHT = 64;

/** A sky of light 1 with a sun over the right quarter of the picture, which is +Z, and its texels. */
function sunnySky(sun: number): DataTexture {
  const light = new Float32Array(WIDTH * HEIGHT * 4).fill(1);
  for (let y = 15; y < 18; y += 1) {
    light.fill(sun, (y * WIDTH + 94) * 4, (y * WIDTH + 98) * 4);
  }
  const data = Uint16Array.from(light, DataUtils.toHalfFloat);
  return new DataTexture(data, WIDTH, HEIGHT, RGBAFormat, HalfFloatType);
}

const brightest = ({ image }: Texture) => {
  const { data } = image as { data: Uint16Array };
  const reds = data.filter((_, i) => i % 4 === 0);
  return DataUtils.fromHalfFloat(reds.reduce((most, value) => Math.max(most, value), 0));
};

describe('extractSun', () => {
  it('splits a panorama into a rotating directional light and a sky without sun', () => {
    const sky = sunnySky(1000);
    const parted = extractSun(sky);
    const light = parted?.sunIn({ intensity: 1, rotation: 0 });
    const turned = parted?.sunIn({ intensity: 2, rotation: Math.PI / 2 });
    if (light?.type !== 'directional' || turned?.type !== 'directional' || !parted) {
      throw new Error('There is no sun');
    }
    const [x = 0, y = 0, z = 0] = light.toward ?? [];
    const near = (one: number, other: number) => expect(Math.abs(one - other)).toBeLessThan(0.05);
    // Down, and away from +Z.
    near(x, 0);
    near(y, -Math.SQRT1_2);
    near(z, -Math.SQRT1_2);
    // A quarter turn about Y maps +Z to +X.
    near(turned.toward?.[0] ?? 0, z);
    near(turned.toward?.[1] ?? 0, y);
    near(turned.toward?.[2] ?? 0, -x);
    expect(light).toMatchObject({ castShadow: true, color: '#ffffff' });
    expect(turned.intensity).toBeCloseTo(2 * light.intensity);
    expect(brightest(sky)).toBe(1000);
    expect(brightest(parted.rest)).toBeLessThan(5);
  });

  it('returns null without a clear sun or values beyond white', () => {
    expect(extractSun(sunnySky(2))).toBeNull();
    expect(extractSun(new Texture({ width: 4, height: 2 }))).toBeNull();
  });
});
