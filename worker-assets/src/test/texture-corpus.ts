import { Document } from '@gltf-transform/core';
import { EXTTextureWebP } from '@gltf-transform/extensions';
import sharp, { type Sharp } from 'sharp';
import { createGltfIo } from '../output/gltf-io.ts';
import { squareMesh } from './sample-documents.ts';

/** A model of the corpus: a square each for so many pictures of so many pixels a side. */
export type TexturedModel = { count: number; size: number; format: PictureKind };

/** Encodings of a picture, which differ in the memory that decoding takes. */
export const PICTURE_KINDS = {
  jpeg: { write: (image) => image.jpeg({ quality: 80 }), mimeType: 'image/jpeg' },
  'progressive jpeg': {
    write: (image) => image.jpeg({ quality: 90, progressive: true, chromaSubsampling: '4:4:4' }),
    mimeType: 'image/jpeg',
  },
  png: { write: (image) => image.png({ compressionLevel: 3 }), mimeType: 'image/png' },
  'png with alpha': {
    write: (image) => image.ensureAlpha(0.5).png({ compressionLevel: 3 }),
    mimeType: 'image/png',
  },
  'interlaced png': {
    write: (image) => image.png({ compressionLevel: 3, progressive: true }),
    mimeType: 'image/png',
  },
  'png of 16 bits': {
    write: (image) => image.toColorspace('rgb16').png({ compressionLevel: 6 }),
    mimeType: 'image/png',
  },
  webp: { write: (image) => image.webp({ quality: 75, effort: 0 }), mimeType: 'image/webp' },
  'lossless webp': { write: (image) => image.webp({ lossless: true, effort: 0 }), mimeType: 'image/webp' },
} as const satisfies Record<string, { write: (image: Sharp) => Sharp; mimeType: string }>;
export type PictureKind = keyof typeof PICTURE_KINDS;

const KINDS = Object.keys(PICTURE_KINDS) as PictureKind[];

/** Two hundred models: every kind of picture, eight small ones to a single one of 8192 pixels a side. */
export const TEXTURE_CORPUS: readonly TexturedModel[] = [
  ...combine([1, 2, 3, 4, 5, 8], [64, 256, 512]),
  ...combine([1, 3], [1024]),
  ...combine([1, 2, 5], [2048]),
  ...combine([1], [4096, 8192]),
];

/** A GLB of such a model, with pictures that are all different. */
export async function texturedGlb({ count, size, format }: TexturedModel): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document();
  document.createBuffer();
  const scene = document.createScene('Scene');
  const { mimeType } = PICTURE_KINDS[format];
  if (mimeType === 'image/webp') {
    document.createExtension(EXTTextureWebP).setRequired(true);
  }
  for (let i = 0; i < count; i += 1) {
    const texture = document.createTexture(`Picture ${i}`).setMimeType(mimeType);
    texture.setImage(await picture(size, format, i));
    const mesh = squareMesh(document);
    mesh.listPrimitives()[0]?.setMaterial(document.createMaterial(`M${i}`).setBaseColorTexture(texture));
    scene.addChild(
      document
        .createNode(`Square ${i}`)
        .setMesh(mesh)
        .setTranslation([i * 2, 0, 0]),
    );
  }
  return await (await createGltfIo()).writeGlb(document);
}

const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** A picture as bytes, cached: colour clouds, which compress about as well as a photograph. */
export function picture(size: number, format: PictureKind, variant = 0): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${size} ${format} ${variant}`;
  const known = made.get(key) ?? makePicture(size, format, variant);
  made.set(key, known);
  return known;
}

async function makePicture(
  size: number,
  format: PictureKind,
  variant: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const side = Math.max(1, size >> 3);
  const pixels = Buffer.alloc(side * side * 3);
  let state = 1 + variant;
  for (let i = 0; i < pixels.length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[i] = state >>> 24;
  }
  const clouds = sharp(pixels, { raw: { width: side, height: side, channels: 3 } }).resize(size, size);
  return new Uint8Array(await PICTURE_KINDS[format].write(clouds).toBuffer());
}

function combine(counts: readonly number[], sizes: readonly number[]): TexturedModel[] {
  return counts.flatMap((count) => sizes.flatMap((size) => KINDS.map((format) => ({ count, size, format }))));
}
