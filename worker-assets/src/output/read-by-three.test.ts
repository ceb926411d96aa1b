import { parseDocument } from '@diorama/shared/scene/document.ts';
import { timeOf, tracksOf, trackValues } from '@diorama/shared/scene/interactions/timelines.ts';
import { optionTexts } from '@diorama/shared/scene/options/option-texts.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { MeshoptDecoder } from 'meshoptimizer';
import { AnimationMixer, InstancedMesh, type Mesh, type MeshStandardMaterial, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { expect, it } from 'vitest';
import { buildGltf } from './build-gltf.ts';
import { addVariants } from './gltf/option-variants.ts';
import { addOptions } from './gltf/scene-texts.ts';
import { createGltfIo } from './gltf-io.ts';
import { writeVariants } from './write-variants.ts';

const box = (more: object = {}) => ({ kind: 'box', ...more });

/** The published GLB of a scene, read by the loader of three.js. */
async function readByThree(members: object, variants: Parameters<typeof addVariants<object>>[1] = []) {
  const io = await createGltfIo();
  const build = (scene: object) => buildGltf(shownDocument(parseDocument(scene)), new Map(), io);
  const { document } = await build(members);
  await addVariants(document, variants, async (scene) => (await build(scene)).document);
  addOptions(document, optionTexts(parseDocument(members)));
  const { glb } = await writeVariants(document, { io, purpose: 'scene' });
  await MeshoptDecoder.ready;
  return await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parseAsync(glb.buffer, '');
}

it('timelines and motions of a GLB move its nodes in three.js as in the viewer', async () => {
  const members = {
    nodes: {
      crane: box({ name: 'Crane', position: [1, 2, 3] }),
      load: box({ name: 'Load', parent: 'crane', position: [0, -1, 0] }),
      wheel: box({ name: 'Wheel' }),
    },
    motions: { turn: { node: 'wheel', axis: 'z', seconds: 8 } },
    timelines: { lift: { name: 'Lift', duration: 4 } },
    keys: {
      a: { timeline: 'lift', time: 1, easing: 'linear', values: { 'nodes/load/position': [0, 2, 0] } },
      b: { timeline: 'lift', time: 4, easing: 'inOut', values: { 'nodes/load/position': [4, 2, 0] } },
      c: { timeline: 'lift', time: 2, easing: 'out', values: { 'nodes/crane/rotation': [0, 1, 0, 0] } },
    },
  };
  const { scene, animations } = await readByThree(members);
  expect(animations.map(({ name }) => name)).toEqual(['Motion', 'Lift']);
  const lift = animations[1];
  expect(lift?.tracks.map(({ name }) => name).sort()).toEqual(['Crane.quaternion', 'Load.position']);
  const mixer = new AnimationMixer(scene);
  for (const clip of animations) {
    mixer.clipAction(clip).play();
  }
  const document = parseDocument(members);
  const tracks = tracksOf(document, 'lift');
  for (const seconds of [0.5, 1.7, 3.2]) {
    mixer.setTime(seconds);
    const values = trackValues(document, tracks, timeOf({ duration: 4, loop: false }, seconds));
    const place = scene.getObjectByName('Load')?.position.toArray() ?? [];
    for (const [i, part] of (values['nodes/load/position'] as number[]).entries()) {
      expect(place[i]).toBeCloseTo(part, 1);
    }
    const turn = scene.getObjectByName('Wheel')?.quaternion;
    expect(turn && 2 * Math.atan2(turn.z, turn.w)).toBeCloseTo((2 * Math.PI * seconds) / 8, 1);
  }
});

it('three.js reads annotations and options of a GLB as texts', async () => {
  const note = (name: string, more: object = {}) => ({ kind: 'annotation', name, ...more });
  const { scene } = await readByThree({
    nodes: {
      cup: box({ name: 'Cup', position: [1, 0, 0], scale: [2, 2, 2] }),
      lid: note('Lid', {
        ...{ parent: 'cup', position: [0, 0.5, 0], description: 'The lid from above' },
        props: { text: 'Of **oak**', order: 'a2' },
      }),
      start: note('Start', { position: [0, 0, 3], props: { order: 'a1' } }),
      secret: note('Secret', { visible: false }),
    },
    options: { color: { name: 'Color', description: 'Of the cup' } },
    choices: {
      oak: { option: 'color', name: 'Oak', description: 'Light wood', values: { 'nodes/cup/name': 'Mug' } },
      red: { option: 'color', name: 'Red', index: 'a1' },
    },
    translations: { es: { title: 'Taza', values: { 'nodes/lid/name': 'Tapa' } } },
  });
  expect(scene.userData).toMatchObject({
    annotations: [
      { title: 'Start', text: '', description: '', position: [0, 0, 3] },
      { title: 'Lid', text: 'Of **oak**', description: 'The lid from above', position: [1, 1, 0] },
    ],
    options: [
      {
        ...{ name: 'Color', description: 'Of the cup' },
        choices: [
          { name: 'Oak', description: 'Light wood', isChosen: true },
          { name: 'Red', description: '', isChosen: false },
        ],
      },
    ],
  });
});

it('copies in a repeat move with their animated source, and still copies become instances', async () => {
  const { scene, animations } = await readByThree({
    nodes: {
      row: { kind: 'repeat', props: { pattern: 'linear', count: 6, step: [3, 0, 0] } },
      wheel: box({ name: 'Wheel', parent: 'row' }),
      wall: { kind: 'repeat', props: { pattern: 'linear', count: 8, step: [0, 0, 3] } },
      brick: box({ name: 'Brick', parent: 'wall', position: [0, 5, 0] }),
    },
    motions: { turn: { node: 'wheel', axis: 'z', seconds: 8 } },
  });
  const [motion] = animations;
  if (!motion) {
    throw new Error('Nothing moves');
  }
  expect(new Set(motion.tracks.map(({ name }) => name)).size).toBe(6);
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(motion).play();
  mixer.setTime(2);
  const wheels: number[] = [];
  const instances: number[] = [];
  scene.traverse((object) => {
    if (object.name.startsWith('Wheel') && object.parent?.name.startsWith('Wheel') === false) {
      wheels.push(Math.abs(new Vector3(1, 0, 0).applyQuaternion(object.quaternion).y));
    }
    if (object instanceof InstancedMesh) {
      instances.push(object.count);
    }
  });
  expect(wheels).toHaveLength(6);
  expect(wheels.every((height) => Math.abs(height - 1) < 0.05)).toBe(true);
  expect(instances).toEqual([8]);
});

it('three.js reads material variants of a GLB', async () => {
  const scene = (color: string) => ({
    nodes: { seat: box({ name: 'Seat', material: 'paint' }) },
    materials: { paint: { name: color, color } },
  });
  const {
    scene: read,
    parser,
    userData,
  } = await readByThree(scene('#ff0000'), [
    { name: 'Red', scene: scene('#ff0000') },
    { name: 'Blue', scene: scene('#0000ff') },
  ]);
  const { variants } = userData.gltfExtensions.KHR_materials_variants;
  expect(variants).toEqual([{ name: 'Red' }, { name: 'Blue' }]);
  const colors: string[] = [];
  const meshes: Mesh[] = [];
  read.traverse((object) => 'isMesh' in object && meshes.push(object as Mesh));
  for (const index of [0, 1]) {
    for (const mesh of meshes) {
      const { mappings } = mesh.userData.gltfExtensions.KHR_materials_variants;
      const mapping = mappings.find((one: { variants: number[] }) => one.variants.includes(index));
      const material: MeshStandardMaterial = await parser.getDependency('material', mapping.material);
      colors.push(material.color.getHexString());
    }
  }
  expect(colors).toEqual(['ff0000', '0000ff']);
});
