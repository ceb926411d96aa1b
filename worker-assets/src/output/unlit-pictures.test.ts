import { parseDocument } from '@diorama/shared/scene/document.ts';
import { describe, expect, it } from 'vitest';
import { solidPng } from '../test/sample-documents.ts';
import { buildGltf } from './build-gltf.ts';
import { createGltfIo } from './gltf-io.ts';

const IRI = '/api/assets/01a1fc3c-0000-7000-8000-000000000001';

async function materialOf(isLit: boolean) {
  const scene = parseDocument({ nodes: { poster: { kind: 'image', props: { asset: IRI, isLit } } } });
  const assets = new Map([[IRI, await solidPng(8, '#c81e1e')]]);
  const { document } = await buildGltf(scene, assets, await createGltfIo());
  const [material] = document.getRoot().listMaterials();
  return {
    isUnlit: material?.getExtension('KHR_materials_unlit') !== null,
    hasColor: material?.getBaseColorTexture() !== null,
    hasLight: material?.getEmissiveTexture() !== null,
    color: material?.getBaseColorFactor(),
    alphaMode: material?.getAlphaMode(),
    metalness: material?.getMetallicFactor(),
  };
}

describe('an image node', () => {
  it.each([
    ['without lighting is unlit', false, true],
    ['with lighting is lit', true, false],
  ])('%s in glTF, with an alpha mask', async (_, isLit, isUnlit) => {
    expect(await materialOf(isLit)).toEqual({
      isUnlit,
      hasColor: true,
      hasLight: false,
      color: [1, 1, 1, 1],
      alphaMode: 'MASK',
      metalness: 0,
    });
  });
});
