import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { KHRMaterialsVariants } from '@gltf-transform/extensions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertGltf } from '../../import/convert-gltf.ts';
import { ModelBuilder } from '../../test/size-corpus/model-builder.ts';
import { knot } from '../../test/size-corpus/shapes.ts';
import { buildGltf } from '../build-gltf.ts';
import { createGltfIo, type GltfIo } from '../gltf-io.ts';
import { primitivesIn } from '../measure.ts';
import { assertValidGlb } from '../write-glb.ts';

const ASSET = '/api/assets/00000000-0000-4000-8000-000000000001';
/** More parts than keep their tree, so that those with one material are joined. */
const PARTS = 40;

let io: GltfIo;
let dir: string;
beforeAll(async () => {
  io = await createGltfIo();
  dir = await mkdtemp(join(tmpdir(), 'diorama-variants-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A model of many parts in two materials, one of which a variant replaces. */
async function convertModel() {
  const builder = new ModelBuilder();
  const { document } = builder;
  const extension = document.createExtension(KHRMaterialsVariants);
  const [cloth, frame, red] = ['Cloth', 'Frame', 'Red'].map((name) => builder.material(name));
  cloth?.setBaseColorFactor([0, 0, 1, 1]);
  frame?.setBaseColorFactor([0, 1, 0, 1]);
  red?.setBaseColorFactor([1, 0, 0, 1]);
  const mapping = (material = cloth, name = '') =>
    extension
      .createMapping()
      .setMaterial(material ?? null)
      .addVariant(extension.createVariant(name));
  const list = extension
    .createMappingList()
    .addMapping(mapping(cloth, 'Blue'))
    .addMapping(mapping(red, 'Party'));
  for (let at = 0; at < PARTS; at += 1) {
    const material = at % 2 === 0 ? cloth : frame;
    if (material) {
      builder.place(`Part ${at}`, builder.mesh(`Part ${at}`, knot(16 + at), material));
    }
  }
  for (const part of primitivesIn(document)) {
    if (part.getMaterial() === cloth) {
      part.setExtension('KHR_materials_variants', list);
    }
  }
  const path = join(dir, 'sofa.glb');
  await writeFile(path, await io.writeGlb(document));
  const main = { name: 'sofa.glb', path };
  return convertGltf({ format: 'glb', main, files: [], io, dir, needs: () => undefined });
}

/** Colors of the parts of a scene with the model in a variant. */
async function colorsWith(glb: Uint8Array, props: object, materials: object = {}): Promise<string[]> {
  const scene = parseDocument({
    materials,
    nodes: { sofa: { kind: 'model', props: { asset: ASSET, ...props } } },
  });
  const { document } = await buildGltf(scene, new Map([[ASSET, glb]]), io);
  const colors = primitivesIn(document)
    .filter((part) =>
      part.listParents().some((mesh) => mesh.listParents().some((parent) => parent.propertyType === 'Node')),
    )
    .map((part) => part.getMaterial()?.getBaseColorFactor().slice(0, 3).map(Math.round).join('') ?? '');
  return [...new Set(colors)].sort();
}

describe('the material variants of a model', () => {
  it('survive import and joining in both files, and can be chosen in a scene', async () => {
    const { glb, mobile, description, report } = await convertModel();
    expect(report.dropped).toEqual([]);
    expect(description).toMatchObject({ variants: ['Blue', 'Party'], slots: ['Cloth', 'Frame'] });
    for (const file of [glb, mobile]) {
      await assertValidGlb(file);
      expect(await colorsWith(file, {})).toEqual(['001', '010']);
      expect(await colorsWith(file, { variant: 'Blue' })).toEqual(['001', '010']);
      expect(await colorsWith(file, { variant: 'Party' })).toEqual(['010', '100']);
      expect(await colorsWith(file, { variant: 'constructor' })).toEqual(['001', '010']);
    }
    // A material of the scene counts over that of a variant.
    const materials = { white: { color: '#ffffff' } };
    const props = { variant: 'Party', materials: { Cloth: 'white' } };
    expect(await colorsWith(glb, props, materials)).toEqual(['010', '111']);
  });
});
