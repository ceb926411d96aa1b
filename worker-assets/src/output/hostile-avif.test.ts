import { describe, expect, it } from 'vitest';
import { notesOf, photo } from '../test/photo.ts';
import { stripMetadata } from './strip-metadata.ts';

const DEPTH = 100_000;
const ITEMS = 2_000;

const number = (value: number, bytes: 2 | 4) => {
  const written = Buffer.alloc(bytes);
  written.writeUIntBE(value, 0, bytes);
  return written;
};
const box = (type: string, ...content: Uint8Array[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([number(body.length + 8, 4), Buffer.from(type, 'latin1'), body]);
};
const versioned = (type: string, version: number, ...content: Uint8Array[]) =>
  box(type, Buffer.of(version, 0, 0, 0), ...content);
const HEAD = box('ftyp', Buffer.from('avif'));
const SECRET = box('uuid', Buffer.from('Secret place'));

describe('the metadata of a hostile picture', () => {
  it('is blanked in deeply nested boxes that end with the file', () => {
    const endless = Buffer.concat([number(0, 4), Buffer.from('moov')]);
    const bytes = Buffer.concat([HEAD, ...Array<Buffer>(DEPTH).fill(endless), SECRET]);
    const stripped = Buffer.from(stripMetadata(bytes));
    expect(stripped.length).toBe(bytes.length);
    expect(stripped.includes('Secret')).toBe(false);
  });

  it('is blanked if many items each declare the whole file', () => {
    const ids = Array.from({ length: ITEMS }, (_, i) => number(i, 2));
    const entries = ids.map((id) => versioned('infe', 2, id, number(0, 2), Buffer.from('Exif')));
    const places = ids.map((id) => Buffer.concat([id, number(0, 2), number(0xffff, 2)]));
    const count = number(ITEMS, 2);
    const meta = versioned(
      'meta',
      0,
      versioned('iinf', 0, count, ...entries),
      // Numbers of zero bytes: neither offset nor length.
      versioned('iloc', 0, number(0, 2), count, ...places),
    );
    const bytes = new Uint8Array(Buffer.concat([HEAD, meta, box('mdat', Buffer.from('Secret place'))]));
    expect(Buffer.from(stripMetadata(bytes)).includes('Secret')).toBe(false);
  });

  it('is blanked up to the end of the file if its range exceeds it', () => {
    const item = versioned('infe', 2, number(7, 2), number(0, 2), Buffer.from('Exif'));
    const place = Buffer.concat([
      number(7, 2),
      number(0, 2),
      number(1, 2),
      number(8, 4),
      number(2 ** 32 - 1, 4),
    ]);
    const meta = versioned(
      'meta',
      0,
      versioned('iinf', 0, number(1, 2), item),
      versioned('iloc', 0, number(0x4400, 2), number(1, 2), place),
    );
    const bytes = new Uint8Array(Buffer.concat([HEAD, meta, box('mdat', Buffer.from('Secret place'))]));
    const stripped = Buffer.from(stripMetadata(bytes));
    expect([stripped.length, stripped.includes('Secret')]).toEqual([bytes.length, false]);
  });

  it('is blanked in a copy, also for a slice of a larger buffer', async () => {
    const photographed = await photo('avif');
    const bytes = Buffer.concat([Buffer.alloc(5), photographed]).subarray(5);
    expect(await notesOf(new Uint8Array(stripMetadata(bytes)))).toEqual([]);
    expect(bytes.equals(photographed)).toBe(true);
  });

  it('is removed from a JPEG with the letters ftyp in a length field', async () => {
    const bytes = await photo('jpeg');
    const length = 0x6674;
    const letters = Buffer.concat([Buffer.of(0xff, 0xef), number(length, 2), Buffer.alloc(length - 2)]);
    letters.write('yp', 4);
    const disguised = Buffer.concat([bytes.subarray(0, 2), letters, bytes.subarray(2)]);
    expect(disguised.toString('latin1', 4, 8)).toBe('ftyp');
    expect(await notesOf(stripMetadata(new Uint8Array(disguised)))).toEqual([]);
  });
});
