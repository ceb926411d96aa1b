import { KHRMaterialsUnlit } from '@gltf-transform/extensions';
import { SphereGeometry } from 'three';
import { expect, it } from 'vitest';
import { drawnOf, optimized } from '../test/optimized.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';

it('optimization keeps the normals of unlit models', async () => {
  const builder = new ModelBuilder();
  const unlit = builder.document.createExtension(KHRMaterialsUnlit).createUnlit();
  const flat = builder.material('Flat').setExtension('KHR_materials_unlit', unlit);
  builder.place('Ball', builder.mesh('Ball', new SphereGeometry(1, 16, 12), flat));
  const [ball] = drawnOf(await optimized(builder.document));
  const [primitive] = ball?.getMesh()?.listPrimitives() ?? [];
  expect(primitive?.getMaterial()?.getExtension('KHR_materials_unlit')).not.toBeNull();
  expect(primitive?.listSemantics().toSorted()).toEqual(['NORMAL', 'POSITION', 'TEXCOORD_0']);
});
