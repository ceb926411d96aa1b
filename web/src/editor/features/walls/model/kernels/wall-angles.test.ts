import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { describe, expect, it } from 'vitest';
import { ARC, wallAngles } from './wall-angles.ts';
import type { DraftWall } from './walls.ts';

const wall = (start: PlanPoint, end: PlanPoint): DraftWall => ({
  ...{ start, end, height: 2.5, thickness: 0.1, justification: 'center', curve: 0 },
});
const degrees = (walls: DraftWall[], from: PlanPoint, to: PlanPoint) =>
  wallAngles(new Map(walls.map((one, i) => [`${i}`, one])), { from, to }).map(({ sweep }) =>
    Math.round((Math.abs(sweep) * 180) / Math.PI),
  );

describe('the angles of a drawn wall', () => {
  it('are those to the walls at its ends, at corners and in between', () => {
    expect(degrees([wall([0, 0], [4, 0])], [4, 0], [4, 3])).toEqual([90]);
    expect(degrees([wall([0, 0], [4, 0])], [4, 0], [1, 3])).toEqual([45]);
    expect(degrees([wall([0, 0], [4, 0]), wall([0, 3], [4, 3])], [1, 0], [4, 3])).toEqual([45, 45]);
  });

  it('are omitted for a straight continuation, a separate wall and a zero length', () => {
    expect(degrees([wall([0, 0], [4, 0])], [4, 0], [6, 0])).toEqual([]);
    expect(degrees([wall([0, 0], [4, 0])], [0, 2], [4, 2])).toEqual([]);
    expect(degrees([wall([0, 0], [4, 0])], [4, 0], [4, 0])).toEqual([]);
  });

  it('follow the short way from the wall to the line', () => {
    const [angle] = wallAngles(new Map([['a', wall([0, 0], [-4, 0.1])]]), { from: [0, 0], to: [-4, -4] });
    expect(Math.abs(angle?.sweep ?? 9)).toBeLessThan(1);
    expect((angle?.from ?? 0) + (angle?.sweep ?? 0)).toBeCloseTo(Math.atan2(-4, -4));
  });

  it('have arcs with a clamped radius', () => {
    const radius = (length: number) =>
      wallAngles(new Map([['a', wall([0, 0], [length, 0])]]), { from: [0, 0], to: [0, 9] })[0]?.radius;
    expect([radius(0.1), radius(2), radius(9)]).toEqual([ARC.min, 2 * ARC.share, ARC.max]);
  });
});
