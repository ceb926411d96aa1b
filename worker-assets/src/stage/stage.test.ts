import sharp from 'sharp';
import { expect, it } from 'vitest';
import { toJpeg, toWebp } from './stage.ts';

const SIZE = { width: 64, height: 36 };
const drawing = (alpha: number) =>
  sharp({ create: { ...SIZE, channels: 4, background: { r: 200, g: 40, b: 40, alpha } } })
    .png()
    .toBuffer();

it.each([
  ['an opaque drawing as JPEG', 1, toJpeg, 'jpeg'],
  ['a transparent drawing as WebP with alpha', 0.5, toJpeg, 'webp'],
  ['a drawing requested as WebP', 1, toWebp, 'webp'],
] as const)('drawings for previews are encoded: %s', async (_, alpha, encode, format) => {
  const encoded = await encode(await drawing(alpha));
  expect(await sharp(encoded).metadata()).toMatchObject({ format, ...SIZE, hasAlpha: alpha < 1 });
  const [red] = (await sharp(encoded).stats()).channels;
  expect(Math.round(red?.mean ?? 0)).toBeCloseTo(200, -1);
});
