import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decibels } from '../output/images.ts';
import { encodePicture } from './convert-picture.ts';

const SIDE = 256;
const MB = 1_000_000;

type Dot = (x: number, y: number) => number[];
/** Deterministic noise. */
const noiseAt = (x: number, y: number) => Math.abs(Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453) % 1;

const NORMALS: Dot = (x, y) => [128 + 40 * Math.sin(x / 5), 128 + 40 * Math.sin(y / 7), 240];
const CHANNELS: Dot = (x, y) => [x % 2 === 0 ? 255 : 0, noiseAt(x, y) * 255, y % 3 === 0 ? 255 : 0];
const CHART: Dot = (x, y) => [(x * 5) % 256 > 128 ? 255 : 0, 0, (y * 3) % 256 > 128 ? 255 : 0];
const PHOTO: Dot = (x, y) => {
  const grain = noiseAt(x, y) * 12;
  return [x / 2 + 60 + grain, (x + y) / 4 + 30 + grain, 80 + 20 * Math.sin(y / 40) + grain];
};
const CUT_OUT: Dot = (x, y) => (x < SIDE / 2 ? [...PHOTO(x, y), 255] : [noiseAt(x, y) * 255, 0, 255, 0]);

function paint(dot: Dot): Sharp {
  const dots = Array.from({ length: SIDE * SIDE }, (_, i) => dot(i % SIDE, Math.floor(i / SIDE)));
  const channels = dots[0]?.length === 4 ? 4 : 3;
  return sharp(Uint8Array.from(dots.flat()), { raw: { width: SIDE, height: SIDE, channels } });
}

async function isExact(picture: Sharp, webp: Uint8Array): Promise<boolean> {
  return (await picture.clone().raw().toBuffer()).equals(await sharp(webp).raw().toBuffer());
}

describe('a downscaled picture', () => {
  it.each([
    ['normals', NORMALS, 'png', true],
    ['data in its channels', CHANNELS, 'tga', true],
    ['few colors and sharp edges', CHART, 'webp', true],
    ['a photo', PHOTO, 'png', false],
    ['a photo', PHOTO, 'tga', false],
    ['a cut-out photo', CUT_OUT, 'png', false],
    ['normals from a lossy file', NORMALS, 'jpeg', false],
  ] as const)('keeps the expected quality for %s (%#)', async (_, dot, format, expected) => {
    const picture = paint(dot);
    const webp = await encodePicture(picture, { format, bytes: MB, isWhole: false });
    const [came, kept] = [
      await picture.flatten().raw().toBuffer(),
      await sharp(webp).flatten().raw().toBuffer(),
    ];
    expect(decibels(came, kept) > 45).toBe(expected);
  });
});

describe('a picture at full size', () => {
  it('is exact for 16-bit grayscale', async () => {
    const grey = Uint16Array.from({ length: SIDE * SIDE }, (_, i) => i);
    const raw = { width: SIDE, height: SIDE, channels: 1 } as const;
    const png = await sharp(grey, { raw }).toColourspace('grey16').png().toBuffer();
    const came = { format: 'png', bytes: png.length, isWhole: true } as const;
    const webp = await encodePicture(sharp(png), came);
    expect(await isExact(sharp(png).toColourspace('srgb'), webp)).toBe(true);
  });

  it.each([
    ['png', true],
    ['tga', true],
    ['jpeg', false],
    ['avif', false],
    ['heic', false],
  ] as const)('is exact only for lossless source formats (%s)', async (format, expected) => {
    const picture = paint(PHOTO);
    const webp = await encodePicture(picture, { format, bytes: MB, isWhole: true });
    expect(await isExact(picture, webp)).toBe(expected);
  });

  it('is lossy if the lossless file would be larger', async () => {
    const side = 1024;
    const pixels = Uint8Array.from({ length: side * side * 3 }, (_, i) => noiseAt(i % side, i) * 255);
    const picture = sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
    const came = { format: 'webp', isWhole: true } as const;
    expect((await encodePicture(picture, { ...came, bytes: 2 * MB })).length).toBeLessThan(2 * MB);
    const kept = await encodePicture(picture, { ...came, bytes: 8 * MB });
    expect(await isExact(picture, kept)).toBe(true);
  });
});
