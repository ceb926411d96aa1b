// @module-tag full
import { readFile } from 'node:fs/promises';
import { deflateSync, zstdCompressSync } from 'node:zlib';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { importForTest } from '../test/import-for-test.ts';
import { etcKtx, ktxOf, plainKtx, triangleWith } from '../test/ktx-files.ts';
import { applyColorProfile } from './apply-color-profile.ts';
import { ConversionPool } from './conversion-pool.ts';

let pool: ConversionPool;
beforeAll(async () => {
  pool = await ConversionPool.create({ size: 1 });
});
afterAll(() => pool?.close());

describe('a TGA', () => {
  it.each([
    ['from the bottom to the top', 0],
    ['from the top to the bottom', 0x20],
  ])('is converted without loss with rows %s', async (_, flags) => {
    const { pixels, report } = await importPicture(tga({ flags }));
    // The channels are in the order blue, green, red; rows start at the bottom except in the second file.
    const [red, blue] = [
      [255, 0, 0],
      [0, 0, 255],
    ];
    expect(pixels).toEqual(flags === 0 ? [blue, red] : [red, blue]);
    expect(inEnglish(report.converted)).toEqual(['TGA to WebP']);
  });

  it('is shown opaque if its alpha is zero everywhere', async () => {
    const { pixels } = await importPicture(tga({ alpha: 0 }));
    expect(pixels).toEqual([
      [0, 0, 255],
      [255, 0, 0],
    ]);
  });

  it.each([
    ['declares more pixels than allowed', packedTga(65_535, 65_535)],
    ['is truncated', tga({}).subarray(0, 20)],
  ])('is rejected if it %s', async (_, bytes) => {
    await expect(importPicture(bytes)).rejects.toMatchObject({ name: 'ImportError' });
  });
});

describe('an AVIF', () => {
  it('becomes a WebP', async () => {
    const create = { width: 16, height: 16, channels: 3, background: '#20c040' } as const;
    const avif = await sharp({ create }).avif().toBuffer();
    const { pixels, report } = await importPicture(avif);
    const [red = 0, green = 0, blue = 0] = pixels[0] ?? [];
    expect([Math.abs(red - 0x20) < 8, Math.abs(green - 0xc0) < 8, Math.abs(blue - 0x40) < 8]).toEqual([
      true,
      true,
      true,
    ]);
    expect(inEnglish(report.converted)).toEqual(['AVIF to WebP']);
  });

  it('is shown in the wide gamut that its nclx primaries declare', async () => {
    const create = { width: 16, height: 16, channels: 3, background: '#20c040' } as const;
    const avif = await sharp({ create }).avif({ lossless: true, chromaSubsampling: '4:4:4' }).toBuffer();
    const at = avif.indexOf('colrnclx') + 8;
    expect(avif.readUInt16BE(at), 'the primaries of screens').toBe(1);
    avif.writeUInt16BE(12, at);
    const { icc } = await sharp(await sharp({ create }).withIccProfile('p3').png().toBuffer()).metadata();
    const meant = await applyColorProfile(sharp({ create }), icc ?? new Uint8Array());
    const [r, g, b] = await meant.toColorspace('srgb').removeAlpha().raw().toBuffer();
    const { pixels } = await importPicture(avif);
    expect([r, g, b]).not.toEqual([0x20, 0xc0, 0x40]);
    expect([0, 1, 2].every((i) => Math.abs((pixels[0]?.[i] ?? 0) - ([r, g, b][i] ?? 0)) < 5)).toBe(true);
  });

  it('is rejected if it is truncated', async () => {
    const create = { width: 64, height: 64, channels: 3, background: '#20c040' } as const;
    const avif = await sharp({ create }).avif().toBuffer();
    await expect(importPicture(avif.subarray(0, avif.length / 2))).rejects.toMatchObject({
      code: 'texture.invalid',
    });
  });
});

describe('a picture above the maximum size', () => {
  const create = { width: 5000, height: 60, channels: 3, background: '#8080ff' } as const;
  it.each(['png', 'jpeg', 'webp'] as const)(
    'is downscaled, with a note in the report: %s',
    async (format) => {
      const { pixels, report } = await importPicture(await sharp({ create }).toFormat(format).toBuffer());
      expect(pixels).toHaveLength(4096 * 49);
      expect(inEnglish(report.resized)).toEqual(['From 5000 × 60 pixels to 4096 × 49']);
      expect(report.converted).toHaveLength(format === 'webp' ? 0 : 1);
    },
  );

  it('is reported with its sizes after rotation', async () => {
    const turned = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { report } = await importPicture(turned);
    expect(inEnglish(report.resized)).toEqual(['From 60 × 5000 pixels to 49 × 4096']);
  });
});

describe('a Basis texture in a GLB', () => {
  it('is converted to WebP', async () => {
    const { report, textures } = await importModel(triangleWith(ktxOf([200, 100, 50, 255])));
    const [image] = textures;
    const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([8, 8]);
    const [red = 0, green = 0, blue = 0] = data;
    expect([Math.abs(red - 200) < 4, Math.abs(green - 100) < 4, Math.abs(blue - 50) < 4]).toEqual([
      true,
      true,
      true,
    ]);
    expect(inEnglish(report.converted)).toEqual(['1 KTX2 textures to WebP']);
  });

  it('is converted to WebP from ETC1S, including transparent pixels', async () => {
    const { report, textures } = await importModel(triangleWith(etcKtx()));
    const { data, info } = await sharp(textures[0]).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([8, 8, 4]);
    const at = (x: number, y: number) => [...data.subarray((y * 8 + x) * 4, (y * 8 + x) * 4 + 4)];
    const [red = 0, , blue = 0, alpha] = at(1, 1);
    expect([red > 170, blue < 60, alpha]).toEqual([true, true, 255]);
    const [under = 0, , lower = 0] = at(1, 6);
    expect([under < 60, lower > 170]).toEqual([true, true]);
    expect(at(6, 6)[3]).toBe(0);
    expect(inEnglish(report.converted)).toEqual(['1 KTX2 textures to WebP']);
  });

  it.each([
    ['ETC1S, truncated', etcKtx().subarray(0, 300)],
    ['ETC1S, declares more pixels than allowed', sizedAs(etcKtx(), 60_000)],
    ['ETC1S, refers to missing blocks', overwritten(etcKtx(), 168, 40)],
    ['UASTC, truncated', ktxOf([1, 2, 3, 255]).subarray(0, 150)],
    ['UASTC, declares more pixels than allowed', sizedAs(ktxOf([1, 2, 3, 255]), 60_000)],
    ['no Basis data', new Uint8Array(200)],
  ])('is omitted and reported (%s)', async (_, bytes) => {
    const { report, textures } = await importModel(triangleWith(bytes));
    expect(textures).toEqual([]);
    expect(inEnglish(report.dropped)).toEqual([
      expect.stringMatching(/KTX2/),
      expect.stringMatching(/^Images of/),
    ]);
  });
});

describe('a KTX2 texture of plain pixels in a GLB', () => {
  const RED_AND_BLUE = Uint8Array.of(250, 10, 20, 255, 30, 40, 240, 128);
  const turned = Uint8Array.of(20, 10, 250, 255, 240, 40, 30, 128);
  it.each([
    ['in UNORM format', 37, 0, RED_AND_BLUE],
    ['in sRGB format', 43, 0, RED_AND_BLUE],
    ['compressed with Zstandard', 43, 2, zstdCompressSync(RED_AND_BLUE)],
    ['compressed with zlib', 43, 3, deflateSync(RED_AND_BLUE)],
    ['in BGRA order', 50, 0, turned],
  ])('is converted from pixels %s', async (_, format, scheme, pixels) => {
    const { report, textures } = await importModel(triangleWith(plainKtx(format, { pixels, scheme })));
    const { data, info } = await sharp(textures[0]).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([2, 1]);
    expect([...data]).toEqual([...RED_AND_BLUE]);
    expect(inEnglish(report.converted)).toEqual(['1 KTX2 textures to WebP']);
  });

  it.each([
    ['is a cube map', [6, 6], 'A texture: its KTX2 image is a cube map'],
    ['is an array texture', [5, 3], 'A texture: its KTX2 file contains several images'],
    ['is a 3D texture', [4, 4], 'A texture: its KTX2 file contains several images'],
    ['has an unknown supercompression', [8, 9], 'A texture: its KTX2 image cannot be read'],
    ['declares more pixels than allowed', [2, 100_000_000], 'A texture: its KTX2 image cannot be read'],
    ['is truncated', [3, 2], 'A texture: its KTX2 image cannot be read'],
    ['has an unsupported block format', [0, 146], 'A texture: its KTX2 image cannot be read'],
  ] satisfies [string, [number, number], string][])(
    'is omitted with a reason if it %s',
    async (_, field, reason) => {
      const bytes = plainKtx(37, { pixels: RED_AND_BLUE, fields: [field] });
      const { report, textures } = await importModel(triangleWith(bytes));
      expect(textures).toEqual([]);
      expect(inEnglish(report.dropped)).toEqual([
        reason,
        'Images of the material Material, which are missing or cannot be read',
      ]);
    },
  );
});

async function importPicture(bytes: Uint8Array) {
  return await importForTest(pool, { bytes, name: 'picture', expects: 'picture' }, async (imported) => {
    if (imported.kind !== 'picture' || imported.main === null) {
      throw new Error('It stayed what it was');
    }
    const { data } = await sharp(imported.main).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixels = Array.from({ length: data.length / 3 }, (_, i) => [...data.subarray(i * 3, i * 3 + 3)]);
    return { pixels, report: imported.report };
  });
}

async function importModel(bytes: Uint8Array) {
  return await importForTest(pool, { bytes, name: 'square.glb' }, async (imported) => {
    if (imported.kind !== 'model') {
      throw new Error('It became no model');
    }
    const document = await (await createGltfIo()).readGlb(new Uint8Array(await readFile(imported.glb)));
    const textures = document
      .getRoot()
      .listTextures()
      .map((texture) => texture.getImage() ?? new Uint8Array());
    return { report: imported.report, textures };
  });
}

/** A TGA of two pixels above each other; the first pixel in the file is red. */
function tga({ flags = 0, alpha = 255 }: { flags?: number; alpha?: number }): Uint8Array {
  const head = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 32, flags | 8];
  return Uint8Array.of(...head, 0, 0, 255, alpha, 255, 0, 0, alpha);
}

function packedTga(width: number, height: number): Uint8Array {
  const runs = Math.ceil((width * height) / 128);
  const bytes = new Uint8Array(18 + runs * 2);
  bytes.set([0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 8, 0]);
  return bytes.fill(255, 18);
}

/** Overwrites bytes in the middle. */
function overwritten(bytes: Uint8Array<ArrayBuffer>, from: number, length: number): Uint8Array {
  return bytes.fill(0xff, from, from + length);
}

function sizedAs(bytes: Uint8Array<ArrayBuffer>, side: number): Uint8Array {
  const view = new DataView(bytes.buffer);
  view.setUint32(20, side, true);
  view.setUint32(24, side, true);
  return bytes;
}
