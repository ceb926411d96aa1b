import { UNKNOWN_ROUGHNESS } from '@diorama/shared/domain/report-lines.ts';
import { Material, type Property, type Texture } from '@gltf-transform/core';
import {
  Anisotropy,
  Clearcoat,
  DiffuseTransmission,
  Iridescence,
  PBRSpecularGlossiness,
  Sheen,
  Transmission,
  Volume,
} from '@gltf-transform/extensions';

/** Specular colour of surfaces that are not metal. */
const DIELECTRIC = 0.04;

/** Resets the factors that a slot's texture controlled: alone, they would apply to the whole surface. */
const WITHOUT_TEXTURE: Readonly<Record<string, (holder: Property) => void>> = {
  baseColorTexture: (holder) => {
    if (holder instanceof Material && holder.getAlpha() === 1) {
      holder.setAlphaMode('OPAQUE');
    }
  },
  metallicRoughnessTexture: (holder) => {
    if (holder instanceof Material) {
      holder.setMetallicFactor(0).setRoughnessFactor(UNKNOWN_ROUGHNESS);
    }
  },
  emissiveTexture: (holder) => {
    if (holder instanceof Material) {
      holder.setEmissiveFactor([0, 0, 0]);
    }
  },
  specularGlossinessTexture: (holder) => {
    if (holder instanceof PBRSpecularGlossiness) {
      holder
        .setSpecularFactor([DIELECTRIC, DIELECTRIC, DIELECTRIC])
        .setGlossinessFactor(1 - UNKNOWN_ROUGHNESS);
    }
  },
  clearcoatTexture: (holder) => {
    if (holder instanceof Clearcoat) {
      holder.setClearcoatFactor(0);
    }
  },
  transmissionTexture: (holder) => {
    if (holder instanceof Transmission) {
      holder.setTransmissionFactor(0);
    }
  },
  diffuseTransmissionTexture: (holder) => {
    if (holder instanceof DiffuseTransmission) {
      holder.setDiffuseTransmissionFactor(0);
    }
  },
  thicknessTexture: (holder) => {
    if (holder instanceof Volume) {
      holder.setThicknessFactor(0);
    }
  },
  sheenColorTexture: (holder) => {
    if (holder instanceof Sheen) {
      holder.setSheenColorFactor([0, 0, 0]);
    }
  },
  iridescenceTexture: (holder) => {
    if (holder instanceof Iridescence) {
      holder.setIridescenceFactor(0);
    }
  },
  anisotropyTexture: (holder) => {
    if (holder instanceof Anisotropy) {
      holder.setAnisotropyStrength(0);
    }
  },
};

/**
 * Removes a texture from its document, and the factors that it controlled from the materials.
 * @returns the names of these materials.
 */
export function leaveOutTexture(texture: Texture): Set<string> {
  const names = new Set(materialsUsing(texture).map((material) => material.getName()));
  for (const edge of texture.getGraph().listParentEdges(texture)) {
    WITHOUT_TEXTURE[edge.getName()]?.(edge.getParent());
  }
  texture.dispose();
  return names;
}

/** The materials that use a texture, in themselves or in an extension. */
export function materialsUsing(texture: Texture): Material[] {
  const holders = texture.getGraph().listParents(texture);
  const materials = holders.flatMap((holder) => [holder, ...holder.listParents()]);
  return [...new Set(materials.filter((parent) => parent instanceof Material))];
}
