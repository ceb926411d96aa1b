import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaOf, type PlanPoint } from '../plan.ts';
import { openEdges, surfaceOf, trianglesOf, volumeOf, wrongNormals } from '../test/surface.ts';
import { wallGeometry } from './geometry.ts';
import { distance, type WallPlan, wallLine } from './line.ts';
import { outlinePoints, straightPart, wallOutline } from './outline.ts';
import { wallProps } from './schema.ts';
import { type OpeningPlan, openingSpan } from './spans.ts';

const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const thickness = metres(0.05, 0.4);
const justification = fc.constantFrom('center' as const, 'left' as const, 'right' as const);
const wallBetween = (start: PlanPoint, end: PlanPoint, more: Partial<WallPlan> = {}): WallPlan => ({
  start,
  end,
  thickness: 0.2,
  justification: 'center',
  ...more,
});
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

/** Corners of a room around the origin, so far from it that no wall is short, and none goes on nearly straight. */
const corners = fc.array(metres(4, 4.4), { minLength: 3, maxLength: 8 }).map((radii) =>
  radii.map((radius, i): PlanPoint => {
    const angle = (i / radii.length) * 2 * Math.PI;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  }),
);
const room = fc
  .tuple(corners, fc.array(fc.tuple(thickness, fc.boolean()), { minLength: 9, maxLength: 9 }))
  .map(([points, looks]) =>
    points.map((point, i) => {
      const [thick = 0.1, isTurned = false] = looks[i] ?? [];
      const next = points[(i + 1) % points.length] ?? point;
      return isTurned
        ? wallBetween(next, point, { thickness: thick })
        : wallBetween(point, next, { thickness: thick });
    }),
  );

const keyOf = (point: PlanPoint) => point.map((n) => Math.round(n * 1e5) + 0).join(' ');

describe('The plan of a wall', () => {
  it('is as long and as thick as it says when it meets nothing', () => {
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

  it('lies beside its line where its justification says so', () => {
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

  it('is none where both ends are one', () => {
    expect(wallOutline(wallBetween([1, 2], [1, 2.0005]), [])).toBeNull();
  });

  it('is mitred where another begins', () => {
    const walls = [wallBetween([0, 0], [3, 0]), wallBetween([3, 0], [3, 3])];
    expect(planOf(walls, 0).left[1]).toEqual([expect.closeTo(3.1), expect.closeTo(-0.1)]);
    expect(planOf(walls, 0).right[1]).toEqual([expect.closeTo(2.9), expect.closeTo(0.1)]);
    expect(covered(walls)).toBeCloseTo(6 * 0.2);
  });

  it('covers the ring of a room, whatever the thickness of its walls and whichever way they run', () => {
    fc.assert(
      fc.property(room, (walls) => {
        const plans = plansOf(walls);
        // Where a wall ends the next begins: what one side of the ring ends with is what the next begins with.
        const rim = plans.flat().map(keyOf);
        for (const point of rim) {
          expect(rim.filter((other) => other === point).length).toBeGreaterThan(1);
        }
        expect(covered(walls)).toBeCloseTo(ringArea(walls), 6);
      }),
    );
  });

  it('covers length times thickness of a room whose walls are equally thick', () => {
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

  it('leaves no gap and covers nothing twice where many meet', () => {
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
      { numRuns: 400 },
    );
  });

  it('goes straight on where another goes on, thicker or not', () => {
    const walls = [wallBetween([0, 0], [3, 0]), wallBetween([3, 0], [6, 0], { thickness: 0.4 })];
    expect(covered(walls)).toBeCloseTo(3 * 0.2 + 3 * 0.4);
    expect(planOf(walls, 0).right[1]).toEqual([expect.closeTo(3), expect.closeTo(0.1)]);
  });

  it('does not draw a sharp corner out for metres', () => {
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

  it('stays square where it ends in the body of another', () => {
    const [stem, host] = [wallBetween([2, 0], [2, 3]), wallBetween([0, 0], [4, 0])];
    expect(outlinePoints(planOf([stem, host], 0))).toEqual(outlinePoints(planOf([stem], 0)));
    expect(outlinePoints(planOf([host, stem], 0))).toEqual(outlinePoints(planOf([host], 0)));
  });

  it('is the same one drawn from its end to its start', () => {
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

const openings = fc.array(
  fc.record<OpeningPlan>({
    type: fc.constantFrom('door', 'window', 'hole'),
    offset: metres(-2, 12),
    width: metres(0.01, 8),
    height: metres(0.01, 4),
    sill: metres(0, 4),
  }),
  { maxLength: 6 },
);

const solidOf = (props: object, openings: readonly OpeningPlan[] = [], walls: readonly WallPlan[] = []) => {
  const shared = wallGeometry.share(wallProps.parse(props), { walls, openings });
  if (!shared) {
    throw new Error('the wall has no surface');
  }
  return wallGeometry.build(shared.shape);
};

describe('The surface of a wall', () => {
  const door: OpeningPlan = { type: 'door', offset: 1.5, width: 0.9, height: 2.1, sill: 1 };
  const window: OpeningPlan = { type: 'window', offset: 3, width: 1, height: 1.2, sill: 0.9 };
  const props = { start: [0, 0], end: [4, 0], height: 2.5, thickness: 0.2 };

  it('has a side of its own for each of its faces', () => {
    const solid = solidOf(props);
    const areas = [0, 1, 2].map((slot) => surfaceOf(trianglesOf(solid, slot)));
    expect(areas).toEqual([10, 10, 2 * 4 * 0.2 + 2 * 2.5 * 0.2].map((n) => expect.closeTo(n, 5)));
    const facing = [0, 1].map((slot) =>
      trianglesOf(solid, slot)
        .flat()
        .map(({ z }) => z),
    );
    expect(facing[0]?.every((z) => Math.abs(z + 0.1) < 1e-6)).toBe(true);
    expect(facing[1]?.every((z) => Math.abs(z - 0.1) < 1e-6)).toBe(true);
    expect(volumeOf(solid)).toBeCloseTo(4 * 2.5 * 0.2);
  });

  it('is open where its doors and windows are, and a door stands on the floor', () => {
    const solid = solidOf(props, [door, window]);
    expect(volumeOf(solid)).toBeCloseTo((10 - 0.9 * 2.1 - 1.2) * 0.2, 5);
    expect(openEdges(solid)).toEqual([]);
  });

  it('has one hole where openings overlap', () => {
    const other = { ...window, offset: 3.4, sill: 0.5 };
    const solid = solidOf(props, [window, other]);
    expect(volumeOf(solid)).toBeCloseTo((10 - 1.2 - 1.2 + 0.6 * 0.8) * 0.2, 5);
    expect(openEdges(solid)).toEqual([]);
  });

  it('keeps every opening inside of it, as much of it as fits', () => {
    fc.assert(
      fc.property(openings, metres(0.005, 9), metres(0.02, 3), (all, to, height) => {
        for (const opening of all) {
          const span = openingSpan(opening, { from: 0, to, height });
          const isInside = !span || (span.from > 0 && span.to < to && span.bottom >= 0 && span.top <= height);
          expect(isInside && (!span || (span.from < span.to && span.bottom < span.top))).toBe(true);
        }
      }),
    );
    expect(openingSpan({ ...door, width: 9 }, { from: 0, to: 4, height: 2 })).toEqual({
      from: expect.closeTo(0.01),
      to: 3.99,
      bottom: 0,
      top: 2,
    });
  });

  it('is closed and looks outwards, whatever is cut out of it and whatever it meets', () => {
    fc.assert(
      fc.property(
        room,
        openings,
        fc.array(justification, { minLength: 9, maxLength: 9 }),
        (walls, holes, sides) => {
          const [first, ...others] = walls.map((wall, i) => ({
            ...wall,
            justification: sides[i] ?? 'center',
          }));
          const solid = solidOf({ ...first, height: 2.5 }, holes, others);
          expect(openEdges(solid)).toEqual([]);
          expect(wrongNormals(solid)).toBe(0);
          expect(volumeOf(solid)).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('holds its holes where a neighbour is mitred into it', () => {
    const wall = wallBetween([0, 0], [4, 0], { thickness: 0.4 });
    const outline = wallOutline(wall, [wallBetween([0, 0], [2, 2], { thickness: 0.4 })]);
    const line = wallLine(wall);
    const straight = outline && line && straightPart(outline, line);
    expect(straight?.from).toBeGreaterThan(0.2);
    expect(
      openingSpan({ ...window, offset: 0 }, { from: straight?.from ?? 0, to: 4, height: 2.5 })?.from,
    ).toBeGreaterThan(straight?.from ?? 0);
  });

  it('is the same for the same props, and none without a length', () => {
    const share = () => wallGeometry.share(wallProps.parse(props), { walls: [], openings: [door] });
    expect(share()).toEqual(share());
    expect(JSON.parse(JSON.stringify(share()?.shape))).toEqual(share()?.shape);
    expect(wallGeometry.share(wallProps.parse({ end: [0, 0] }), { walls: [], openings: [] })).toBeNull();
  });

  it('measures its textures in metres', () => {
    const solid = solidOf(props, [window]);
    const uv = solid.getAttribute('uv');
    const ys = Array.from({ length: uv.count }, (_, i) => uv.getY(i));
    expect(Math.max(...ys)).toBeCloseTo(2.5);
    const xs = Array.from({ length: uv.count }, (_, i) => uv.getX(i));
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([expect.closeTo(-4), expect.closeTo(4)]);
  });
});

/** Whether a point lies inside of an outline that may bend inwards, by the crossings of a ray. */
function isWithin([x, z]: PlanPoint, plan: readonly PlanPoint[]): boolean {
  return plan.reduce((isIn, [ax, az], i) => {
    const [bx, bz] = plan[(i + 1) % plan.length] ?? [ax, az];
    const crosses = az > z !== bz > z && x < ((bx - ax) * (z - az)) / (bz - az) + ax;
    return crosses ? !isIn : isIn;
  }, false);
}

/** Counts plans on whose edge a point lies. */
function onEdge([x, z]: PlanPoint, plans: readonly (readonly PlanPoint[])[]): number {
  return plans.filter((plan) =>
    plan.some(([ax, az], i) => {
      const [bx, bz] = plan[(i + 1) % plan.length] ?? [ax, az];
      const [dx, dz] = [bx - ax, bz - az];
      const share = Math.min(1, Math.max(0, ((x - ax) * dx + (z - az) * dz) / (dx * dx + dz * dz)));
      return Math.hypot(ax + dx * share - x, az + dz * share - z) < 1e-5;
    }),
  ).length;
}

/** The area between the outer and the inner sides of a room, by where the lines beside its walls cross each other. */
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

/** A line so far outside of a wall of a room that goes counter-clockwise: a point and a direction. */
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
