import fc from 'fast-check';
import { Ray, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { lockToAxis } from './lock-to-axis.ts';

const number = fc.double({ min: -100, max: 100, noNaN: true });
const point = fc.tuple(number, number, number).map((xyz) => new Vector3(...xyz));
const at = (x: number, y: number, z: number) => new Vector3(x, y, z);

describe('lockToAxis', () => {
  const project = ({ x, y }: Vector3) => ({ x, y });
  const pointer = { ray: new Ray(at(0.2, 5, 10), at(0, 0, -1)), at: { x: 0.2, y: 5 }, project };

  it('returns the snapped point along its main axis', () => {
    expect(lockToAxis(at(0, 0, 0), at(1, 4, -2), pointer).toArray()).toEqual([0, 4, 0]);
  });

  it('follows the axis closest to the pointer without a snapped point', () => {
    expect(lockToAxis(at(0, 0, 0), null, pointer).toArray()).toEqual([0, 5, 0]);
  });

  it('changes at most one coordinate', () => {
    fc.assert(
      fc.property(point, point, (from, caught) => {
        const found = lockToAxis(from, caught, pointer);
        const changed = found.toArray().filter((value, i) => value !== from.toArray()[i]);
        expect(changed.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
