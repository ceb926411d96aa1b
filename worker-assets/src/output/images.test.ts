import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { picture } from '../test/texture-corpus.ts';
import { type EncodeOptions, encodeImage } from './images.ts';

const PORTABLE: EncodeOptions = { format: 'png-or-jpeg', maxSize: 2048, alpha: false, data: false };

type Paint = (x: number, y: number) => readonly [number, number, number];

async function painted(width: number, height: number, paint: Paint): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i += 1) {
    data.set(paint(i % width, Math.floor(i / width)), i * 3);
  }
  return await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** The largest error of any value, of 255. */
async function worstError(a: Uint8Array, b: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all(
    [a, b].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()),
  );
  return [...(first ?? [])].reduce(
    (worst, value, i) => Math.max(worst, Math.abs(value - (second?.[i] ?? 0))),
    0,
  );
}

const noise = (x: number, y: number) => Math.imul(x * 7919 + y * 104_729 + 1, 2_654_435_761) >>> 24;
const palette = () => painted(256, 1, (x) => [x, (x * 91) % 256, 255 - ((x * 37) % 256)]);
const chessboard = () => painted(64, 64, (x, y) => ((x + y) % 2 === 0 ? [255, 0, 0] : [0, 0, 255]));
/** Random hard edges, in more colours than a palette has. */
const edges = () => painted(128, 128, (x, y) => (noise(x, y) > 128 ? [255 - x, y, 0] : [x, 255 - y, 255]));
const normals = () => painted(128, 128, (x, y) => [128 + (noise(x, y) % 8), 128 + ((x * y) % 9), 250]);
const soft = () => painted(256, 256, (x, y) => [x, y, (x + y) >> 1]);

describe('a picture for USDZ', () => {
  it.each([
    ['of few colors', palette, PORTABLE],
    ['of two alternating colors', chessboard, PORTABLE],
    ['with sharp edges', edges, PORTABLE],
    ['of normals', normals, { ...PORTABLE, data: true }],
    ['of normals within the size limit', normals, { ...PORTABLE, data: true, maxSize: 128 }],
  ])('%s stays exact as PNG', async (_, make, options) => {
    const png = await make();
    const encoded = await encodeImage(png, options);
    expect(encoded.mimeType).toBe('image/png');
    expect(await worstError(png, encoded.bytes)).toBe(0);
    expect(encoded.bytes.length).toBeLessThanOrEqual(png.length);
  });

  it('stays exact after storage as WebP if it has few colors', async () => {
    const png = await palette();
    const stored = await encodeImage(png, { ...PORTABLE, format: 'webp' });
    const encoded = await encodeImage(stored.bytes, PORTABLE);
    expect(await worstError(png, encoded.bytes)).toBe(0);
  });

  it('becomes a similar JPEG if its colors are soft', async () => {
    const webp = await sharp(await soft())
      .webp({ quality: 90 })
      .toBuffer();
    const encoded = await encodeImage(webp, PORTABLE);
    expect(encoded.mimeType).toBe('image/jpeg');
    expect(await worstError(webp, encoded.bytes)).toBeLessThan(24);
  });

  it.each([85, 75])('becomes a JPEG if it shows clouds and was WebP of quality %i', async (quality) => {
    const webp = await sharp(await picture(512, 'png'))
      .webp({ quality })
      .toBuffer();
    expect((await encodeImage(webp, PORTABLE)).mimeType).toBe('image/jpeg');
  });

  it('stays unchanged if it is a JPEG', async () => {
    const jpeg = await sharp(await edges())
      .jpeg({ quality: 70 })
      .toBuffer();
    expect((await encodeImage(jpeg, PORTABLE)).bytes).toEqual(jpeg);
  });

  it('is never larger than its source in a suitable format', async () => {
    for (const make of [palette, chessboard, edges, normals, soft]) {
      for (const data of [false, true]) {
        const png = await make();
        expect((await encodeImage(png, { ...PORTABLE, data })).bytes.length).toBeLessThanOrEqual(png.length);
      }
    }
  });
});

describe('data values in a picture', () => {
  const WEBP: EncodeOptions = { format: 'webp', maxSize: 2048, alpha: true, data: true };

  /** PSNR of two pictures, in decibels. */
  async function nearness(a: Uint8Array, b: Uint8Array): Promise<number> {
    const [first, second] = await Promise.all(
      [a, b].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()),
    );
    const sum = [...(first ?? [])].reduce((total, value, i) => total + (value - (second?.[i] ?? 0)) ** 2, 0);
    return 10 * Math.log10((255 * 255 * (first?.length ?? 0)) / Math.max(sum, Number.MIN_VALUE));
  }

  /** Noise in every direction, which strong compression smooths. */
  const rough = () =>
    painted(128, 128, (x, y) => [noise(x, y), noise(y + 3, x), 128 + (noise(x + 7, y) >> 1)]);

  it.each([
    ['soft', soft],
    ['of a normal map', normals],
    ['with noise', rough],
  ])('%s keep at least 31 decibels', async (_, make) => {
    const png = await make();
    const encoded = await encodeImage(png, WEBP);
    expect(encoded.mimeType).toBe('image/webp');
    expect(await nearness(png, encoded.bytes)).toBeGreaterThanOrEqual(31);
  });

  it('keep 31 decibels in one channel, and keep transparency', async () => {
    const grey = await sharp(await soft())
      .greyscale()
      .png()
      .toBuffer();
    expect(await nearness(grey, (await encodeImage(grey, WEBP)).bytes)).toBeGreaterThanOrEqual(31);
    const clear = await sharp(await soft())
      .ensureAlpha(0.5)
      .png()
      .toBuffer();
    expect((await sharp((await encodeImage(clear, WEBP)).bytes).metadata()).hasAlpha).toBe(true);
  });
});
