import { expect, it } from 'vitest';
import { normalizeObj } from './normalize-obj.ts';

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
  ['no statement', [], 0.1, true],
  ['no statement, at a sharp edge', [], 1, false],
  ['smoothing off', ['s off'], 0.1, false],
  ['smoothing 0', ['s 0'], 0.1, false],
] as const)('joins faces without normals by %s', (_, smoothing, height, isSmooth) => {
  expect(normalsOf([...smoothing], height).length > 0).toBe(isSmooth);
});

it('keeps the normals that a file has', () => {
  const text = [...fold(0.1), 'vn 0 1 0', 's 1', 'f 1//1 2//1 3//1', 'f 2//1 1//1 4//1'].join('\n');
  expect(
    normalizeObj(text)
      .text.split('\n')
      .filter((line) => line.startsWith('vn ')),
  ).toEqual(['vn 0 1 0']);
});
