import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { isUpright } from './is-upright.ts';

const placed = (turn: [number, number, number], scale: [number, number, number] = [1, 1, 1]) =>
  new Matrix4().compose(
    new Vector3(3, 1, -2),
    new Quaternion().setFromEuler(new Euler(...turn)),
    new Vector3(...scale),
  );

describe('isUpright', () => {
  it('accepts any position and any rotation about +Y', () => {
    for (const turn of [0, 0.3, Math.PI / 2, -3]) {
      expect(isUpright(placed([0, turn, 0]))).toBe(true);
    }
  });

  it('tolerates rounding errors but no visible deviation', () => {
    expect(isUpright(placed([1e-6, 0.3, 0], [1 + 1e-10, 1, 1]))).toBe(true);
    expect(isUpright(placed([1e-3, 0.3, 0]))).toBe(false);
    expect(isUpright(placed([0, 0.3, 0], [1.001, 1, 1]))).toBe(false);
  });

  it('accepts mirrored but not upside-down walls', () => {
    for (const scale of [
      [-1, 1, 1],
      [1, 1, -1],
    ] as const) {
      expect(isUpright(placed([0, 0.3, 0], [...scale]))).toBe(true);
    }
    expect(isUpright(placed([0, 0.3, 0], [1, -1, 1]))).toBe(false);
    expect(isUpright(placed([0, 0.3, 0], [-1, -1, -1]))).toBe(false);
  });

  it('rejects tilted, upside-down and scaled walls', () => {
    expect(isUpright(placed([0.2, 0, 0]))).toBe(false);
    expect(isUpright(placed([Math.PI, 0, 0]))).toBe(false);
    for (const scale of [
      [2, 2, 2],
      [1, 2, 1],
      [-2, 1, 1],
      [0, 1, 1],
    ] as const) {
      expect(isUpright(placed([0, 0.3, 0], [...scale]))).toBe(false);
    }
  });
});
