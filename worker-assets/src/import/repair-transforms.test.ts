import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { GltfJson } from '../output/gltf-io.ts';
import { repairTransforms } from './repair-transforms.ts';

function sceneOf(nodes: NonNullable<GltfJson['nodes']>): GltfJson {
  return { asset: { version: '2.0' }, scenes: [{ nodes: [0] }], nodes };
}

/** World matrix of a node, from the transforms of its ancestors. */
function worldOf(json: GltfJson, index: number): Matrix4 {
  const {
    matrix,
    translation = [0, 0, 0],
    rotation = [0, 0, 0, 1],
    scale = [1, 1, 1],
  } = json.nodes?.[index] ?? {};
  const own = matrix
    ? new Matrix4().fromArray(matrix)
    : new Matrix4().compose(
        new Vector3().fromArray(translation),
        new Quaternion().fromArray(rotation),
        new Vector3().fromArray(scale),
      );
  const parent = json.nodes?.findIndex(({ children }) => children?.includes(index)) ?? -1;
  return parent < 0 ? own : own.premultiply(worldOf(json, parent));
}

describe('a node with a matrix', () => {
  it.each([
    ['shears', [1, 0, 0, 0, 0.7, 1, 0, 0, 0, 0.3, 1, 0, 4, 5, 6, 1]],
    ['shears and mirrors', [-1, 0, 0, 0, 0.7, 1, 0, 0, 0.2, 0.3, 2, 0, 0, 0, 0, 1]],
    ['flattens', [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['maps two axes to one', [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]],
    ['maps all axes to one', [1, 1, 0, 0, 2, 2, 0, 0, 3, 3, 0, 0, 0, 0, 0, 1]],
  ])('keeps its placement without the matrix if it %s', (_, matrix) => {
    const json = sceneOf([{ children: [1], translation: [0, 1, 0] }, { mesh: 0, matrix, children: [2] }, {}]);
    const before = [1, 2].map((index) => worldOf(json, index).toArray());
    repairTransforms(json);
    expect(json.nodes?.every((node) => node.matrix === undefined)).toBe(true);
    [1, 2].forEach((index, at) => {
      worldOf(json, index)
        .toArray()
        .forEach((value, i) => {
          expect(value).toBeCloseTo(before[at]?.[i] ?? Number.NaN, 4);
        });
    });
  });

  it('keeps a matrix of rotation and scale', () => {
    const turned = new Matrix4()
      .makeRotationX(1)
      .scale(new Vector3(2, -3, 4))
      .toArray();
    const json = sceneOf([{ mesh: 0, matrix: turned }]);
    expect(repairTransforms(json)).toEqual([]);
    expect(json).toEqual(sceneOf([{ mesh: 0, matrix: turned }]));
  });
});

it('a zero scale becomes a tiny scale', () => {
  const json = sceneOf([{ scale: [2, 0, -1] }, { scale: [0, 0, 0] }]);
  expect(repairTransforms(json)).toHaveLength(1);
  expect(json.nodes?.map(({ scale }) => scale)).toEqual([
    [2, 2e-6, -1],
    [1e-6, 1e-6, 1e-6],
  ]);
});

it.each([
  ['a rounding error', [0, 0, 0.6, 0.80001], [0, 0, 0.6, 0.80001]],
  ['a sheared transform', [0, 0, 0.3, 0.4], [0, 0, 0.6, 0.8]],
  ['nothing', [0, 0, 0, 0], [0, 0, 0, 1]],
  ['a NaN component', [0, Number.NaN, 0, 1], [0, 0, 0, 1]],
])('a rotation becomes a unit quaternion: %s', (_, rotation, unit) => {
  const json = sceneOf([{ rotation }]);
  repairTransforms(json);
  json.nodes?.[0]?.rotation?.forEach((value, i) => void expect(value).toBeCloseTo(unit[i] ?? 0, 6));
});
