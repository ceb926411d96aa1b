import type { Document, Material, Texture } from '@gltf-transform/core';
import type { Sharp } from 'sharp';
import { SphereGeometry } from 'three';
import { createGltfIo } from '../output/gltf-io.ts';
import { shrinkPlainly } from '../output/optimize.ts';
import { plainGeometry } from '../output/plain-geometry.ts';
import { writeUsdz } from '../output/write-usdz.ts';
import { optimized } from './optimized.ts';
import { ModelBuilder } from './size-corpus/model-builder.ts';
import { asJpeg, asPng, asWebp, bumps, chart, clouds, photo } from './size-corpus/pictures.ts';

type Encoding = 'png' | 'jpeg' | 'webp';
type Maps = Partial<Record<'color' | 'normal' | 'surface' | 'occlusion' | 'emission', Sharp>>;
type Recipe = {
  encoding: Encoding;
  maps: (size: number) => Promise<Maps>;
  finish?: (made: Material) => void;
};

/** Models that are mostly textures, as common tools write them; each is a sphere. */
export const TEXTURED_MODELS: Readonly<Record<string, Recipe>> = {
  'photographed colours': { encoding: 'jpeg', maps: async (size) => ({ color: await photo(size, 1) }) },
  'painted colours': { encoding: 'png', maps: async (size) => ({ color: await clouds(size, 2) }) },
  'colours and normals': {
    encoding: 'png',
    maps: async (size) => ({ color: await clouds(size, 3), normal: await bumps(size, 4) }),
  },
  'a scan': {
    encoding: 'jpeg',
    maps: async (size) => ({ color: await photo(size, 5), normal: await bumps(size, 6) }),
  },
  'all five maps': {
    encoding: 'png',
    maps: async (size) => ({
      color: await photo(size, 7),
      normal: await bumps(size, 8),
      surface: await photo(size, 9),
      occlusion: (await clouds(size, 10)).greyscale(),
      emission: await clouds(size, 11),
    }),
  },
  'normals alone': { encoding: 'png', maps: async (size) => ({ normal: await bumps(size, 12) }) },
  'grey roughness': {
    encoding: 'png',
    maps: async (size) => ({ surface: (await photo(size, 13)).greyscale().toColourspace('srgb') }),
  },
  'grey colours': { encoding: 'png', maps: async (size) => ({ color: (await photo(size, 14)).greyscale() }) },
  'flat fields': { encoding: 'png', maps: async (size) => ({ color: chart(size, 15) }) },
  'transparency that nothing reads': {
    encoding: 'png',
    maps: async (size) => ({ color: (await photo(size, 16)).ensureAlpha(0.5) }),
  },
  'transparency that is opaque': {
    encoding: 'png',
    maps: async (size) => ({ color: (await clouds(size, 17)).ensureAlpha(1) }),
    finish: (material) => material.setAlphaMode('BLEND'),
  },
  'pictures that came as WebP': {
    encoding: 'webp',
    maps: async (size) => ({ color: await photo(size, 18), surface: await clouds(size, 19) }),
  },
};

const ENCODERS = {
  png: { encode: asPng, mimeType: 'image/png' },
  jpeg: { encode: asJpeg, mimeType: 'image/jpeg' },
  webp: { encode: asWebp, mimeType: 'image/webp' },
} as const;

/** Creates a model as its tool writes it, with maps of `size` pixels per side. */
export async function texturedModel(name: string, size: number): Promise<Document> {
  const recipe = TEXTURED_MODELS[name];
  if (!recipe) {
    throw new Error(`There is no model "${name}"`);
  }
  const builder = new ModelBuilder();
  const { encode, mimeType } = ENCODERS[recipe.encoding];
  const maps = await recipe.maps(size);
  const texture = async (map: keyof Maps): Promise<Texture | null> => {
    const image = maps[map];
    return image ? builder.texture(map, await encode(image), mimeType) : null;
  };
  const material = builder
    .material('Surface', [1, 1, 1])
    .setBaseColorTexture(await texture('color'))
    .setNormalTexture(await texture('normal'))
    .setMetallicRoughnessTexture(await texture('surface'))
    .setOcclusionTexture(await texture('occlusion'))
    .setEmissiveTexture(await texture('emission'))
    .setEmissiveFactor(maps.emission ? [1, 1, 1] : [0, 0, 0]);
  recipe.finish?.(material);
  builder.place('Ball', builder.mesh('Ball', new SphereGeometry(1, 48, 32), material));
  return builder.document;
}

/** The files of one imported model, with textures of the same size. */
export type ArFiles = {
  /** The model as an import stores it. */
  imported: Document;
  glb: Uint8Array<ArrayBuffer>;
  /** The GLB of AR on Android with the textures of the USDZ. */
  android: Uint8Array<ArrayBuffer>;
  usdz: Uint8Array<ArrayBuffer>;
};

const SAME_SIZE = { side: 2048, share: 1, pixels: Number.POSITIVE_INFINITY } as const;

/** Imports a model, and writes the output files of a scene with only this model. */
export async function writeArFiles(model: Document): Promise<ArFiles> {
  const io = await createGltfIo();
  const glb = await io.writeGlb(await optimized(model));
  const [imported, plain] = [await io.readGlb(glb), await io.readGlb(glb)];
  await plainGeometry(imported);
  const { bytes: usdz } = await writeUsdz(imported, { arPlacement: 'floor' });
  await plainGeometry(plain);
  await shrinkPlainly(plain, {}, SAME_SIZE);
  return { imported, glb, android: await io.writeGlb(plain), usdz };
}
