import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { getBounds } from '@gltf-transform/functions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGltf } from './build-gltf.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { type SceneOutputs, writeOutputs } from './write-outputs.ts';

let io: GltfIo;
let dir: string;
beforeAll(async () => {
  io = await createGltfIo();
  dir = await mkdtemp(join(tmpdir(), 'odd-scenes-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true });
});

/** Writes the outputs; the validator checks each GLB. */
async function publish(nodes: object): Promise<SceneOutputs> {
  const scene = await buildGltf(parseDocument({ nodes }), new Map(), io);
  return await writeOutputs({
    scene,
    io,
    settings: { arPlacement: 'floor', credits: { title: 'Odd', creator: 'Ana', license: 'cc-by' } },
    dir,
  });
}

/** Bounds of the drawn node of that name, in metres. */
async function boundsOf({ glb }: SceneOutputs, name: string) {
  const nodes = (await io.readGlb(glb)).getRoot().listNodes();
  const node = nodes.find((one) => one.getName() === name && one.getMesh());
  if (!node) {
    throw new Error(`no ${name}`);
  }
  return getBounds(node);
}

const close = (values: number[]) => values.map((value) => expect.closeTo(value, 3));

describe('a scene without visible content', () => {
  it.each([
    ['without nodes', {}],
    ['with only hidden nodes', { box: { kind: 'box', visible: false } }],
    [
      'with an empty text and a path of one point',
      { text: { kind: 'text', props: { text: ' ' } }, path: { kind: 'path', props: { points: [[1, 1]] } } },
    ],
    ['with a wall of zero length', { wall: { kind: 'wall', props: { start: [1, 1], end: [1, 1] } } }],
  ])('%s is published', async (_, nodes) => {
    const { stats, usdz } = await publish(nodes);
    expect(stats).toMatchObject({ triangles: 0, dropped: 0 });
    expect(usdz.length).toBeGreaterThan(0);
  });
});

describe('faces without area', () => {
  it('are published with the others', async () => {
    // An outline that goes along a line and back.
    const points = [
      [0, 0],
      [2, 0],
      [1, 0],
    ];
    const { stats } = await publish({ path: { kind: 'path', props: { points, depth: 0.2 } } });
    expect(stats.triangles).toBeGreaterThan(0);
  });
});

describe('a child of a sun light', () => {
  it('is rotated by its node, not by the position of the sun', async () => {
    const inside = {
      kind: 'box',
      name: 'Inside',
      parent: 'sun',
      position: [3, 0, 0],
      props: { size: [1, 2, 4] },
    };
    const outputs = await publish({ sun: { kind: 'sunLight', name: 'Sun' }, inside });
    expect(await boundsOf(outputs, 'Inside')).toEqual({ min: close([2.5, -1, -2]), max: close([3.5, 1, 2]) });
  });
});

describe('a node with a zero scale along one axis', () => {
  it('is rotated as in the scene', async () => {
    const half = Math.SQRT1_2;
    const flat = { kind: 'box', name: 'Flat', scale: [1, 0, 1], rotation: [half, 0, 0, half] };
    expect(await boundsOf(await publish({ flat }), 'Flat')).toEqual({
      min: close([-0.5, -0.5, 0]),
      max: close([0.5, 0.5, 0]),
    });
  });
});
