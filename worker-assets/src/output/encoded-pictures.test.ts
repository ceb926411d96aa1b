import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Texture } from '@gltf-transform/core';
import { expect, it } from 'vitest';
import { documentWith, solidPng } from '../test/sample-documents.ts';
import { EncodedPictures } from './encoded-pictures.ts';
import type { EncodeOptions } from './images.ts';
import { TextureFiles } from './texture-files.ts';

const OPTIONS: EncodeOptions = { maxSize: 64, alpha: false, format: 'webp', data: false };

/** Lays the same picture down in a new folder, as each task does, and encodes it. */
async function encodeWith(pictures: EncodedPictures, color: string, options = OPTIONS) {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-encoded-'));
  const png = await solidPng(32, color);
  let texture: Texture | undefined;
  const document = documentWith((made) => {
    texture = made.createTexture('Color').setImage(png).setMimeType('image/png');
    return [];
  });
  const files = new TextureFiles(dir.path, pictures);
  await files.layDown(document);
  const file = texture && files.find(texture);
  if (!file) {
    throw new Error('The texture has no file');
  }
  return await files.encode(file, options);
}

it('equal pictures are encoded once, and again only for options that change the result', async () => {
  const pictures = new EncodedPictures();
  const first = await encodeWith(pictures, '#ff0000');
  expect(await encodeWith(pictures, '#ff0000')).toBe(first);
  expect(await encodeWith(pictures, '#ff0000', { ...OPTIONS, maxSize: 128 })).toBe(first);
  const smaller = await encodeWith(pictures, '#ff0000', { ...OPTIONS, maxSize: 16 });
  const portable = await encodeWith(pictures, '#ff0000', { ...OPTIONS, format: 'png-or-jpeg' });
  expect([smaller, portable]).not.toContain(first);
  expect(portable.mimeType).toBe('image/png');
  expect(await encodeWith(pictures, '#00ff00')).not.toBe(first);
});

it('the least recently used pictures are dropped beyond the limit', async () => {
  const all = new EncodedPictures();
  const colors = ['#ff0000', '#00ff00', '#0000ff'];
  const sizes = await Promise.all(colors.map(async (color) => (await encodeWith(all, color)).bytes.length));
  const pictures = new EncodedPictures(sizes.reduce((sum, size) => sum + size) - 1);
  const [red, green] = [await encodeWith(pictures, '#ff0000'), await encodeWith(pictures, '#00ff00')];
  expect(await encodeWith(pictures, '#ff0000')).toBe(red);
  await encodeWith(pictures, '#0000ff');
  expect(await encodeWith(pictures, '#ff0000')).toBe(red);
  expect(await encodeWith(pictures, '#00ff00')).not.toBe(green);
});
