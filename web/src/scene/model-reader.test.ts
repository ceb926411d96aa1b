import type { MeshStandardMaterial } from 'three';
import { expect, it } from 'vitest';
import { createModelReader } from './model-reader.ts';
import { triangleGlb } from './test/triangle-glb.ts';

const color = (name: string, baseColorFactor: number[]) => ({
  name,
  pbrMetallicRoughness: { baseColorFactor },
});

/** A triangle with one material and two variants of it. */
const FILE = triangleGlb(
  {
    extensionsUsed: ['KHR_materials_variants'],
    extensions: { KHR_materials_variants: { variants: [{ name: 'Day' }, { name: 'Night' }] } },
    materials: [color('Lamp', [1, 1, 1, 1]), color('Dark', [0, 0, 0, 1])],
  },
  {
    material: 0,
    extensions: {
      KHR_materials_variants: {
        mappings: [
          { material: 0, variants: [0] },
          { material: 1, variants: [1, 7] },
        ],
      },
    },
  },
);

it('createModelReader reads the materials of each variant by slot and keeps the model’s default ones', async () => {
  const { variants, root } = await createModelReader()(FILE.buffer);
  expect([...variants.keys()]).toEqual(['Day', 'Night']);
  const night = variants.get('Night')?.get('Lamp') as MeshStandardMaterial;
  expect([night.name, night.color.getHex()]).toEqual(['Dark', 0]);
  expect(variants.get('Day')?.get('Lamp')?.name).toBe('Lamp');
  const worn: string[] = [];
  root.traverse(
    (object) => 'material' in object && worn.push((object.material as MeshStandardMaterial).name),
  );
  expect(worn).toEqual(['Lamp']);
});
