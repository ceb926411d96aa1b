import { Document, type Material, type Primitive } from '@gltf-transform/core';
import { KHRMaterialsVariants } from '@gltf-transform/extensions';
import { expect, it } from 'vitest';
import { variantMaterials } from '../output/gltf/variants.ts';
import { tidyVariants } from './tidy-variants.ts';

/** A document with triangles of these materials and variants: `[base, { variant: material }]`. */
function documentOf(parts: [base: string | null, by: Record<string, string>][], names: string[]) {
  const document = new Document();
  const extension = document.createExtension(KHRMaterialsVariants);
  const variants = names.map((name) => extension.createVariant(name));
  const materials = new Map<string, Material>();
  const material = (name: string) => {
    const found = materials.get(name) ?? document.createMaterial(name);
    materials.set(name, found);
    return found;
  };
  const mesh = document.createMesh();
  for (const [base, by] of parts) {
    const list = extension.createMappingList();
    for (const [at, name] of Object.entries(by)) {
      const mapping = extension.createMapping().setMaterial(material(name));
      const variant = variants[Number(at)];
      list.addMapping(variant ? mapping.addVariant(variant) : mapping);
    }
    const part = document.createPrimitive().setMaterial(base === null ? null : material(base));
    mesh.addPrimitive(Object.keys(by).length > 0 ? part.setExtension('KHR_materials_variants', list) : part);
  }
  document.createScene().addChild(document.createNode().setMesh(mesh));
  return { document, parts: mesh.listPrimitives() };
}

const seen = (part: Primitive) => [
  part.getMaterial()?.getName() ?? null,
  Object.fromEntries([...variantMaterials(part)].map(([name, material]) => [name, material.getName()])),
];

it('variants stay unchanged if each material has one mapping', () => {
  const { document, parts } = documentOf(
    [
      ['Seat', { 0: 'Seat', 1: 'Red' }],
      ['Legs', {}],
    ],
    ['Oak', 'Paint'],
  );
  expect(tidyVariants(document)).toBe(false);
  expect(parts.map(seen)).toEqual([
    ['Seat', { Oak: 'Seat', Paint: 'Red' }],
    ['Legs', {}],
  ]);
});

it('each mapping of a material gets a separate material, also without a material before', () => {
  const { document, parts } = documentOf(
    [
      ['Cloth', { 0: 'Red' }],
      ['Cloth', { 0: 'Blue' }],
      ['Cloth', {}],
      ['Cloth', { 0: 'Red' }],
      [null, { 0: 'Red' }],
    ],
    ['Party'],
  );
  expect(tidyVariants(document)).toBe(true);
  expect(parts.map(seen)).toEqual([
    ['Cloth', { Party: 'Red' }],
    ['Cloth 2', { Party: 'Blue' }],
    ['Cloth 3', {}],
    ['Cloth', { Party: 'Red' }],
    ['Material', { Party: 'Red' }],
  ]);
});

it('variants without a name or with a duplicate name are renamed', () => {
  const { document, parts } = documentOf([['Seat', { 0: 'A', 1: 'B', 2: 'C' }]], ['Red', '', 'Red']);
  expect(tidyVariants(document)).toBe(true);
  expect(parts.map(seen)).toEqual([['Seat', { Red: 'A', 'Variant 2': 'B', 'Red 2': 'C' }]]);
});

it('tidyVariants ignores other files', () => {
  expect(tidyVariants(new Document())).toBe(false);
});
