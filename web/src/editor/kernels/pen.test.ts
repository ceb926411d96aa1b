import { MAX_PATH_POINTS } from '@diorama/shared/scene/nodes/path/schema.ts';
import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alongTurn, nearestOn, type PenPoint, penLine } from './pen.ts';

const place: fc.Arbitrary<PlanPoint> = fc.tuple(
  fc.double({ min: -50, max: 50, noNaN: true }),
  fc.double({ min: -50, max: 50, noNaN: true }),
);
const corner = (at: PlanPoint): PenPoint => ({ at, handle: null });
const anyPoint: fc.Arbitrary<PenPoint> = fc.record({ at: place, handle: fc.option(place) });

describe('penLine', () => {
  it('returns corner points unchanged', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 20 }), fc.boolean(), (places, isClosed) => {
        expect(penLine(places.map(corner), isClosed)).toEqual(places);
      }),
    );
  });

  it('passes through every point in order, for any number of points', () => {
    fc.assert(
      fc.property(fc.array(anyPoint, { minLength: 1, maxLength: 300 }), fc.boolean(), (points, isClosed) => {
        const line = penLine(points, isClosed);
        expect(line.length).toBeLessThanOrEqual(MAX_PATH_POINTS);
        let after = -1;
        for (const { at } of points) {
          after = line.findIndex((one, i) => i > after && one === at);
          expect(after).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('leaves a point along its handle, and enters the next one against its handle', () => {
    const line = penLine(
      [
        { at: [0, 0], handle: [0, 1] },
        { at: [2, 0], handle: [0, -1] },
      ],
      false,
    );
    const [, second] = line;
    const before = line.at(-2);
    // Up at both ends, below the line in the middle.
    expect(second?.[1]).toBeGreaterThan(0.1);
    expect(before?.[1]).toBeGreaterThan(0.1);
    expect(line[8]).toEqual([1, expect.closeTo(0.75, 10)]);
  });
});

describe('alongTurn', () => {
  it('snaps to one of eight directions, at the point closest to the pointer', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const [x, z] = alongTurn(from, to);
        const [dx, dz] = [x - from[0], z - from[1]];
        const off = [Math.abs(dx), Math.abs(dz), Math.abs(dx - dz), Math.abs(dx + dz)];
        expect(Math.min(...off)).toBeLessThan(1e-9);
        expect(Math.hypot(to[0] - x, to[1] - z)).toBeLessThanOrEqual(
          Math.hypot(to[0] - from[0], to[1] - from[1]) + 1e-9,
        );
      }),
    );
  });
});

describe('nearestOn', () => {
  it('returns the nearest point of a line and the index of the vertex before', () => {
    const square: PlanPoint[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    expect(nearestOn(square, false, [0.5, -1])).toEqual({ after: 0, at: [0.5, 0], distance: 1 });
    expect(nearestOn(square, true, [-1, 0.5])).toEqual({ after: 3, at: [0, 0.5], distance: 1 });
    expect(nearestOn(square, false, [-1, 0.25])?.at).toEqual([0, 0]);
    expect(nearestOn([[0, 0]], true, [1, 1])?.distance).toBeCloseTo(Math.SQRT2);
    expect(nearestOn([], true, [1, 1])).toBeNull();
  });
});
