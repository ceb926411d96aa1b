import fc from 'fast-check';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { inverseOf, scaleAlong, type Transform, transformOf } from './transform.ts';

const number = fc.double({ min: -10, max: 10, noNaN: true });
const factor = fc.double({ min: 0.1, max: 5, noNaN: true }).chain((value) => fc.constantFrom(value, -value));
const turn = fc
  .tuple(number, number, number, fc.double({ min: 0.1, max: 10, noNaN: true }))
  .map((parts) => new Quaternion(...parts).normalize());
const vector = (part: fc.Arbitrary<number>) => fc.tuple(part, part, part);
const transform: fc.Arbitrary<Transform> = fc.record({
  position: vector(number),
  rotation: turn.map((quaternion) => quaternion.toArray()),
  scale: vector(factor),
});
const matrixOf = ({ position, rotation, scale }: Transform) =>
  new Matrix4().compose(new Vector3(...position), new Quaternion(...rotation), new Vector3(...scale));
const expectSame = (one: Matrix4, other: Matrix4) =>
  one.elements.forEach((element, i) => {
    expect(element).toBeCloseTo(other.elements[i] ?? Number.NaN, 5);
  });
const expectTurn = (one: Transform['rotation'], other: Transform['rotation']) =>
  expect(new Quaternion(...one).angleTo(new Quaternion(...other))).toBeLessThan(1e-4);

describe('transformOf', () => {
  it('restores the transform of a matrix with any mirrored axes', () => {
    fc.assert(
      fc.property(transform, (own) => {
        const read = transformOf(matrixOf(own), own);
        expect(read.scale.map(Math.sign)).toEqual(own.scale.map(Math.sign));
        expectTurn(read.rotation, own.rotation);
        expectSame(matrixOf(read), matrixOf(own));
      }),
    );
  });

  it('applies a rotation to a mirrored transform without changing its scale', () => {
    fc.assert(
      fc.property(transform, turn, (own, by) => {
        const matrix = matrixOf(own).premultiply(new Matrix4().makeRotationFromQuaternion(by));
        const { position, rotation } = transformOf(matrix, own);
        expectSame(matrixOf({ position, rotation, scale: own.scale }), matrix);
      }),
    );
  });

  it('mirrors along the axis that changes the rotation least', () => {
    fc.assert(
      fc.property(transform, fc.constantFrom(0, 1, 2), (own, axis) => {
        const scale = own.scale.map((value, i) => (i === axis ? -value : value)) as Transform['scale'];
        const mirrored = { ...own, scale };
        const read = transformOf(matrixOf(mirrored), own);
        expectSame(matrixOf(read), matrixOf(mirrored));
        expectTurn(read.rotation, own.rotation);
      }),
    );
  });

  it('keeps the rotation of planes, lines and points', () => {
    fc.assert(
      fc.property(transform, fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), (own, [isX, isY, isZ]) => {
        const zeros = [isX, isY, isZ];
        const scale = own.scale.map((value, i) => (zeros[i] ? 0 : value)) as Transform['scale'];
        const flat = { ...own, scale };
        const read = transformOf(matrixOf(flat), flat);
        expectSame(matrixOf(read), matrixOf(flat));
        expect(read.scale.map((value) => value === 0)).toEqual(zeros);
        // The axes determine the upper side, except for a mirrored one.
        if (own.scale.every((value) => value > 0)) {
          expectTurn(read.rotation, own.rotation);
        }
      }),
    );
  });
});

describe('scaleAlong', () => {
  it('scales along the node’s axes, through zero to negative values', () => {
    fc.assert(
      fc.property(transform, vector(factor), (own, by) => {
        const matrix = matrixOf(own).multiply(new Matrix4().makeScale(...by));
        const scale = scaleAlong(matrix, own.rotation);
        scale.forEach((value, i) => {
          expect(value).toBeCloseTo((own.scale[i] ?? 0) * (by[i] ?? 0), 5);
        });
      }),
    );
  });
});

describe('inverseOf', () => {
  it('inverts invertible matrices and returns the identity for others', () => {
    const flat = new Matrix4().makeScale(1, 0, 1);
    expectSame(inverseOf(flat), new Matrix4());
    const moved = new Matrix4().makeTranslation(1, 2, 3);
    expectSame(inverseOf(moved).multiply(moved), new Matrix4());
  });
});
