import { expect, it } from 'vitest';
import type { Point } from './concave-triangles.ts';
import { cornerNormals } from './corner-normals.ts';
import { normalizeObj } from './obj/normalize-obj.ts';

/** Two triangles that share an edge, at a right or a small angle. */
const fold = (height: number) => ['v 0 0 0', 'v 0 0 1', 'v 1 0 0', `v ${height === 1 ? 0 : -1} ${height} 0`];
const FACES = ['f 1 2 3', 'f 2 1 4'];

function normalsOf(smoothing: string[], height: number): string[] {
  const { text } = normalizeObj([...fold(height), ...smoothing, ...FACES].join('\n'));
  return text.split('\n').filter((line) => line.startsWith('vn '));
}

it.each([
  ['a smoothing group', ['s 1'], 1, true],
  ['another smoothing group', ['s 7'], 0.1, true],
  ['no smoothing statement', [], 0.1, true],
  ['no smoothing statement, at a sharp edge', [], 1, false],
  ['smoothing off', ['s off'], 0.1, false],
  ['smoothing 0', ['s 0'], 0.1, false],
] as const)(
  'normalizeObj smooths faces without normals according to %s',
  (_, smoothing, height, isSmooth) => {
    expect(normalsOf([...smoothing], height).length > 0).toBe(isSmooth);
  },
);

it('normalizeObj keeps the normals of a file', () => {
  const text = [...fold(0.1), 'vn 0 1 0', 's 1', 'f 1//1 2//1 3//1', 'f 2//1 1//1 4//1'].join('\n');
  expect(
    normalizeObj(text)
      .text.split('\n')
      .filter((line) => line.startsWith('vn ')),
  ).toEqual(['vn 0 1 0']);
});

/** Triangles around the origin, in a plane. */
function fanOf(count: number): Point[][] {
  const rim = (at: number): Point => {
    const angle = (2 * Math.PI * (at % count)) / count;
    return [Math.cos(angle), Math.sin(angle), 0];
  };
  return Array.from({ length: count }, (_, at) => [[0, 0, 0], rim(at), rim(at + 1)]);
}

it.each([
  ['by angle', null],
  ['by smoothing group', true],
] as const)(
  'cornerNormals smooths a fan of thousands of faces %s without comparing all pairs',
  (_, answer) => {
    const count = 5_000;
    let compared = 0;
    const normals = cornerNormals(fanOf(count), () => {
      compared += 1;
      return answer;
    });
    expect(normals.every((corners) => corners?.every(({ z }) => z > 0.999))).toBe(true);
    expect(compared).toBeLessThan(count * 10);
  },
);

it('cornerNormals keeps unjoined faces of a fan flat', () => {
  expect(cornerNormals(fanOf(5_000), () => false).some(Boolean)).toBe(false);
});
