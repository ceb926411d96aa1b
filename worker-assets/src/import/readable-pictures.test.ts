import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SNIFF_BYTES, sniffFormat } from '@diorama/shared/domain/file-format.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureAs } from '../test/picture-files.ts';
import { solidPng } from '../test/sample-documents.ts';
import { readablePictures } from './readable-pictures.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-pictures-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Result of a file: its name, its format by sharp, and the reported memory need. */
async function readable(name: string, bytes: Uint8Array) {
  const path = join(dir, '0');
  await writeFile(path, bytes);
  const asked: number[] = [];
  const format = sniffFormat(bytes.subarray(0, SNIFF_BYTES), bytes.length);
  const [file] = await readablePictures([{ file: { name, path }, format }], (need) => asked.push(need));
  const now = new Uint8Array(await readFile(file?.path ?? ''));
  return { name: file?.name, bytes: now, isSame: file?.path === path, asked: asked.length };
}

describe('pictures next to a model', () => {
  it.each(['tga', 'tif', 'TIFF'])('are converted to PNG under their names from %s', async (ending) => {
    const bytes = await pictureAs(ending.toLowerCase(), await solidPng(20, '#c81e1e'));
    const { name, bytes: now, asked } = await readable(`maps/wood.${ending}`, bytes);
    const { format, width, height } = await sharp(now).metadata();
    expect([name, format, width, height, asked]).toEqual([`maps/wood.${ending}`, 'png', 20, 20, 1]);
    const { channels } = await sharp(now).stats();
    expect(channels.slice(0, 3).map(({ mean }) => mean)).toEqual([200, 30, 30]);
  });

  it('are recognized by their content', async () => {
    const bytes = await pictureAs('tif', await solidPng(4, '#c81e1e'));
    expect((await sharp((await readable('wood.png', bytes)).bytes).metadata()).format).toBe('png');
  });

  it.each([
    ['PNG', 'wood.png', () => solidPng(4, '#c81e1e')],
    ['PNG named as TGA', 'wood.tga', () => solidPng(4, '#c81e1e')],
    ['buffers that look like a TGA', 'wood.bin', async () => pictureAs('tga', await solidPng(4, '#c81e1e'))],
    ['unreadable TIFF', 'wood.tif', async () => Buffer.from('II*\0\x08\0\0\0 and no end')],
  ])('stay unchanged if they are %s', async (_, name, make) => {
    const bytes = await make();
    const { isSame, bytes: now } = await readable(name, bytes);
    expect([isSame, now.length]).toEqual([true, bytes.length]);
  });
});
