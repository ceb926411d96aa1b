import type { Document, Material, Texture } from '@gltf-transform/core';
import type { ImageEncoder, PictureSource } from '../images.ts';
import type { UsdzOptions } from '../write-usdz.ts';
import type { ZipEntry } from './zip.ts';

/** Quick Look shows textures to this size; beyond it phones run out of memory. */
const MAX_TEXTURE_SIZE = 2048;

/** The pictures of a USDZ: where each texture lies in the package. */
export type TexturePackage = {
  files: ZipEntry[];
  /** Path in the package, or `undefined` for a texture that could not be read. */
  pathOf: (texture: Texture) => string | undefined;
  /** Textures that could not be read. */
  dropped: number;
};

/** Re-encodes what USDZ readers do not know (all but PNG and JPEG) and makes too large pictures smaller, one after the other. */
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

type Use = { alpha: boolean; data: boolean };

/** A texture that any material reads the alpha of keeps it. */
function textureUses(materials: readonly Material[]): Map<Texture, Use> {
  const uses = new Map<Texture, Use>();
  const add = (texture: Texture | null, use: Use) => {
    if (texture) {
      const known = uses.get(texture);
      uses.set(texture, {
        alpha: use.alpha || known?.alpha === true,
        data: use.data && known?.data !== false,
      });
    }
  };
  for (const material of materials) {
    add(material.getBaseColorTexture(), { alpha: material.getAlphaMode() !== 'OPAQUE', data: false });
    add(material.getEmissiveTexture(), { alpha: false, data: false });
    add(material.getNormalTexture(), { alpha: false, data: true });
    add(material.getMetallicRoughnessTexture(), { alpha: false, data: true });
    add(material.getOcclusionTexture(), { alpha: false, data: true });
  }
  return uses;
}

async function encodeOrNull(encode: ImageEncoder, source: PictureSource, use: Use) {
  try {
    return await encode(source, { ...use, maxSize: MAX_TEXTURE_SIZE, format: 'png-or-jpeg' });
  } catch {
    // One broken picture must not cost the scene its output; it is counted instead.
    return null;
  }
}
