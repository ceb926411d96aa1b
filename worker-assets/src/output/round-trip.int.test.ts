import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { cloneDocument, getBounds } from '@gltf-transform/functions';
import type { Box3 } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnOf, MODEL, squareModel } from '../test/drawn-scene.ts';
import { openReaderPage, type ReaderPage } from '../test/reader-page.ts';
import { animatedDocument } from '../test/sample-documents.ts';
import { hasSamples, readSample } from '../test/samples.ts';
import { buildGltf } from './build-gltf.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { measure } from './measure.ts';
import { optimize } from './optimize.ts';
import { writeGlb } from './write-glb.ts';
import { writeUsdz } from './write-usdz.ts';

const PLACE = { position: [1, 2, 3], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], scale: [2, 1, 1] };

let io: GltfIo;
let readers: ReaderPage;
let assets: Map<string, Uint8Array>;
beforeAll(async () => {
  io = await createGltfIo();
  readers = await openReaderPage();
  assets = await squareModel(io);
});
afterAll(async () => {
  await readers?.close();
});

/**
 * A document with one rotated, moved and scaled node of a kind, inside a group. `curve` belongs to its wall.
 */
function sceneWith(kind: string, curve = 0): SceneDocument {
  const props = kind === 'model' ? { asset: MODEL } : kind === 'wall' ? { curve } : {};
  // Openings need a wall.
  const wall = { kind: 'wall', name: 'Wall', parent: 'outer', props: { curve } };
  return parseDocument({
    nodes: {
      outer: { kind: 'group', name: 'Outer', position: [0, 10, 0] },
      ...(kind === 'opening' && { wall }),
      inner: { kind, name: `A ${kind}`, parent: kind === 'opening' ? 'wall' : 'outer', ...PLACE, props },
    },
  });
}

/** Quantised positions are on a grid of 2^14 steps per mesh. */
function expectSameBox(bounds: { min: readonly number[]; max: readonly number[] }, box: Box3): void {
  const size = box.max.distanceTo(box.min);
  for (const side of ['min', 'max'] as const) {
    bounds[side].forEach((value, axis) => {
      expect(Math.abs(value - box[side].getComponent(axis))).toBeLessThan(size / 4000);
    });
  }
}

describe.each([
  ...nodeDefs.map(({ kind }) => ({ kind, what: kind, curve: 0 })),
  { kind: 'wall', what: 'curved wall', curve: 0.8 },
  { kind: 'opening', what: 'door in a curved wall', curve: -1.2 },
])('a scene with a $what', ({ kind, curve }) => {
  it('has the same geometry in GLB and USDZ', async () => {
    const scene = sceneWith(kind, curve);
    const { triangles, box } = await drawnOf(scene);
    const { document, dropped } = await buildGltf(scene, assets, io);
    expect(dropped).toBe(0);
    const { bytes: usdz } = await writeUsdz(document, { arPlacement: 'floor' });
    await optimize(document, { target: 'desktop', purpose: 'scene' });
    const back = await io.readGlb(await writeGlb(document, io));

    expect(measure(back).triangles).toBe(triangles);
    expect(
      back
        .getRoot()
        .listNodes()
        .map((node) => node.getName()),
    ).toEqual(expect.arrayContaining(['Outer', `A ${kind}`]));
    const [three, tiny] = [await readers.readWithThree(usdz), await readers.readWithTinyUsdz(usdz)];
    expect(three).toMatchObject({ triangles, errors: [] });
    expect(tiny.triangles).toBe(triangles);
    if (triangles > 0) {
      const backScene = back.getRoot().listScenes()[0];
      expectSameBox(backScene ? getBounds(backScene) : { min: [], max: [] }, box);
      expectSameBox(three.bounds, box);
      expectSameBox(tiny.bounds, box);
    }
  });
});

describe('a scene of many nodes', () => {
  it('shares meshes and draws equal nodes as one', async () => {
    const nodes = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`b${i}`, { kind: 'box', position: [i * 2, 0, 0] }]),
    );
    const { document } = await buildGltf(parseDocument({ nodes }), assets, io);
    expect(document.getRoot().listMeshes()).toHaveLength(1);
    const mobile = cloneDocument(document);
    await optimize(document, { target: 'desktop', purpose: 'scene' });
    await optimize(mobile, { target: 'mobile', purpose: 'scene' });
    for (const optimized of [document, mobile]) {
      const back = await io.readGlb(await writeGlb(optimized, io));
      expect(measure(back)).toEqual({ triangles: 600, drawCalls: 1, textures: 0 });
    }
  });

  it('keeps the copies of an animated model as separate nodes', async () => {
    const moving = new Map([[MODEL, await io.writeGlb(animatedDocument())]]);
    const nodes = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [
        `m${i}`,
        { kind: 'model', position: [i, 0, 0], props: { asset: MODEL } },
      ]),
    );
    const { document } = await buildGltf(parseDocument({ nodes }), moving, io);
    await optimize(document, { target: 'desktop', purpose: 'scene' });
    const back = await io.readGlb(await writeGlb(document, io));
    expect(measure(back).triangles).toBe(12);
    const targets = back
      .getRoot()
      .listAnimations()[0]
      ?.listChannels()
      .map((channel) => channel.getTargetNode());
    expect(new Set(targets).size).toBe(6);
    const moved = (targets ?? []).flatMap((node) => [
      node?.getMesh(),
      ...(node?.listChildren() ?? []).map((child) => child.getMesh()),
    ]);
    expect(moved.filter((mesh) => mesh).length).toBe(6);
  });

  it('omits hidden branches', async () => {
    const scene = parseDocument({
      nodes: {
        hidden: { kind: 'group', visible: false },
        box: { kind: 'box', parent: 'hidden' },
        seen: { kind: 'box' },
      },
    });
    const { document } = await buildGltf(scene, assets, io);
    expect(measure(document).triangles).toBe(12);
  });

  it('counts missing and broken assets, and continues without them', async () => {
    const scene = parseDocument({
      materials: {
        m: {
          maps: {
            color: '/api/assets/00000000-0000-4000-8000-000000000002',
            normal: '/api/assets/00000000-0000-4000-8000-000000000003',
          },
        },
      },
      nodes: {
        a: { kind: 'model', props: { asset: '/api/assets/00000000-0000-4000-8000-000000000002' } },
        b: { kind: 'box', material: 'm' },
      },
    });
    const broken = new Map([['/api/assets/00000000-0000-4000-8000-000000000003', new Uint8Array([1, 2, 3])]]);
    const { document, dropped } = await buildGltf(scene, broken, io);
    expect(dropped).toBe(3);
    await expect(writeGlb(document, io)).resolves.toBeInstanceOf(Uint8Array);
  });
});

describe.skipIf(!hasSamples)('the engine in a scene', () => {
  it('keeps the triangles of both copies at less than half the file size', async () => {
    const engine = new Map([
      ['/api/assets/00000000-0000-4000-8000-000000000004', await readSample('glb/2CylinderEngine.glb')],
    ]);
    const props = { asset: '/api/assets/00000000-0000-4000-8000-000000000004' };
    const scene = parseDocument({
      nodes: { a: { kind: 'model', props }, b: { kind: 'model', position: [900, 0, 0], props } },
    });
    const { document } = await buildGltf(scene, engine, io);
    const textureFree = measure(document);
    expect(textureFree.triangles).toBe(121_496 * 2);
    await optimize(document, { target: 'desktop', purpose: 'scene' });
    const glb = await writeGlb(document, io);
    expect(measure(await io.readGlb(glb)).triangles).toBe(textureFree.triangles);
    expect(glb.length).toBeLessThan(1_838_084 / 2);
  });
});
