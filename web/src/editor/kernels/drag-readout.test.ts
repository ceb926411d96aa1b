import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { readDrag } from './drag-readout.ts';

const ORIGIN = new Vector3(1, 2, 3);
const around = (inner: Matrix4) =>
  new Matrix4()
    .makeTranslation(ORIGIN)
    .multiply(inner)
    .multiply(new Matrix4().makeTranslation(ORIGIN.clone().negate()));

describe('readDrag', () => {
  it('returns a distance, an angle or a scale', () => {
    expect(readDrag(new Matrix4().makeTranslation(3, 0, -4), ORIGIN)).toEqual({
      kind: 'moved',
      by: [3, 0, -4],
      far: 5,
    });
    const turn = new Matrix4().makeRotationFromQuaternion(
      new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), -0.5),
    );
    expect(readDrag(around(turn), ORIGIN)).toEqual({ kind: 'turned', angle: expect.closeTo(0.5) });
    expect(readDrag(around(new Matrix4().makeScale(2, 1, 1)), ORIGIN)).toEqual({
      kind: 'scaled',
      by: [expect.closeTo(2), expect.closeTo(1), expect.closeTo(1)],
    });
  });

  it('returns null before any movement', () => {
    expect(readDrag(new Matrix4(), ORIGIN)).toBeNull();
  });
});
