import fc from 'fast-check';
import { Box3, Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { ALIGN_SIDES, AXES, alignBoxes, distributeBoxes, mirrorAt } from './arrange.ts';

const number = fc.double({ min: -100, max: 100, noNaN: true });
const size = fc.double({ min: 0.01, max: 10, noNaN: true });
const box = fc
  .tuple(number, number, number, size, size, size)
  .map(([x, y, z, dx, dy, dz]) => new Box3(new Vector3(x, y, z), new Vector3(x + dx, y + dy, z + dz)));
const boxes = fc.array(box, { minLength: 2, maxLength: 12 });
const axis = fc.constantFrom(...AXES);

describe('alignBoxes', () => {
  it('aligns one side of all boxes with their common bounds, and is idempotent', () => {
    fc.assert(
      fc.property(boxes, axis, fc.constantFrom(...ALIGN_SIDES), (some, along, side) => {
        const moves = alignBoxes(some, along, side);
        const moved = some.map((one, i) => one.clone().translate(shift(along, moves[i] ?? 0)));
        for (const again of alignBoxes(moved, along, side)) {
          expect(again).toBeCloseTo(0, 6);
        }
        if (side !== 'center') {
          const edge = Math[side](...some.map((one) => one[side][along]));
          expect(moved.every((one) => Math.abs(one[side][along] - edge) < 1e-6)).toBe(true);
        }
      }),
    );
  });
});

describe('distributeBoxes', () => {
  it('makes all gaps equal, and keeps the outermost boxes in place', () => {
    fc.assert(
      fc.property(fc.array(box, { minLength: 3, maxLength: 12 }), axis, (some, along) => {
        const moves = distributeBoxes(some, along);
        const middle = (one: Box3) => one.min[along] + one.max[along];
        const moved = some
          .map((one, i) => ({ one, i }))
          .sort((a, b) => middle(a.one) - middle(b.one) || a.i - b.i)
          .map(({ one, i }) => one.clone().translate(shift(along, moves[i] ?? 0)));
        const gaps = moved.slice(1).map((one, i) => one.min[along] - (moved[i]?.max[along] ?? 0));
        for (const gap of gaps) {
          expect(gap).toBeCloseTo(gaps[0] ?? 0, 5);
        }
        expect(moves.filter((move) => Math.abs(move) < 1e-9).length).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  it('moves nothing for two boxes', () => {
    expect(distributeBoxes([new Box3(), new Box3()], 'x')).toEqual([0, 0]);
  });
});

it('mirrorAt applied twice is the identity', () => {
  fc.assert(
    fc.property(number, number, number, axis, (x, y, z, along) => {
      const matrix = mirrorAt(new Vector3(x, y, z), along);
      expect(matrix.determinant()).toBeCloseTo(-1);
      expect(closeToIdentity(matrix.clone().multiply(matrix))).toBe(true);
    }),
  );
});

function shift(along: (typeof AXES)[number], by: number): Vector3 {
  const move = new Vector3();
  move[along] = by;
  return move;
}

function closeToIdentity(matrix: Matrix4): boolean {
  const { elements } = new Matrix4();
  return matrix.elements.every((value, i) => Math.abs(value - (elements[i] ?? 0)) < 1e-6);
}
