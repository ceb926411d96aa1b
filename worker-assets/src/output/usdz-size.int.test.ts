// @module-tag full
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { asPng, clouds, photo } from '../test/size-corpus/pictures.ts';
import { TEXTURED_MODELS, texturedModel, writeArFiles } from '../test/textured-models.ts';
import { createGltfIo } from './gltf-io.ts';
import { shrinkPlainly } from './optimize.ts';
import { encodePortable, TOLERANCE } from './portable-image.ts';
import { textureUses } from './texture-uses.ts';

const SIZE = 512;
/** Limit relative to the optimised GLB, whose textures are WebP of the same size. */
const MAX_OF_GLB = 1.5;

const pixelsOf = (picture: Uint8Array) => sharp(picture).toColourspace('srgb').removeAlpha().raw().toBuffer();

/** Root mean square of the differences, of 255. */
async function errorOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  expect(b.length).toBe(a.length);
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0) / a.length);
}

function picturesOf(usdz: Uint8Array): Uint8Array[] {
  return Object.entries(unzipSync(usdz))
    .filter(([name]) => name.startsWith('textures/'))
    .map(([, bytes]) => bytes);
}

describe('the USDZ of a textured model', () => {
  it('has at most 1.5 times the size of the GLB, with the same pictures', async () => {
    const total = { glb: 0, usdz: 0 };
    for (const name of Object.keys(TEXTURED_MODELS)) {
      const { imported, glb, android, usdz } = await writeArFiles(await texturedModel(name, SIZE));
      total.glb += glb.length;
      total.usdz += usdz.length;
      expect(usdz.length, `${name}, against the file for Android`).toBeLessThanOrEqual(
        android.length * MAX_OF_GLB,
      );
      const uses = [...textureUses(imported.getRoot().listMaterials())];
      const pictures = picturesOf(usdz);
      expect(pictures.length, name).toBe(uses.length);
      for (const [i, [texture, { data }]] of uses.entries()) {
        const error = await errorOf(texture.getImage() ?? new Uint8Array(), pictures[i] ?? new Uint8Array());
        expect(error, `${name}, ${texture.getName()}`).toBeLessThanOrEqual(
          TOLERANCE[data ? 'data' : 'color'].average,
        );
      }
    }
    expect(total.usdz / total.glb).toBeLessThanOrEqual(MAX_OF_GLB);
  });
});

describe('a picture for USDZ', () => {
  const encode = async (png: Uint8Array, data: boolean) =>
    await encodePortable(sharp(png), { data, isLossless: true });

  it('is an exact and smaller PNG if it has one gray channel', async () => {
    const grey = await asPng((await clouds(128, 1)).greyscale().toColourspace('srgb'));
    const { bytes, mimeType } = await encode(grey, true);
    expect([mimeType, await errorOf(grey, bytes)]).toEqual(['image/png', 0]);
    expect((await sharp(bytes).metadata()).channels, 'stored as a single channel').toBe(1);
    expect(bytes.length).toBeLessThan(grey.length);
  });

  it('keeps transparency, and drops an opaque alpha channel', async () => {
    const half = await asPng((await photo(128, 2)).ensureAlpha(0.5));
    expect((await sharp((await encode(half, false)).bytes).metadata()).hasAlpha).toBe(true);
    const opaque = await asPng((await photo(128, 2)).ensureAlpha(1));
    expect((await encode(opaque, false)).mimeType).toBe('image/jpeg');
  });
});

describe('the GLB for AR on Android', () => {
  const SIDE = 2048;

  /** The longest sides of the textures of a model with `count` maps. */
  const sidesWith = async (count: number) => {
    const builder = new ModelBuilder();
    const picture = await asPng(
      sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#345' } }),
    );
    for (let i = 0; i < count; i += 1) {
      builder
        .material(`Surface ${i}`)
        .setBaseColorTexture(builder.texture(`Picture ${i}`, picture, 'image/png'));
    }
    await shrinkPlainly(builder.document);
    const io = await createGltfIo();
    const written = await io.readGlb(await io.writeGlb(builder.document));
    return written
      .getRoot()
      .listTextures()
      .map((texture) => Math.max(...(texture.getSize() ?? [0])));
  };

  it('has full-size pictures for 5, half-size for 20 and quarter-size for 24', async () => {
    expect(await sidesWith(5)).toEqual(Array.from({ length: 5 }, () => SIDE));
    expect(await sidesWith(20)).toEqual(Array.from({ length: 20 }, () => SIDE / 2));
    expect(await sidesWith(24)).toEqual(Array.from({ length: 24 }, () => SIDE / 4));
  });
});
