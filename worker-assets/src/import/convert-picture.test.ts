import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PictureFormat } from '@diorama/shared/domain/formats.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notesOf, type PhotoFormat, photo } from '../test/photo.ts';
import { convertPicture } from './convert-picture.ts';

const FORMATS: readonly PhotoFormat[] = ['jpeg', 'png', 'webp'];
const COLOR = [200, 60, 40];

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-convert-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function convert(bytes: Uint8Array, format: PictureFormat) {
  const path = join(dir, 'picture');
  await writeFile(path, bytes);
  return await convertPicture({ path, format, needs: () => undefined });
}

/** The first pixel without applying the profile, like the viewer. */
async function numbersOf(bytes: Uint8Array): Promise<number[]> {
  const picture = sharp(bytes, { ignoreIcc: true }).extract({ left: 0, top: 0, width: 1, height: 1 });
  return [...(await picture.raw().toBuffer())];
}

const near = (color: readonly number[]) => color.map((value) => expect.closeTo(value, -1));

const filled = (side: number, height = side) =>
  sharp({ create: { width: side, height, channels: 3, background: '#c83c28' } });

describe('a picture outside sRGB', () => {
  it.each(FORMATS)('is converted to sRGB: %s', async (format) => {
    const wide = await filled(16).withIccProfile('p3').toFormat(format).toBuffer();
    expect(Math.abs(((await numbersOf(wide))[0] ?? 0) - (COLOR[0] ?? 0))).toBeGreaterThan(8);
    const { main, mimeType } = await convert(wide, format);
    expect(mimeType).toBe('image/webp');
    expect(await numbersOf(main ?? wide)).toEqual(near(COLOR));
  });

  it('keeps every pixel if its source is lossless', async () => {
    const wide = await filled(16).withIccProfile('p3').png().toBuffer();
    const { main } = await convert(wide, 'png');
    const shown = await sharp(wide).toColorspace('srgb').raw().toBuffer();
    expect(
      (
        await sharp(main ?? wide)
          .raw()
          .toBuffer()
      ).equals(shown),
    ).toBe(true);
  });

  it('is converted to sRGB from CMYK', async () => {
    const printed = await filled(16).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
    const { main, mimeType } = await convert(printed, 'jpeg');
    expect([mimeType, (await sharp(main ?? printed).metadata()).space]).toEqual(['image/webp', 'srgb']);
  });
});

describe('an sRGB picture', () => {
  it.each(FORMATS)('stays unchanged, with or without a profile: %s', async (format) => {
    for (const picture of [filled(16), filled(16).withIccProfile('srgb')]) {
      const bytes = await picture.toFormat(format).toBuffer();
      expect(await convert(bytes, format)).toMatchObject({ main: null, mimeType: `image/${format}` });
    }
  });
});

describe('a photo', () => {
  it.each(FORMATS)('loses its metadata but no pixel: %s', async (format) => {
    const bytes = await photo(format);
    const { main, thumbnail, mimeType } = await convert(bytes, format);
    expect(mimeType).toBe(`image/${format}`);
    expect(await notesOf(bytes)).not.toEqual([]);
    for (const shown of [main ?? bytes, thumbnail]) {
      expect(await notesOf(shown)).toEqual([]);
    }
    const [before, after] = [
      await sharp(bytes).raw().toBuffer(),
      await sharp(main ?? bytes)
        .raw()
        .toBuffer(),
    ];
    expect(after.equals(before)).toBe(true);
  });

  it('has no metadata after it is re-encoded', async () => {
    const bytes = await photo('jpeg', { side: 2100, profile: 'p3' });
    const { main, mobile, thumbnail } = await convert(bytes, 'jpeg');
    for (const shown of [main, mobile, thumbnail]) {
      expect(await notesOf(shown ?? bytes)).toEqual([]);
    }
  });
});

describe('a picture for phones', () => {
  it.each([
    ['has half the width of a large picture', 3000, 1500],
    ['rounds up half of an odd width', 2049, 1025],
    ['has half the width of a downscaled picture', 6000, 2048],
  ])('%s', async (_, side, expected) => {
    const { mobile } = await convert(await filled(side, 32).png().toBuffer(), 'png');
    expect(await sharp(mobile ?? undefined).metadata()).toMatchObject({ format: 'webp', width: expected });
  });

  it('is omitted if phones can show the original', async () => {
    expect((await convert(await filled(2048, 32).png().toBuffer(), 'png')).mobile).toBeNull();
  });

  it('has the colors of the original', async () => {
    const wide = await filled(2100, 32).withIccProfile('p3').jpeg().toBuffer();
    const { mobile } = await convert(wide, 'jpeg');
    expect(await numbersOf(mobile ?? wide)).toEqual(near(COLOR));
  });
});
