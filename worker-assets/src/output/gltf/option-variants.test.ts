import { parseDocument } from '@diorama/shared/scene/document.ts';
import type { Chosen } from '@diorama/shared/scene/options/options.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { variantChoices } from '@diorama/shared/scene/options/variant-choices.ts';
import type { Document } from '@gltf-transform/core';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildGltf } from '../build-gltf.ts';
import { createGltfIo, type GltfIo } from '../gltf-io.ts';
import { writeVariants } from '../write-variants.ts';
import { addVariants } from './option-variants.ts';
import { listVariants, variantMaterials } from './variants.ts';

let io: GltfIo;
beforeAll(async () => {
  io = await createGltfIo();
});

const SCENE = {
  nodes: {
    seat: { kind: 'box', name: 'Seat', material: 'cloth' },
    arm: { kind: 'box', name: 'Arm', material: 'wood', index: 'a1' },
    leg: { kind: 'box', name: 'Leg', material: 'wood', index: 'a2' },
  },
  materials: {
    cloth: { name: 'Cloth', color: '#ff0000' },
    wood: { name: 'Wood', color: '#00ff00' },
    dark: { name: 'Dark', color: '#0000ff' },
  },
  options: { cover: { name: 'Cover' }, frame: { name: 'Frame', index: 'a1' } },
  choices: {
    red: { option: 'cover', name: 'Red' },
    blue: { option: 'cover', name: 'Blue', index: 'a1', values: { 'materials/cloth/color': '#0000ff' } },
    oak: { option: 'frame', name: 'Oak' },
    black: { option: 'frame', name: 'Black', index: 'a1', values: { 'nodes/arm/material': 'dark' } },
  },
};
const FOUR = ['Red / Oak', 'Red / Black', 'Blue / Oak', 'Blue / Black'];

async function written(members: object) {
  const scene = parseDocument(members);
  const build = async (chosen?: Chosen) =>
    (await buildGltf(shownDocument(scene, chosen), new Map(), io)).document;
  const document = await build();
  const combinations = variantChoices(scene) ?? [];
  await addVariants(
    document,
    combinations.map(({ name, chosen }) => ({ name, scene: chosen })),
    build,
  );
  // The validator checks each file.
  return await writeVariants(document, { io, purpose: 'scene' });
}

/** Colors of a node by variant, and its own one. */
function colorsOf(document: Document, name: string): Record<string, string> {
  const node = document
    .getRoot()
    .listNodes()
    .find((one) => one.getName() === name);
  const nodes = [node, ...(node?.listChildren() ?? [])];
  const [primitive] = nodes.flatMap((one) => one?.getMesh()?.listPrimitives() ?? []);
  const hex = (factor: readonly number[] = []) => factor.slice(0, 3).map(Math.round).join('');
  return {
    own: hex(primitive?.getMaterial()?.getBaseColorFactor()),
    ...Object.fromEntries(
      [...(primitive ? variantMaterials(primitive) : [])].map(([variant, material]) => [
        variant,
        hex(material.getBaseColorFactor()),
      ]),
    ),
  };
}

describe('options that change materials only', () => {
  it('are variants in the GLB files, one for each combination', async () => {
    const { glb, mobile } = await written(SCENE);
    for (const bytes of [glb, mobile]) {
      const back = await io.readGlb(bytes);
      expect(listVariants(back).map((variant) => variant.getName())).toEqual(FOUR);
      const [red, blue] = ['100', '001'];
      const cover = { 'Red / Oak': red, 'Red / Black': red, 'Blue / Oak': blue, 'Blue / Black': blue };
      expect(colorsOf(back, 'Seat')).toEqual({ own: red, ...cover });
      const frame = { 'Red / Oak': '010', 'Red / Black': blue, 'Blue / Oak': '010', 'Blue / Black': blue };
      expect(colorsOf(back, 'Arm')).toEqual({ own: '010', ...frame });
      expect(colorsOf(back, 'Leg')).toEqual({ own: '010' });
    }
  });

  it('are variants for nodes of single instances too', async () => {
    const { glb } = await written({
      ...SCENE,
      nodes: {
        chair: { kind: 'component' },
        seat: { ...SCENE.nodes.seat, parent: 'chair' },
        arm: { ...SCENE.nodes.arm, parent: 'chair' },
        one: { kind: 'instance', props: { component: 'chair', values: { 'nodes/seat/name': 'First' } } },
        two: { kind: 'instance', props: { component: 'chair' } },
      },
      choices: {
        ...SCENE.choices,
        black: { ...SCENE.choices.black, values: { 'nodes/one::seat/material': 'dark' } },
      },
    });
    const back = await io.readGlb(glb);
    expect(colorsOf(back, 'First')).toMatchObject({ 'Red / Oak': '100', 'Red / Black': '001' });
    expect(colorsOf(back, 'Seat')).toMatchObject({ 'Red / Oak': '100', 'Blue / Black': '001' });
    expect(colorsOf(back, 'Seat')['Red / Black'] ?? '100').toBe('100');
  });

  it('are read by the GLTFLoader of three.js', async () => {
    const { glb } = await written(SCENE);
    const gltf = await new GLTFLoader()
      .setMeshoptDecoder((await import('meshoptimizer')).MeshoptDecoder)
      .parseAsync(glb.buffer, '');
    const { variants } = gltf.userData.gltfExtensions.KHR_materials_variants;
    expect(variants.map(({ name }: { name: string }) => name)).toEqual(FOUR);
    const mapped: unknown[] = [];
    gltf.scene.traverse((object) => {
      mapped.push(...(object.userData.gltfExtensions?.KHR_materials_variants?.mappings ?? []));
    });
    expect(mapped.length).toBeGreaterThan(0);
  });

  it('leave the file for Android without variants', async () => {
    const { plain } = await written(SCENE);
    const back = await io.readGlb(plain ?? new Uint8Array());
    expect(listVariants(back)).toEqual([]);
  });
});

describe('other options', () => {
  it('have no variants if they change shapes or real texture sizes, or are too many', () => {
    const withValue = (values: object) =>
      variantChoices(
        parseDocument({ ...SCENE, choices: { ...SCENE.choices, tall: { option: 'cover', values } } }),
      );
    expect(withValue({ 'nodes/seat/scale': [1, 2, 1] })).toBeNull();
    expect(withValue({ 'materials/cloth/uv.size': 2 })).toBeNull();
    expect(withValue({ 'nodes/seat/props.materials': { left: 'wood' } })).toHaveLength(6);
    const many = Object.fromEntries(
      Array.from({ length: 17 }, (_, i) => [`c${i}`, { option: 'cover', name: `${i}` }]),
    );
    expect(variantChoices(parseDocument({ ...SCENE, choices: many }))).toBeNull();
    expect(variantChoices(parseDocument({}))).toEqual([]);
  });

  it('have no variants if textures have different real sizes on a shape', () => {
    const sized = (size: number) => ({ uv: { size }, maps: { color: '/api/assets/grain' } });
    const materials = {
      ...SCENE.materials,
      oak: sized(0.5),
      pine: sized(0.5),
      linen: sized(1.2),
      bare: { uv: { size: 2 } },
    };
    const wall = { kind: 'wall', props: { materials: { left: 'oak', rest: 'oak' } } };
    const nodes = { seat: { kind: 'box', material: 'oak' }, ball: { kind: 'sphere', material: 'oak' }, wall };
    const withValues = (...sets: object[]) =>
      variantChoices(
        parseDocument({
          nodes: {
            ...nodes,
            chair: { kind: 'component' },
            back: { kind: 'plane', material: 'oak', parent: 'chair' },
            one: { kind: 'instance', props: { component: 'chair' } },
          },
          materials,
          options: { cover: {} },
          choices: Object.fromEntries(
            sets.map((values, i) => [`c${i}`, { option: 'cover', index: `a${i}`, values }]),
          ),
        }),
      )?.length ?? null;
    const seatOf = (material: string | null) => ({ 'nodes/seat/material': material });
    expect(withValues({}, seatOf('linen'))).toBeNull();
    expect(withValues(seatOf('oak'), seatOf('linen'))).toBeNull();
    expect(withValues(seatOf('oak'), seatOf(null))).toBeNull();
    expect(withValues({}, { 'nodes/one::back/material': 'linen' })).toBeNull();
    expect(withValues({}, { 'nodes/wall/props.materials': { left: 'linen', rest: 'oak' } })).toBeNull();
    expect(withValues({}, { 'materials/bare/maps.color': '/api/assets/grain' })).toBeNull();

    expect(withValues({}, seatOf('pine'))).toBe(2);
    expect(withValues(seatOf('linen'), seatOf('linen'))).toBe(2);
    expect(withValues(seatOf('bare'), seatOf('cloth'))).toBe(2);
    expect(withValues({}, { 'nodes/ball/material': 'linen' })).toBe(2);
    expect(withValues({}, { 'nodes/one::back/material': 'pine' })).toBe(2);
    expect(
      withValues({}, { 'nodes/wall/props.materials': { left: 'pine', right: 'cloth', rest: 'oak' } }),
    ).toBe(2);
  });

  it('leave out combinations that rules forbid', () => {
    const { blue } = SCENE.choices;
    const scene = parseDocument({
      ...SCENE,
      choices: { ...SCENE.choices, blue: { ...blue, excludes: ['black'] } },
    });
    expect(variantChoices(scene)?.map(({ name }) => name)).toEqual(FOUR.slice(0, 3));
  });
});
