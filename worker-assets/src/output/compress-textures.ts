import type { Document, Texture } from '@gltf-transform/core';
import { EXTTextureAVIF, EXTTextureWebP, KHRTextureBasisu } from '@gltf-transform/extensions';
import { getTextureColorSpace } from '@gltf-transform/functions';
import { isOutOfMemory } from '../out-of-memory.ts';
import { assertReadable, type EncodeOptions, encodeImage } from './images.ts';
import { leaveOutTexture } from './leave-out-texture.ts';
import type { Progress } from './progress.ts';
import type { TextureFile, TextureFiles } from './texture-files.ts';
import { textureUses } from './texture-uses.ts';

/** Limits for the textures of a document. */
export type TextureBudget = {
  /** Longest side of a texture, in pixels. */
  side: number;
  /** Factor for each side. */
  share: number;
  /** Pixels of all textures together. */
  pixels: number;
};

export type TextureOptions = {
  /** Files of textures that are placeholders in the document. */
  files?: TextureFiles;
  /** Output format; `webp` by default. */
  format?: EncodeOptions['format'];
  /** Called for every finished texture. */
  progress?: Progress;
};

export type CompressedTextures = {
  /** Number of textures scaled down. */
  resized: number;
} & LostTextures;

/** Textures that cannot be read and were removed. */
export type LostTextures = {
  dropped: number;
  /** Names of the materials that used them. */
  bereft: ReadonlySet<string>;
};

const SMALLEST_TEXTURE_SIZE = 256;
const WORTHWHILE_SHARE = 0.98;
/** Formats in which a texture may stay. */
const KNOWN = {
  webp: /^image\/(png|jpeg|webp)$/,
  'png-or-jpeg': /^image\/(png|jpeg)$/,
} as const satisfies Record<EncodeOptions['format'], RegExp>;
/** Texture formats, with the extension that a file must declare for each. */
const NAMED_FORMATS = [
  ['image/webp', EXTTextureWebP.EXTENSION_NAME],
  ['image/avif', EXTTextureAVIF.EXTENSION_NAME],
  ['image/ktx2', KHRTextureBasisu.EXTENSION_NAME],
] as const;

/** Re-encodes all textures of a document within a budget, in place. Removes unreadable textures. */
export async function compressTextures(
  document: Document,
  { files, progress, format = 'webp' }: TextureOptions,
  budget: TextureBudget,
): Promise<CompressedTextures> {
  const textures = document.getRoot().listTextures();
  const uses = textureUses(document.getRoot().listMaterials());
  const limit = fittingSize(textures, budget);
  let [resized, dropped] = [0, 0];
  const bereft: string[] = [];
  for (const [done, texture] of textures.entries()) {
    progress?.(done / textures.length);
    const before = sizeOf(texture);
    const maxSize = before ? sideWithin(Math.max(...before), limit, budget) : limit;
    // Alpha that no material reads would prevent a JPEG.
    const alpha = format === 'webp' || uses.get(texture)?.alpha !== false;
    const outcome = await compressTexture(texture, { files, format, maxSize, alpha });
    if (outcome === 'unreadable') {
      dropped += 1;
      bereft.push(...leaveOutTexture(texture));
    } else if (before && Math.max(...before) > maxSize) {
      resized += 1;
    }
  }
  nameFormats(document);
  return { resized, dropped, bereft: new Set(bereft) };
}

/** Declares the extensions of the texture formats that a document contains, and no others. */
function nameFormats(document: Document): void {
  const formats = new Set(
    document
      .getRoot()
      .listTextures()
      .map((texture) => texture.getMimeType()),
  );
  if (formats.has('image/webp')) {
    document.createExtension(EXTTextureWebP).setRequired(true);
  }
  for (const [format, name] of NAMED_FORMATS) {
    if (!formats.has(format)) {
      document.disposeExtension(name);
    }
  }
}

/** Puts the pictures of a document back as they came, in place; what cannot be read is taken out. */
export async function restoreTextures(document: Document, files: TextureFiles): Promise<LostTextures> {
  let dropped = 0;
  const bereft: string[] = [];
  for (const texture of document.getRoot().listTextures()) {
    const file = files.find(texture);
    if (file) {
      texture.setImage(await file.read()).setMimeType(file.mimeType);
    } else {
      bereft.push(...leaveOutTexture(texture));
      dropped += 1;
    }
  }
  nameFormats(document);
  return { dropped, bereft: new Set(bereft) };
}

/** Width and height, or null. The library reads behind the end of truncated files. */
function sizeOf(texture: Texture): [number, number] | null {
  try {
    const size = texture.getSize();
    return size && [size[0], size[1]];
  } catch {
    return null;
  }
}

/** Halves the size until all textures together fit the budget. */
function fittingSize(textures: readonly Texture[], budget: TextureBudget): number {
  let size = budget.side;
  const pixelsAt = (limit: number) =>
    textures.reduce((sum, texture) => {
      const [width, height] = sizeOf(texture) ?? [0, 0];
      const scale = Math.min(1, limit / Math.max(width, height, 1));
      return sum + width * height * scale * scale;
    }, 0);
  while (size > SMALLEST_TEXTURE_SIZE && pixelsAt(size) > budget.pixels) {
    size /= 2;
  }
  return size;
}

/** Longest side for a texture: scaled by the budget's factor, but small textures stay. */
function sideWithin(side: number, limit: number, { share }: TextureBudget): number {
  const wanted = Math.max(Math.round(Math.min(side, limit) * share), SMALLEST_TEXTURE_SIZE);
  return Math.min(limit, wanted);
}

/** A WebP of this many bytes a pixel has been compressed: doing so again takes long and loses quality. */
const SMALL_WEBP = 0.2;

function isSmallWebp({ mimeType, bytes, size }: TextureFile): boolean {
  return mimeType === 'image/webp' && bytes <= SMALL_WEBP * size.width * size.height;
}

type Compression = Omit<TextureOptions, 'format'> & Omit<EncodeOptions, 'data'>;

async function compressTexture(
  texture: Texture,
  { files, maxSize, alpha, format }: Compression,
): Promise<'kept' | 'unreadable'> {
  const file = files?.find(texture);
  const source = file?.path ?? texture.getImage();
  const mimeType = file?.mimeType ?? texture.getMimeType();
  try {
    if (!source) {
      throw new Error('The texture has no picture');
    }
    const fits = Math.max(...(sizeOf(texture) ?? [0, 0])) <= maxSize;
    if (file && fits && format === 'webp' && isSmallWebp(file)) {
      await assertReadable(file.path);
      texture.setImage(await file.read()).setMimeType(mimeType);
      return 'kept';
    }
    const options = { maxSize, alpha, format, data: getTextureColorSpace(texture) === null };
    const encoded = await (file && files ? files.encode(file, options) : encodeImage(source, options));
    const isKnown = KNOWN[format].test(mimeType);
    const bytes = file?.bytes ?? texture.getImage()?.length ?? 0;
    // Re-encoding a lossy texture loses quality, so it must save enough bytes.
    if (!fits || !isKnown || encoded.bytes.length < bytes * WORTHWHILE_SHARE) {
      texture.setImage(new Uint8Array(encoded.bytes)).setMimeType(encoded.mimeType);
    } else if (file) {
      texture.setImage(await file.read()).setMimeType(mimeType);
    }
    return 'kept';
  } catch (error) {
    if (isOutOfMemory(error)) {
      throw error;
    }
    return 'unreadable';
  }
}
