import type { Material, Texture } from '@gltf-transform/core';

/** Whether a picture's alpha is used, and whether its values are data rather than colours. */
export type TextureUse = { alpha: boolean; data: boolean };

/** Uses of each texture by core materials. Alpha is kept if any material uses it. */
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
