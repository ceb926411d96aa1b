import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaOf, type PlanPoint } from '../plan.ts';
import { distance, type WallPlan } from './line.ts';
import { outlinePoints, wallOutline } from './outline.ts';
import { isWithin, onEdge } from './test/plans.ts';
import { corners, justification, metres, room, thickness, wallBetween } from './test/rooms.ts';

const planOf = (walls: readonly WallPlan[], i: number) => {
  const [wall, others] = [walls[i], walls.filter((_, k) => k !== i)];
  const outline = wall && wallOutline(wall, others);
  if (!outline) {
    throw new Error('the wall has no plan');
  }
  return outline;
};
const plansOf = (walls: readonly WallPlan[]) => walls.map((_, i) => outlinePoints(planOf(walls, i)));
const covered = (walls: readonly WallPlan[]) => plansOf(walls).reduce((sum, plan) => sum + areaOf(plan), 0);

const keyOf = (point: PlanPoint) => point.map((n) => Math.round(n * 1e5) + 0).join(' ');

describe('The plan of a wall', () => {
  it('has its full length and thickness when it meets nothing', () => {
    const plan = outlinePoints(planOf([wallBetween([1, 1], [4, 1])], 0));
    expect(plan).toEqual(
      [
        [1, 1.1],
        [4, 1.1],
        [4, 0.9],
        [1, 0.9],
      ].map((point) => point.map((n) => expect.closeTo(n, 9))),
    );
  });

  it('is beside its line when its justification is left or right', () => {
    const [left, right] = (['left', 'right'] as const).map((justification) =>
      outlinePoints(planOf([wallBetween([0, 0], [3, 0], { justification })], 0)).map(([, z]) => z),
    );
    expect([Math.min(...(left ?? [])), Math.max(...(left ?? []))]).toEqual([
      expect.closeTo(0),
      expect.closeTo(0.2),
    ]);
    expect([Math.min(...(right ?? [])), Math.max(...(right ?? []))]).toEqual([
      expect.closeTo(-0.2),
      expect.closeTo(0),
    ]);
  });

  it('is null when both ends coincide', () => {
    expect(wallOutline(wallBetween([1, 2], [1, 2.0005]), [])).toBeNull();
  });

  it('is mitered where another wall begins', () => {
    const walls = [wallBetween([0, 0], [3, 0]), wallBetween([3, 0], [3, 3])];
    expect(planOf(walls, 0).left[1]).toEqual([expect.closeTo(3.1), expect.closeTo(-0.1)]);
    expect(planOf(walls, 0).right[1]).toEqual([expect.closeTo(2.9), expect.closeTo(0.1)]);
    expect(covered(walls)).toBeCloseTo(6 * 0.2);
  });

  it('covers the ring of a room for any wall thickness and direction', () => {
    fc.assert(
      fc.property(room, (walls) => {
        const plans = plansOf(walls);
        // The corners at the end of one wall are those at the beginning of the next.
        const rim = plans.flat().map(keyOf);
        for (const point of rim) {
          expect(rim.filter((other) => other === point).length).toBeGreaterThan(1);
        }
        expect(covered(walls)).toBeCloseTo(ringArea(walls), 6);
      }),
    );
  });

  it('covers length times thickness when all walls are equally thick', () => {
    fc.assert(
      fc.property(corners, thickness, (points, thick) => {
        const walls = points.map((point, i) =>
          wallBetween(point, points[(i + 1) % points.length] ?? point, { thickness: thick }),
        );
        const length = walls.reduce((sum, wall) => sum + distance(wall.start, wall.end), 0);
        expect(covered(walls)).toBeCloseTo(length * thick, 6);
      }),
    );
  });

  it('leaves no gap and no overlap where many walls meet', () => {
    const star = fc
      .tuple(
        fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { minLength: 3, maxLength: 8 }),
        fc.array(thickness, { minLength: 8, maxLength: 8 }),
      )
      .map(([turns, looks]) =>
        turns.map((turn, i) => {
          const angle = (turn / 9) * 2 * Math.PI;
          return wallBetween([0, 0], [4 * Math.cos(angle), 4 * Math.sin(angle)], {
            thickness: looks[i] ?? 0.1,
          });
        }),
      );
    const spot = fc.tuple(metres(-0.6, 0.6), metres(-0.6, 0.6));
    fc.assert(
      fc.property(star, spot, (walls, at) => {
        const plans = plansOf(walls);
        const alone = walls.map((wall) => outlinePoints(planOf([wall], 0)));
        fc.pre(onEdge(at, [...plans, ...alone]) === 0);
        const times = plans.filter((plan) => isWithin(at, plan)).length;
        expect(times).toBeLessThanOrEqual(1);
        const isOnWall = alone.some((plan) => isWithin(at, plan));
        // Where two sides do not meet, the outermost corner of a thick wall may be cut off.
        expect(isOnWall && distance(at, [0, 0]) < 0.02 ? times : 1).toBe(1);
      }),
      { numRuns: 150 },
    );
  });

  it('continues straight into a collinear wall of any thickness', () => {
    const walls = [wallBetween([0, 0], [3, 0]), wallBetween([3, 0], [6, 0], { thickness: 0.4 })];
    expect(covered(walls)).toBeCloseTo(3 * 0.2 + 3 * 0.4);
    expect(planOf(walls, 0).right[1]).toEqual([expect.closeTo(3), expect.closeTo(0.1)]);
  });

  it('limits the miter of a sharp corner', () => {
    for (const degrees of [0, 1, 5, 15, 25]) {
      const angle = (degrees / 180) * Math.PI;
      const walls = [
        wallBetween([0, 0], [3, 0]),
        wallBetween([0, 0], [3 * Math.cos(angle), 3 * Math.sin(angle)]),
      ];
      for (const [x] of plansOf(walls).flat()) {
        expect(x).toBeGreaterThan(-0.41);
      }
    }
  });

  it('stays square where it ends inside another wall', () => {
    const [stem, host] = [wallBetween([2, 0], [2, 3]), wallBetween([0, 0], [4, 0])];
    expect(outlinePoints(planOf([stem, host], 0))).toEqual(outlinePoints(planOf([stem], 0)));
    expect(outlinePoints(planOf([host, stem], 0))).toEqual(outlinePoints(planOf([host], 0)));
  });

  it('is the same when drawn from end to start', () => {
    const other = { center: 'center', left: 'right', right: 'left' } as const;
    const turned = (wall: WallPlan): WallPlan => ({
      ...wall,
      start: wall.end,
      end: wall.start,
      justification: other[wall.justification],
    });
    fc.assert(
      fc.property(room, fc.array(justification, { minLength: 9, maxLength: 9 }), (walls, sides) => {
        const drawn = walls.map((wall, i) => ({ ...wall, justification: sides[i] ?? 'center' }));
        const [one, two] = [
          planOf(drawn, 0),
          planOf(
            drawn.map((wall, i) => (i === 0 ? turned(wall) : wall)),
            0,
          ),
        ];
        const sorted = (points: readonly PlanPoint[]) => points.map(keyOf).sort();
        expect(sorted(outlinePoints(two))).toEqual(sorted(outlinePoints(one)));
      }),
    );
  });
});

/**
 * Area between the outer and the inner sides of a room, by the intersections of the offset lines of its
 * walls.
 */
function ringArea(walls: readonly WallPlan[]): number {
  const around = walls.map((wall) => {
    const isForward = areaOf([[0, 0], wall.start, wall.end]) > 0;
    return isForward ? wall : { ...wall, start: wall.end, end: wall.start };
  });
  const forward = areaOf(around.map(({ start }) => start)) > 0 ? around : around.toReversed();
  const rim = (side: 1 | -1) =>
    forward.map((wall, i) => {
      const before = forward.at(i - 1) ?? wall;
      return crossing(beside(before, side), beside(wall, side));
    });
  return areaOf(rim(1)) - areaOf(rim(-1));
}

/** Offset line of a wall in a counter-clockwise room: a point and a direction. */
function beside({ start, end, thickness }: WallPlan, side: 1 | -1): [PlanPoint, PlanPoint] {
  const length = distance(start, end);
  const along: PlanPoint = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  const aside = (side * thickness) / 2;
  return [[start[0] - along[1] * aside, start[1] + along[0] * aside], along];
}

function crossing([p, d]: [PlanPoint, PlanPoint], [q, e]: [PlanPoint, PlanPoint]): PlanPoint {
  const far = ((q[0] - p[0]) * e[1] - (q[1] - p[1]) * e[0]) / (d[0] * e[1] - d[1] * e[0]);
  return [p[0] + d[0] * far, p[1] + d[1] * far];
}
