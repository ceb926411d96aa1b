import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { notesOf, type PhotoFormat, photo } from '../test/photo.ts';
import { stripMetadata } from './strip-metadata.ts';

const FORMATS: readonly PhotoFormat[] = ['jpeg', 'png', 'webp', 'avif'];

const pixelsOf = (bytes: Uint8Array) => sharp(bytes, { ignoreIcc: true }).raw().toBuffer();

/** A JPEG segment with a marker and a text. */
function segment(marker: number, text: string): Uint8Array {
  const body = Buffer.from(text, 'latin1');
  const length = body.length + 2;
  return Uint8Array.from([0xff, marker, length >> 8, length & 255, ...body]);
}

/** Inserts bytes at an offset. */
function inserted(bytes: Uint8Array, at: number, ...more: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat([bytes.subarray(0, at), ...more, bytes.subarray(at)]));
}

async function plain(format: PhotoFormat): Promise<Uint8Array> {
  const create = { width: 32, height: 32, channels: 3, background: '#336699' } as const;
  return new Uint8Array(await sharp({ create }).toFormat(format).toBuffer());
}

describe('stripMetadata', () => {
  it.each(FORMATS)('removes all metadata, and keeps the pixels and the color profile: %s', async (format) => {
    const bytes = await photo(format, { profile: 'p3' });
    expect(await notesOf(bytes)).toEqual(expect.arrayContaining(['exif', 'secret']));
    const stripped = stripMetadata(bytes);
    expect(await notesOf(stripped)).toEqual([]);
    expect((await pixelsOf(stripped)).equals(await pixelsOf(bytes))).toBe(true);
    const [before, after] = [await sharp(bytes).metadata(), await sharp(stripped).metadata()];
    expect(after.icc?.equals(before.icc ?? new Uint8Array())).toBe(true);
    expect(stripMetadata(stripped)).toBe(stripped);
  });

  it.each(FORMATS)('returns a picture without metadata unchanged: %s', async (format) => {
    const bytes = await plain(format);
    expect(stripMetadata(bytes)).toBe(bytes);
  });

  it('removes metadata anywhere in a JPEG', async () => {
    const bytes = new Uint8Array(
      await sharp(await plain('jpeg'))
        .jpeg({ progressive: true })
        .toBuffer(),
    );
    const noted = inserted(
      bytes,
      2,
      segment(0xed, 'Photoshop 3.0\0Secret place'),
      segment(0xfe, 'Secret comment'),
      segment(0xe2, 'MPF\0Secret second picture'),
      // Fill bytes, which some cameras write.
      Uint8Array.of(0xff, 0xff),
    );
    const film = Buffer.from('ftypmp42 Secret film');
    const stripped = stripMetadata(new Uint8Array(Buffer.concat([noted, film])));
    expect(await notesOf(stripped)).toEqual([]);
    expect((await pixelsOf(stripped)).equals(await pixelsOf(bytes))).toBe(true);
  });

  it('removes metadata from a JPEG with extra bytes that only lenient readers accept', async () => {
    const bytes = await plain('jpeg');
    const noted = inserted(bytes, 2, Uint8Array.of(7, 0xff, 0), segment(0xe1, 'Exif\0\0Secret place'));
    const stripped = stripMetadata(noted);
    expect(await notesOf(stripped)).toEqual([]);
    expect(stripped).toEqual(bytes);
  });

  it('removes metadata from a PNG without an end', async () => {
    const bytes = await photo('png');
    const stripped = stripMetadata(bytes.subarray(0, bytes.length - 9));
    expect(await notesOf(stripped)).toEqual([]);
    expect((await pixelsOf(stripped)).equals(await pixelsOf(bytes))).toBe(true);
  });

  it('removes data after the end of a PNG, and keeps transparency', async () => {
    const create = {
      width: 4,
      height: 4,
      channels: 4,
      background: { r: 9, g: 8, b: 7, alpha: 0.5 },
    } as const;
    const bytes = new Uint8Array(await sharp({ create }).png().toBuffer());
    const stripped = stripMetadata(inserted(bytes, bytes.length, Buffer.from('Secret')));
    expect(stripped).toEqual(bytes);
  });

  it.each(FORMATS)(
    'never enlarges truncated or damaged pictures, and returns other formats unchanged: %s',
    async (format) => {
      const bytes = await photo(format);
      for (const end of [0, 1, 3, 9, 13, 21, 40]) {
        expect(stripMetadata(bytes.subarray(0, end)).length).toBeLessThanOrEqual(end);
      }
      // Damages each byte of the header, which contains the offsets of the parts.
      const head = Math.min(600, bytes.length);
      for (let at = 0; at < head; at += 1) {
        const damaged = bytes.slice();
        damaged[at] = 0xff - (damaged[at] ?? 0);
        expect(stripMetadata(damaged).length).toBeLessThanOrEqual(bytes.length);
      }
      const other = Uint8Array.of(1, 2, 3);
      expect(stripMetadata(other)).toBe(other);
    },
  );
});
