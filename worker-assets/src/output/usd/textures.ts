import type { Document, Texture } from '@gltf-transform/core';
import { encodeImage } from '../images.ts';
import { type TextureUse, textureUses } from '../texture-uses.ts';
import type { UsdzOptions } from '../write-usdz.ts';
import type { ZipEntry } from './zip.ts';

/** Longest side in pixels that Quick Look shows; phones run out of memory beyond it. */
const MAX_TEXTURE_SIZE = 2048;

/** The textures of a USDZ with their paths in the package. */
export type TexturePackage = {
  files: ZipEntry[];
  /** Path in the package, or `undefined` for an unreadable texture. */
  pathOf: (texture: Texture) => string | undefined;
  /** Number of unreadable textures. */
  dropped: number;
};

/**
 * Re-encodes textures other than PNG and JPEG, which USDZ requires, and scales large ones down, one by one.
 */
export async function packTextures(
  document: Document,
  { files: laidDown }: Pick<UsdzOptions, 'files'>,
): Promise<TexturePackage> {
  const uses = textureUses(document.getRoot().listMaterials());
  const paths = new Map<Texture, string>();
  const files: ZipEntry[] = [];
  let dropped = 0;
  for (const [texture, { alpha, data }] of uses) {
    const image = await encodeOrNull(texture, { alpha, data }, laidDown);
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

async function encodeOrNull(texture: Texture, use: TextureUse, laidDown: UsdzOptions['files']) {
  const options = { ...use, maxSize: MAX_TEXTURE_SIZE, format: 'png-or-jpeg' } as const;
  const file = laidDown?.find(texture);
  const image = texture.getImage();
  try {
    if (file && laidDown) {
      return await laidDown.encode(file, options);
    }
    return image && (await encodeImage(image, options));
  } catch {
    // An unreadable texture must not fail the scene's output; it is counted instead.
    return null;
  }
}
