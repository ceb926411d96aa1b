import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { uniqueName } from '@diorama/shared/domain/unique-name.ts';
import type { Document, Material, Texture, TextureInfo } from '@gltf-transform/core';
import type { Anisotropy, Clearcoat, Transform } from '@gltf-transform/extensions';
import { listTextureInfoByMaterial } from '@gltf-transform/functions';
import { readableName } from './readable-names.ts';
import type { Repairs } from './repair.ts';

/** A flat normal map of one pixel. */
const FLAT_NORMAL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NoaPgPAAODAgDRhuTWAAAAAElFTkSuQmCC',
  'base64',
);

/**
 * Tangent space comes from a normal map and its coordinates. A material that needs it without a normal map
 * gets a flat one.
 */
export function addTangentSpace(document: Document, repairs: Repairs): void {
  let flat: Texture | null = null;
  for (const material of document.getRoot().listMaterials()) {
    const info = directionsOf(material);
    if (info && !material.getNormalTexture()) {
      flat ??= document.createTexture('Flat').setImage(new Uint8Array(FLAT_NORMAL)).setMimeType('image/png');
      material.setNormalTexture(flat);
      material.getNormalTextureInfo()?.setTexCoord(info.getTexCoord());
      repairs.add(importMessage('repaired.flat-normal-map'));
    }
  }
}

/** The texture of a material that depends on the tangent space. */
function directionsOf(material: Material): TextureInfo | null {
  const clearcoat = material.getExtension<Clearcoat>('KHR_materials_clearcoat');
  const anisotropy = material.getExtension<Anisotropy>('KHR_materials_anisotropy');
  return clearcoat?.getClearcoatNormalTextureInfo() ?? anisotropy?.getAnisotropyTextureInfo() ?? null;
}

/**
 * A texture with a transform may name its coordinates twice, and the transform's value has priority. This
 * copies it to the texture, because the simplification ignores transforms.
 */
export function nameCoordinatesOnce(document: Document): void {
  for (const material of document.getRoot().listMaterials()) {
    for (const info of listTextureInfoByMaterial(material)) {
      const transform = info.getExtension<Transform>('KHR_texture_transform');
      const set = transform?.getTexCoord() ?? null;
      if (transform && set !== null) {
        info.setTexCoord(set);
        transform.setTexCoord(null);
      }
    }
  }
}

/** Gives each material a unique name, because scenes replace materials by name. */
export function nameMaterials(document: Document): void {
  const taken = new Set<string>();
  for (const material of document.getRoot().listMaterials()) {
    const base = readableName(material.getName()) || 'Material';
    const name = uniqueName(base, taken);
    taken.add(name);
    material.setName(name);
  }
}

/** Clamps values outside of glTF's ranges, such as colours above white and opacities below zero. */
export function clampMaterials(document: Document, repairs: Repairs): void {
  const clamp = (value: number) => {
    const within = Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
    if (within !== value) {
      repairs.add(importMessage('repaired.material-values'));
    }
    return within;
  };
  for (const material of document.getRoot().listMaterials()) {
    const [red, green, blue, alpha] = material.getBaseColorFactor();
    material.setBaseColorFactor([clamp(red), clamp(green), clamp(blue), clamp(alpha)]);
    const [r, g, b] = material.getEmissiveFactor();
    material.setEmissiveFactor([clamp(r), clamp(g), clamp(b)]);
    material.setMetallicFactor(clamp(material.getMetallicFactor()));
    material.setRoughnessFactor(clamp(material.getRoughnessFactor()));
    material.setOcclusionStrength(clamp(material.getOcclusionStrength()));
  }
}
