import { Document, type Material, type Texture } from '@gltf-transform/core';
import {
  KHRMaterialsAnisotropy,
  KHRMaterialsClearcoat,
  KHRMaterialsDiffuseTransmission,
  KHRMaterialsIridescence,
  KHRMaterialsPBRSpecularGlossiness,
  KHRMaterialsSheen,
  KHRMaterialsTransmission,
  KHRMaterialsVolume,
} from '@gltf-transform/extensions';
import { describe, expect, it } from 'vitest';
import { leaveOutTexture } from './leave-out-texture.ts';

type Case = {
  slot: string;
  /** Uses the texture in a material with the factor at its largest. @returns what reads the factor. */
  use: (document: Document, material: Material, texture: Texture) => () => unknown;
  left: unknown;
};

const CASES: Case[] = [
  {
    slot: 'base color with transparency',
    use: (_, material, texture) => {
      material.setBaseColorTexture(texture).setAlphaMode('BLEND');
      return () => material.getAlphaMode();
    },
    left: 'OPAQUE',
  },
  {
    slot: 'base color of a transparent material',
    use: (_, material, texture) => {
      material.setBaseColorTexture(texture).setAlphaMode('BLEND').setAlpha(0.5);
      return () => material.getAlphaMode();
    },
    left: 'BLEND',
  },
  {
    slot: 'metalness and roughness',
    use: (_, material, texture) => {
      material.setMetallicRoughnessTexture(texture).setMetallicFactor(1).setRoughnessFactor(1);
      return () => [material.getMetallicFactor(), material.getRoughnessFactor()];
    },
    left: [0, 0.8],
  },
  {
    slot: 'emission',
    use: (_, material, texture) => {
      material.setEmissiveTexture(texture).setEmissiveFactor([1, 1, 1]);
      return () => material.getEmissiveFactor();
    },
    left: [0, 0, 0],
  },
  {
    slot: 'specular and glossiness',
    use: (document, material, texture) => {
      const made = document.createExtension(KHRMaterialsPBRSpecularGlossiness).createPBRSpecularGlossiness();
      made.setSpecularGlossinessTexture(texture);
      material.setExtension('KHR_materials_pbrSpecularGlossiness', made);
      return () => made.getSpecularFactor();
    },
    left: [0.04, 0.04, 0.04],
  },
  {
    slot: 'clear coat',
    use: (document, material, texture) => {
      const made = document.createExtension(KHRMaterialsClearcoat).createClearcoat();
      made.setClearcoatTexture(texture).setClearcoatFactor(1);
      material.setExtension('KHR_materials_clearcoat', made);
      return () => made.getClearcoatFactor();
    },
    left: 0,
  },
  {
    slot: 'transmission',
    use: (document, material, texture) => {
      const made = document.createExtension(KHRMaterialsTransmission).createTransmission();
      made.setTransmissionTexture(texture).setTransmissionFactor(1);
      material.setExtension('KHR_materials_transmission', made);
      return () => made.getTransmissionFactor();
    },
    left: 0,
  },
  {
    slot: 'diffuse transmission',
    use: (document, material, texture) => {
      const made = document.createExtension(KHRMaterialsDiffuseTransmission).createDiffuseTransmission();
      made.setDiffuseTransmissionTexture(texture).setDiffuseTransmissionFactor(1);
      material.setExtension('KHR_materials_diffuse_transmission', made);
      return () => made.getDiffuseTransmissionFactor();
    },
    left: 0,
  },
  {
    slot: 'thickness',
    use: (document, material, texture) => {
      const made = document.createExtension(KHRMaterialsVolume).createVolume();
      made.setThicknessTexture(texture).setThicknessFactor(1);
      material.setExtension('KHR_materials_volume', made);
      return () => made.getThicknessFactor();
    },
    left: 0,
  },
  {
    slot: 'sheen',
    use: (document, material, texture) => {
      const made = document.createExtension(KHRMaterialsSheen).createSheen();
      made.setSheenColorTexture(texture).setSheenColorFactor([1, 1, 1]);
      material.setExtension('KHR_materials_sheen', made);
      return () => made.getSheenColorFactor();
    },
    left: [0, 0, 0],
  },
  {
    slot: 'iridescence',
    use: (document, material, texture) => {
      const made = document.createExtension(KHRMaterialsIridescence).createIridescence();
      made.setIridescenceTexture(texture).setIridescenceFactor(1);
      material.setExtension('KHR_materials_iridescence', made);
      return () => made.getIridescenceFactor();
    },
    left: 0,
  },
  {
    slot: 'anisotropy',
    use: (document, material, texture) => {
      const made = document.createExtension(KHRMaterialsAnisotropy).createAnisotropy();
      made.setAnisotropyTexture(texture).setAnisotropyStrength(1);
      material.setExtension('KHR_materials_anisotropy', made);
      return () => made.getAnisotropyStrength();
    },
    left: 0,
  },
];

describe('an omitted texture', () => {
  it.each(CASES)('resets the factor of $slot and names its materials', ({ use, left }) => {
    const document = new Document();
    const texture = document.createTexture();
    const read = use(document, document.createMaterial('Paint'), texture);
    expect([...leaveOutTexture(texture)]).toEqual(['Paint']);
    expect(read()).toEqual(left);
    expect(document.getRoot().listTextures()).toEqual([]);
  });

  it('names each material that used it, and no other', () => {
    const document = new Document();
    const texture = document.createTexture();
    document.createMaterial('Wood').setBaseColorTexture(texture).setOcclusionTexture(texture);
    document.createMaterial('Stone').setNormalTexture(texture);
    document.createMaterial('Glass').setEmissiveFactor([1, 1, 1]);
    expect([...leaveOutTexture(texture)].sort()).toEqual(['Stone', 'Wood']);
    expect(document.getRoot().listMaterials()[2]?.getEmissiveFactor()).toEqual([1, 1, 1]);
  });
});
