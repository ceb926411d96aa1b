import type { Material, Texture } from '@gltf-transform/core';

/** Use of a texture: whether its alpha is read, and whether it contains data instead of colours. */
export type TextureUse = { alpha: boolean; data: boolean };

/** Texture uses by core materials. A texture keeps its alpha if any material reads it. */
export function textureUses(materials: readonly Material[]): Map<Texture, TextureUse> {
  const uses = new Map<Texture, TextureUse>();
  const add = (texture: Texture | null, use: TextureUse) => {
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
