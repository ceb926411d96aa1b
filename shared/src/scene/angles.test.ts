import { Quaternion } from 'three';
import { describe, expect, it } from 'vitest';
import { type Angles, anglesOf, rotationOf } from './angles.ts';

const degrees = (...values: Angles): Angles => {
  const [x, y, z] = values.map((value) => (value / 180) * Math.PI);
  return [x ?? 0, y ?? 0, z ?? 0];
};

describe('the angles of a rotation', () => {
  it.each([
    [0, 0, 0],
    [100, 0, 0],
    [90, 30, 20],
    [-135, 200, 10],
    [0, 0, 720],
  ])('keep the typed values: %d, %d, %d', (x, y, z) => {
    const typed = degrees(x, y, z);
    expect(anglesOf(rotationOf(typed), typed)).toEqual(typed);
  });

  it('pass 90 and 180 degrees without jumping', () => {
    let seen = degrees(0, 10, 0);
    for (let step = 1; step <= 72; step += 1) {
      const next = anglesOf(rotationOf(degrees(step * 5, 10, 0)), seen);
      expect(next[0] - seen[0]).toBeCloseTo((5 / 180) * Math.PI, 5);
      expect(next[1]).toBeCloseTo((10 / 180) * Math.PI, 5);
      seen = next;
    }
  });

  it('reproduce the rotation that they are read from', () => {
    const near = degrees(170, -20, 300);
    const rotation = rotationOf(degrees(-60, 130, 45));
    const again = new Quaternion(...rotationOf(anglesOf(rotation, near)));
    expect(Math.abs(again.dot(new Quaternion(...rotation)))).toBeCloseTo(1, 6);
  });
});
