// @module-tag full
import type { Primitive } from '@gltf-transform/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainGeometry } from '../output/plain-geometry.ts';
import { foldedTds } from '../test/3ds-files.ts';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { rounded } from '../test/other-format-files.ts';

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

async function open(parts: Parameters<typeof foldedTds>[0]) {
  const opened = await importer.open({ 'fold.3ds': foldedTds(parts) });
  await plainGeometry(opened.document);
  const primitives = opened.document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
  return { ...opened, primitives };
}

/** The different normals of the vertices that parts draw, rounded. */
function normalsOf(primitives: readonly Primitive[]): string[] {
  const found = primitives.flatMap((primitive) => {
    const normals = primitive.getAttribute('NORMAL');
    const drawn =
      primitive.getIndices()?.getArray() ?? Array.from({ length: normals?.getCount() ?? 0 }, (_, i) => i);
    return Array.from(drawn, (vertex) =>
      (normals?.getElement(vertex, []) ?? []).map((value) => Math.round(value * 10) / 10 + 0).join(' '),
    );
  });
  return [...new Set(found)].sort();
}

/** Normals of both faces, with Y up, and of their common edge. */
const [UP, FRONT, BETWEEN] = ['0 0 1', '0 1 0', '0 0.7 0.7'];

describe('faces of a 3DS', () => {
  it.each([
    ['that share a smoothing group are smooth', [1, 1], [UP, FRONT, BETWEEN]],
    ['that share one of several smoothing groups are smooth', [6, 3], [UP, FRONT, BETWEEN]],
    ['of different smoothing groups are flat', [1, 2], [UP, FRONT]],
    ['without a smoothing group are flat', [0, 0], [UP, FRONT]],
    ['without smoothing data are flat at sharp edges', undefined, [UP, FRONT]],
  ] satisfies [string, [number, number] | undefined, string[]][])('%s', async (_, smoothing, expected) => {
    const { primitives } = await open({ smoothing });
    expect(normalsOf(primitives)).toEqual([...expected].sort());
  });

  it('have the materials that name them, in any order', async () => {
    const { document, description } = await open({
      materials: [
        { name: 'Red', color: [255, 0, 0], faces: [1] },
        { name: 'Blue', color: [0, 0, 255], faces: [0] },
      ],
    });
    expect(description.triangles).toBe(2);
    const colors = document
      .getRoot()
      .listMeshes()
      .flatMap((mesh) => mesh.listPrimitives())
      .map((primitive) => [primitive.getMaterial()?.getName(), ...normalsOf([primitive])]);
    expect(colors).toEqual([
      ['Red', FRONT],
      ['Blue', UP],
    ]);
  });

  it('are kept without a material', async () => {
    const { description } = await open({ materials: [{ name: 'Red', color: [255, 0, 0], faces: [1] }] });
    expect(description.triangles).toBe(2);
    expect(description.slots).toHaveLength(2);
  });
});

describe('a 3DS mesh that several nodes show', () => {
  it('is placed at each of its nodes', async () => {
    const { description } = await open({
      nodes: [
        [0, 0, 0],
        [5, 0, 0],
        [5, 5, 0],
      ],
    });
    expect(description.triangles).toBe(6);
    expect(rounded(description.bounds)).toEqual({ min: [0, 0, -6], max: [6, 1, 0] });
  });

  it('keeps its written position if only one node shows it', async () => {
    const { description } = await open({ nodes: [[9, 9, 9]] });
    expect(description.triangles).toBe(2);
    expect(rounded(description.bounds)).toEqual({ min: [0, 0, -1], max: [1, 1, 0] });
  });
});
