import { Document } from '@gltf-transform/core';
import { KHRMaterialsVariants } from '@gltf-transform/extensions';
import { prune } from '@gltf-transform/functions';
import { expect, it } from 'vitest';
import { removeVariants } from './remove-variants.ts';

it('keeps what meshes wear, and leaves out with its name what they could wear instead', async () => {
  const document = new Document();
  const extension = document.createExtension(KHRMaterialsVariants);
  const [day, night] = [extension.createVariant('Day'), extension.createVariant('Night')];
  const [worn, other] = [document.createMaterial('Worn'), document.createMaterial('Other')];
  const position = document
    .createAccessor()
    .setType('VEC3')
    .setBuffer(document.createBuffer())
    .setArray(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
  const mappings = extension
    .createMappingList()
    .addMapping(extension.createMapping().setMaterial(worn).addVariant(day))
    .addMapping(extension.createMapping().setMaterial(other).addVariant(night));
  const part = document
    .createPrimitive()
    .setAttribute('POSITION', position)
    .setMaterial(worn)
    .setExtension('KHR_materials_variants', mappings);
  document.createScene().addChild(document.createNode().setMesh(document.createMesh().addPrimitive(part)));
  expect(removeVariants(document)).toEqual(['Day', 'Night']);
  await document.transform(prune());
  expect(document.getRoot().listMaterials()).toEqual([worn]);
  expect(document.getRoot().listExtensionsUsed()).toEqual([]);
});

it('has nothing to do with other files', () => {
  expect(removeVariants(new Document())).toEqual([]);
});
