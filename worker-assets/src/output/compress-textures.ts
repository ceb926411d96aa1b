import type { Document, Texture } from '@gltf-transform/core';
import { EXTTextureAVIF, EXTTextureWebP, KHRTextureBasisu } from '@gltf-transform/extensions';
import { getTextureColorSpace } from '@gltf-transform/functions';
import { isOutOfMemory } from '../out-of-memory.ts';
import type { EncodeOptions, ImageEncoder } from './images.ts';
import type { Progress } from './progress.ts';
import type { TextureFiles } from './texture-files.ts';
import { textureUses } from './texture-uses.ts';

/** Limits for the pictures of a document. */
export type TextureBudget = {
  /** Longest side of a picture, in pixels. */
  side: number;
  /** Scale of each side. */
  share: number;
  /** Pixels of all pictures together. */
  pixels: number;
};

export type TextureOptions = {
  encodeImage: ImageEncoder;
  /** Files of the pictures whose placeholders the document has. */
  files?: TextureFiles;
  /** `webp` by default. */
  format?: EncodeOptions['format'];
  /** Called after each picture. */
  progress?: Progress;
};

export type CompressedTextures = {
  /** Number of pictures scaled down. */
  resized: number;
  /** Number of unreadable pictures that were removed. */
  dropped: number;
};

const SMALLEST_TEXTURE_SIZE = 256;
const WORTHWHILE_SHARE = 0.98;
/** Formats that a picture may keep. */
const KNOWN = {
  webp: /^image\/(png|jpeg|webp)$/,
  'png-or-jpeg': /^image\/(png|jpeg)$/,
} as const satisfies Record<EncodeOptions['format'], RegExp>;
/** Formats that need an extension in the file. */
const NAMED_FORMATS = [
  ['image/webp', EXTTextureWebP.EXTENSION_NAME],
  ['image/avif', EXTTextureAVIF.EXTENSION_NAME],
  ['image/ktx2', KHRTextureBasisu.EXTENSION_NAME],
] as const;

/** Re-encodes all pictures of a document within a budget, in place. Unreadable ones are removed. */
export async function compressTextures(
  document: Document,
  { encodeImage, files, progress, format = 'webp' }: TextureOptions,
  budget: TextureBudget,
): Promise<CompressedTextures> {
  const textures = document.getRoot().listTextures();
  const uses = textureUses(document.getRoot().listMaterials());
  const limit = fittingSize(textures, budget);
  const result: CompressedTextures = { resized: 0, dropped: 0 };
  for (const [done, texture] of textures.entries()) {
    progress?.(done / textures.length);
    const before = sizeOf(texture);
    const maxSize = before ? sideWithin(Math.max(...before), limit, budget) : limit;
    // Unused transparency would prevent a photograph from becoming a JPEG.
    const alpha = format === 'webp' || uses.get(texture)?.alpha !== false;
    const outcome = await compressTexture(texture, { encodeImage, files, format, maxSize, alpha });
    if (outcome === 'dropped') {
      result.dropped += 1;
    } else if (before && Math.max(...before) > maxSize) {
      result.resized += 1;
    }
  }
  nameFormats(document);
  return result;
}

/** Declares the extensions of the picture formats in a file, and no others. */
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

/** Restores the original pictures of a document, in place; unreadable ones are removed. @returns how many. */
export async function restoreTextures(document: Document, files: TextureFiles): Promise<number> {
  let dropped = 0;
  for (const texture of document.getRoot().listTextures()) {
    const file = files.find(texture);
    if (file) {
      texture.setImage(await file.read()).setMimeType(file.mimeType);
    } else {
      texture.dispose();
      dropped += 1;
    }
  }
  nameFormats(document);
  return dropped;
}

/** Width and height, or null: the library reads beyond the end of a truncated picture. */
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

/** Limit for the longer side of a picture: the budget's scale of it, but small pictures stay. */
function sideWithin(side: number, limit: number, { share }: TextureBudget): number {
  const wanted = Math.max(Math.round(Math.min(side, limit) * share), SMALLEST_TEXTURE_SIZE);
  return Math.min(limit, wanted);
}

type Compression = Omit<TextureOptions, 'format'> & Omit<EncodeOptions, 'data'>;

async function compressTexture(
  texture: Texture,
  { encodeImage, files, maxSize, alpha, format }: Compression,
): Promise<'kept' | 'dropped'> {
  const file = files?.find(texture);
  const source = file?.path ?? texture.getImage();
  const mimeType = file?.mimeType ?? texture.getMimeType();
  try {
    if (!source) {
      throw new Error('The texture has no picture');
    }
    const encoded = await encodeImage(source, {
      maxSize,
      alpha,
      format,
      data: getTextureColorSpace(texture) === null,
    });
    const fits = Math.max(...(sizeOf(texture) ?? [0, 0])) <= maxSize;
    const isKnown = KNOWN[format].test(mimeType);
    const bytes = file?.bytes ?? texture.getImage()?.length ?? 0;
    // Re-encoding a lossy picture reduces its quality, so the result must be clearly smaller.
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
    texture.dispose();
    return 'dropped';
  }
}
