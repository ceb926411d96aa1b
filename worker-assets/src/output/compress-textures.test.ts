import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Texture } from '@gltf-transform/core';
import sharp, { type Sharp } from 'sharp';
import { SphereGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { optimized } from '../test/optimized.ts';
import { documentWith } from '../test/sample-documents.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { asPng, bumps, chart, clouds, photo } from '../test/size-corpus/pictures.ts';
import { compressTextures } from './compress-textures.ts';
import { TextureFiles } from './texture-files.ts';

const SIZE = 512;
const PEAK = 255;

type Slot = 'setBaseColorTexture' | 'setNormalTexture' | 'setMetallicRoughnessTexture';

/** The texture of a material before and after an import. */
async function imported(
  image: Sharp,
  slot: Slot,
): Promise<{ source: Uint8Array; texture: Texture | undefined }> {
  const builder = new ModelBuilder();
  const source = await asPng(image);
  const material = builder.material('Surface', [1, 1, 1]);
  material[slot](builder.texture('Picture', source, 'image/png'));
  builder.place('Ball', builder.mesh('Ball', new SphereGeometry(1, 16, 12), material));
  const [texture] = (await optimized(builder.document)).getRoot().listTextures();
  return { source, texture };
}

/** PSNR of two pictures of the same size, in decibels. */
async function likeness(a: Uint8Array, b: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all([pixelsOf(a), pixelsOf(b)]);
  expect(second.length).toBe(first.length);
  const squares = first.reduce((sum, value, i) => sum + (value - (second[i] ?? Number.NaN)) ** 2, 0);
  return 10 * Math.log10((PEAK ** 2 * first.length) / squares);
}

async function pixelsOf(picture: Uint8Array): Promise<Buffer> {
  return await sharp(picture).removeAlpha().raw().toBuffer();
}

describe('a texture of an imported model', () => {
  it.each<[string, () => Promise<Sharp>, Slot, number]>([
    ['of a painted surface', () => clouds(SIZE, 3), 'setBaseColorTexture', 35],
    ['of a photographed surface', () => photo(SIZE, 3), 'setBaseColorTexture', 30],
    ['of normals', () => bumps(SIZE, 3), 'setNormalTexture', 27],
    ['of roughness', () => clouds(SIZE, 3), 'setMetallicRoughnessTexture', 35.9],
  ])('%s becomes WebP within its quality', async (_, draw, slot, decibels) => {
    const { source, texture } = await imported(await draw(), slot);
    expect(texture?.getMimeType()).toBe('image/webp');
    expect(await likeness(source, texture?.getImage() ?? new Uint8Array())).toBeGreaterThan(decibels);
  });

  it('becomes WebP equal to its source if its areas are flat', async () => {
    const { source, texture } = await imported(chart(SIZE, 5), 'setBaseColorTexture');
    expect(texture?.getMimeType()).toBe('image/webp');
    expect(await likeness(source, texture?.getImage() ?? new Uint8Array())).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a compressed WebP of a scene', () => {
  const compressed = async () =>
    new Uint8Array(await (await clouds(SIZE, 3)).webp({ quality: 78 }).toBuffer());
  const compress = async (webp: Uint8Array<ArrayBuffer>) => {
    using dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-textures-'));
    const document = documentWith((made) => {
      made.createTexture('Color').setImage(webp).setMimeType('image/webp');
      return [];
    });
    const files = new TextureFiles(dir.path);
    await files.layDown(document);
    const budget = { side: SIZE, share: 1, pixels: SIZE * SIZE };
    const { dropped } = await compressTextures(document, { files }, budget);
    return {
      dropped,
      images: document
        .getRoot()
        .listTextures()
        .map((texture) => texture.getImage()),
    };
  };

  it('keeps its bytes', async () => {
    const webp = await compressed();
    expect(await compress(webp)).toEqual({ dropped: 0, images: [webp] });
  });

  it('is omitted if it is damaged', async () => {
    expect((await compress((await compressed()).slice(0, -2_000))).dropped).toBe(1);
  });
});
