import fc from 'fast-check';
import { Box3, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { PLACE_STEP, placeNear } from './placement.ts';

const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const side = metres(0.05, 4);
const size = fc.tuple(side, side, side).map(([x, y, z]) => new Vector3(x, y, z));
const spot = fc.tuple(metres(-5, 5), metres(0, 2), metres(-5, 5)).map(([x, y, z]) => new Vector3(x, y, z));
const boxOf = (foot: Vector3, { x, y, z }: Vector3) =>
  new Box3(
    new Vector3(foot.x - x / 2, foot.y, foot.z - z / 2),
    new Vector3(foot.x + x / 2, foot.y + y, foot.z + z / 2),
  );
const others = fc.array(
  fc.tuple(spot, size).map(([at, of]) => boxOf(at, of)),
  { maxLength: 25 },
);

/** Depth of the overlap of two boxes; 0 when touching. */
const depth = (a: Box3, b: Box3) => Math.min(...a.clone().intersect(b).getSize(new Vector3()).toArray());

describe('placeNear', () => {
  it('places a box beside others, at the requested height, on grid steps', () => {
    fc.assert(
      fc.property(size, spot, others, (of, at, there) => {
        const foot = placeNear({ size: of, at, others: there });
        const own = boxOf(foot, of);
        for (const other of there) {
          expect(own.intersectsBox(other) ? depth(own, other) : 0).toBeLessThan(1e-3);
        }
        expect(foot.y).toBe(at.y);
        for (const value of [foot.x, foot.z]) {
          expect(Math.abs(value / PLACE_STEP - Math.round(value / PLACE_STEP))).toBeLessThan(1e-6);
        }
      }),
    );
  });

  it('uses the requested place when it is free', () => {
    fc.assert(
      fc.property(size, spot, (of, at) => {
        const foot = placeNear({ size: of, at, others: [] });
        expect(Math.hypot(foot.x - at.x, foot.z - at.z)).toBeLessThan(PLACE_STEP);
      }),
    );
  });

  it('places equal boxes close together', () => {
    const of = new Vector3(1, 1, 1);
    const there: Box3[] = [];
    for (let i = 0; i < 9; i++) {
      there.push(boxOf(placeNear({ size: of, at: new Vector3(), others: there }), of));
    }
    const furthest = Math.max(...there.map(({ min, max }) => min.clone().add(max).length() / 2));
    expect(furthest).toBeLessThan(3.5);
  });

  it('ignores boxes that are higher or lower', () => {
    const lamp = boxOf(new Vector3(0, 2, 0), new Vector3(1, 1, 1));
    const cellar = boxOf(new Vector3(0, -3, 0), new Vector3(9, 3, 9));
    const foot = placeNear({ size: new Vector3(1, 2, 1), at: new Vector3(), others: [lamp, cellar] });
    expect(foot.toArray()).toEqual([0, 0, 0]);
  });
});
