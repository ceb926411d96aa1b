import type { Document, Texture } from '@gltf-transform/core';
import type { ImageEncoder, PictureSource } from '../images.ts';
import { type TextureUse, textureUses } from '../texture-uses.ts';
import type { UsdzOptions } from '../write-usdz.ts';
import type { ZipEntry } from './zip.ts';

/** Quick Look shows textures to this size; beyond it phones run out of memory. */
const MAX_TEXTURE_SIZE = 2048;

/** The pictures of a USDZ, with the path of each texture in the package. */
export type TexturePackage = {
  files: ZipEntry[];
  /** Path in the package, or `undefined` for a texture that could not be read. */
  pathOf: (texture: Texture) => string | undefined;
  /** Textures that could not be read. */
  dropped: number;
};

/**
 * Re-encodes formats that USDZ readers do not support (all but PNG and JPEG) and scales large pictures down,
 * one after the other.
 */
export async function packTextures(
  document: Document,
  { encodeImage, files: laidDown }: Pick<UsdzOptions, 'encodeImage' | 'files'>,
): Promise<TexturePackage> {
  const uses = textureUses(document.getRoot().listMaterials());
  const paths = new Map<Texture, string>();
  const files: ZipEntry[] = [];
  let dropped = 0;
  for (const [texture, { alpha, data }] of uses) {
    const source = laidDown?.find(texture)?.path ?? texture.getImage();
    const image = source && (await encodeOrNull(encodeImage, source, { alpha, data }));
    if (!image) {
      dropped += 1;
      continue;
    }
    const path = `textures/${files.length}.${image.mimeType === 'image/png' ? 'png' : 'jpg'}`;
    files.push({ name: path, bytes: image.bytes });
    paths.set(texture, path);
  }
  return { files, pathOf: (texture) => paths.get(texture), dropped };
}

async function encodeOrNull(encode: ImageEncoder, source: PictureSource, use: TextureUse) {
  try {
    return await encode(source, { ...use, maxSize: MAX_TEXTURE_SIZE, format: 'png-or-jpeg' });
  } catch {
    // One broken picture must not fail the whole output; it is counted instead.
    return null;
  }
}
