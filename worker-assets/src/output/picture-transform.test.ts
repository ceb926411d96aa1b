import { parseDocument } from '@diorama/shared/scene/document.ts';
import { uvMatrix } from '@diorama/shared/scene/uv-matrix.ts';
import type { Transform } from '@gltf-transform/extensions';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { Vector2 } from 'three';
// @ts-expect-error three ships this reader without types
import { USDCParser } from 'three/examples/jsm/loaders/usd/USDCParser.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { solidPng } from '../test/sample-documents.ts';
import { buildGltf } from './build-gltf.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { writeGlb } from './write-glb.ts';
import { writeUsdz } from './write-usdz.ts';

const PICTURE = '/api/assets/00000000-0000-4000-8000-000000000001';

let io: GltfIo;
let assets: Map<string, Uint8Array>;
beforeAll(async () => {
  io = await createGltfIo();
  assets = new Map([[PICTURE, await solidPng(4, '#ff0000')]]);
});

type Point = [number, number];

/** Applies KHR_texture_transform with V down: scale, rotation, offset. */
function asGltf(transform: Transform | null, [u, v]: Point): Point {
  const [x, y] = transform?.getOffset() ?? [0, 0];
  const [repeatX, repeatY] = transform?.getScale() ?? [1, 1];
  const [cos, sin] = [Math.cos(transform?.getRotation() ?? 0), Math.sin(transform?.getRotation() ?? 0)];
  const [a, b] = [repeatX * u, repeatY * v];
  return [cos * a + sin * b + x, -sin * a + cos * b + y];
}

type Usd = { scale: ArrayLike<number>; rotation: number; translation: ArrayLike<number> };

/** Applies `UsdTransform2d` of UsdPreviewSurface with V up: scale, counterclockwise rotation, translation. */
function asUsd({ scale, rotation, translation }: Usd, [u, v]: Point): Point {
  const turn = new Vector2(u * (scale[0] ?? 1), v * (scale[1] ?? 1));
  turn.rotateAround(new Vector2(), (rotation * Math.PI) / 180);
  return [turn.x + (translation[0] ?? 0), turn.y + (translation[1] ?? 0)];
}

async function written(uv: object) {
  const scene = parseDocument({
    materials: { m: { name: 'Laid', maps: { color: PICTURE }, uv } },
    nodes: { box: { kind: 'box', material: 'm' } },
  });
  const { document } = await buildGltf(scene, assets, io);
  const { bytes } = await writeUsdz(document, { arPlacement: 'floor' });
  const { specsByPath } = new USDCParser().parseData(unzipSync(bytes)['scene.usdc']?.slice().buffer);
  const input = (name: string): unknown =>
    specsByPath[`/Root/Materials/Laid/colorTransform.inputs:${name}`]?.fields.default;
  const back = await io.readGlb(await writeGlb(document, io));
  const [material] = back.getRoot().listMaterials();
  return {
    scene,
    glb: material?.getBaseColorTextureInfo()?.getExtension<Transform>('KHR_texture_transform') ?? null,
    usd: { scale: input('scale'), rotation: input('rotation'), translation: input('translation') } as Usd,
  };
}

const close = ([u, v]: Point) => [expect.closeTo(u, 3), expect.closeTo(v, 3)];
const value = fc.double({ min: -8, max: 8, noNaN: true });
const turn = fc.double({ min: -6.3, max: 6.3, noNaN: true });
const uvs = fc.record({ offset: fc.tuple(value, value), repeat: fc.tuple(value, value), rotation: turn });

describe('a texture with a real size', () => {
  it('repeats at the same size on a box and a wall in GLB, by the material of each slot', async () => {
    const scene = parseDocument({
      materials: {
        m: { maps: { color: PICTURE }, uv: { size: 0.5 } },
        other: { maps: { color: PICTURE }, uv: { size: 2 } },
      },
      nodes: {
        box: { kind: 'box', name: 'Box', material: 'm', props: { size: [4, 1, 1] } },
        wall: {
          kind: 'wall',
          name: 'Wall',
          material: 'm',
          position: [0, 0, 9],
          props: { end: [4, 0], height: 1, materials: { left: 'other' } },
        },
      },
    });
    const { document } = await buildGltf(scene, assets, io);
    const back = await io.readGlb(await writeGlb(document, io));
    const widths = (name: string) =>
      back
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === name)
        ?.getMesh()
        ?.listPrimitives()
        .map((primitive) => {
          const uv = primitive.getAttribute('TEXCOORD_0');
          const used = Array.from(primitive.getIndices()?.getArray() ?? []);
          const across = used.map((at) => uv?.getElement(at, [])[0] ?? 0);
          return Math.max(...across) - Math.min(...across);
        });
    expect(widths('Box')).toEqual([expect.closeTo(8, 2)]);
    expect(widths('Wall')?.sort()).toEqual([2, 8, 8.1].map((width) => expect.closeTo(width, 2)));
  });
});

describe('a texture with repeat, rotation and offset', () => {
  it('has the same coordinates in GLB and USDZ as in the editor', async () => {
    await fc.assert(
      fc.asyncProperty(uvs, fc.tuple(value, value), async (uv, point) => {
        // An identity transform is omitted.
        fc.pre(uv.offset[0] !== 0);
        const { scene, glb, usd } = await written(uv);
        const { x, y } = new Vector2(...point).applyMatrix3(uvMatrix(scene.materials.m?.uv ?? uv));
        const [u, down] = asGltf(glb, [point[0], 1 - point[1]]);
        expect([u, 1 - down]).toEqual(close([x, y]));
        expect(asUsd(usd, point)).toEqual(close([x, y]));
      }),
      { numRuns: 25 },
    );
  });
});
