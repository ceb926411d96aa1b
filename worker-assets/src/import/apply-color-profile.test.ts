import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { applyColorProfile } from './apply-color-profile.ts';

const raw = { width: 1, height: 1, channels: 4 } as const;

describe('pixels with a color profile', () => {
  it.each([
    ['brown', [200, 60, 40, 255]],
    ['a translucent pale green', [120, 200, 150, 128]],
  ])('are converted by their profile: %s', async (_, color) => {
    const wide = await sharp(Uint8Array.from(color), { raw }).withIccProfile('p3').png().toBuffer();
    const { icc = new Uint8Array() } = await sharp(wide).metadata();
    const numbers = await sharp(wide, { ignoreIcc: true }).ensureAlpha().raw().toBuffer();
    expect(Math.abs((numbers[0] ?? 0) - (color[0] ?? 0))).toBeGreaterThan(5);
    const seen = await (await applyColorProfile(sharp(numbers, { raw }), icc)).ensureAlpha().raw().toBuffer();
    expect([...seen].every((value, i) => Math.abs(value - (color[i] ?? 0)) <= 2)).toBe(true);
  });

  it('stay unchanged if the profile is invalid', async () => {
    const pixels = sharp(Uint8Array.of(10, 20, 30, 255), { raw });
    const picture = await applyColorProfile(pixels, Uint8Array.of(1, 2, 3));
    expect([...(await picture.raw().toBuffer())]).toEqual([10, 20, 30, 255]);
  });
});
