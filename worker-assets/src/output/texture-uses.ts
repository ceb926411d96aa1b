import type { Material, Texture } from '@gltf-transform/core';

/** What is read of a picture: its alpha, and whether its values are numbers rather than colours. */
export type TextureUse = { alpha: boolean; data: boolean };

/** What the core of materials reads of each texture: one that any of them reads the alpha of keeps it. */
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
