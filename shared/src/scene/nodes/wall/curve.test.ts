import fc from 'fast-check';
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { PlanPoint } from '../plan.ts';
import { openEdges, surfaceOf, trianglesOf, volumeOf, wrongNormals } from '../test/surface.ts';
import { curveBetween, curveWithin } from './curve.ts';
import { wallGeometry } from './geometry.ts';
import { distance, headingAt, placeOn, pointOn, type WallLine, type WallPlan, wallLine } from './line.ts';
import { outlinePoints, wallOutline } from './outline.ts';
import { wallProps } from './schema.ts';
import { type OpeningPlan, openingSpan } from './spans.ts';
import { justification, metres, room, thickness, wallBetween } from './test/rooms.ts';

const lineOf = (wall: WallPlan): WallLine => {
  const line = wallLine(wall);
  if (!line) {
    throw new Error('the wall has no line');
  }
  return line;
};
const solidOf = (wall: WallPlan, openings: readonly OpeningPlan[] = [], walls: readonly WallPlan[] = []) => {
  const { start, end, ...rest } = wall;
  const props = wallProps.parse({ ...rest, start: [...start], end: [...end], height: 2.5 });
  const shared = wallGeometry.share(props, { walls, cuts: [], openings });
  if (!shared) {
    throw new Error('the wall has no surface');
  }
  return wallGeometry.build(shared.shape);
};
const curved = fc
  .tuple(metres(-2, 2), thickness, justification)
  .map(([curve, thick, side]) =>
    wallBetween([0, 0], [4, 0], { curve, thickness: thick, justification: side }),
  );
/** Walls of a room, each with an arbitrary curve of at most `most`. */
const curvedRoom = (most: number) =>
  fc
    .tuple(room, fc.array(metres(-most, most), { minLength: 9, maxLength: 9 }))
    .map(([walls, curves]) => walls.map((wall, i) => ({ ...wall, curve: curves[i] ?? 0 })));
const openings = fc.array(
  fc.record<OpeningPlan>({
    type: fc.constantFrom('door', 'window', 'hole'),
    offset: metres(-2, 8),
    width: metres(0.05, 6),
    height: metres(0.05, 4),
    sill: metres(0, 3),
  }),
  { maxLength: 5 },
);

describe('The line of a curved wall', () => {
  it('bulges to the left for a positive curve and to the right for a negative one', () => {
    const middles = [0.5, -0.5].map((curve) => {
      const line = lineOf(wallBetween([0, 0], [4, 0], { curve }));
      return pointOn(line, line.length / 2, 0);
    });
    expect(middles).toEqual([
      [expect.closeTo(2), expect.closeTo(-0.5)],
      [expect.closeTo(2), expect.closeTo(0.5)],
    ]);
  });

  it('is an arc between its ends, with reversible positions beside it', () => {
    fc.assert(
      fc.property(curved, metres(0, 1), metres(-0.3, 0.3), (wall, share, aside) => {
        const line = lineOf(wall);
        expect(distance(pointOn(line, 0, 0), wall.start)).toBeLessThan(1e-6);
        expect(distance(pointOn(line, line.length, 0), wall.end)).toBeLessThan(1e-6);
        const place = placeOn(line, pointOn(line, share * line.length, aside));
        expect(place.far).toBeCloseTo(share * line.length, 6);
        expect(place.aside).toBeCloseTo(aside, 6);
      }),
    );
  });

  it('follows its heading, and is as long as the sum of its steps', () => {
    fc.assert(
      fc.property(curved, metres(0.1, 0.9), (wall, share) => {
        const line = lineOf(wall);
        const far = share * line.length;
        const [from, to] = [pointOn(line, far - 1e-4, 0), pointOn(line, far + 1e-4, 0)];
        const heading = headingAt(line, far);
        expect((to[0] - from[0]) / 2e-4).toBeCloseTo(heading[0], 3);
        expect((to[1] - from[1]) / 2e-4).toBeCloseTo(heading[1], 3);
        const steps = Array.from({ length: 400 }, (_, i) => pointOn(line, (line.length * i) / 399, 0));
        const walked = steps.reduce((sum, at, i) => sum + distance(at, steps[i - 1] ?? at), 0);
        expect(walked).toBeCloseTo(line.length, 3);
      }),
    );
  });

  it('turns by at most half a circle, less when the wall is too thick', () => {
    const wall = wallBetween([0, 0], [4, 0], { curve: 99 });
    expect([curveWithin(wall), curveWithin({ ...wall, curve: -99 })]).toEqual([2, -2]);
    expect(lineOf(wall).length).toBeCloseTo(2 * Math.PI);
    const short = wallBetween([0, 0], [0.2, 0], { curve: 99, thickness: 0.4 });
    expect(curveWithin(short)).toBeLessThan(0.1);
    expect(lineOf(short).arc?.radius).toBeGreaterThan(0.2);
    expect(curveWithin({ ...short, justification: 'left', curve: -99 })).toBeCloseTo(-0.1);
  });

  it('consists of arcs of the same circle', () => {
    fc.assert(
      fc.property(curved, metres(0.1, 0.9), (wall, share) => {
        const line = lineOf(wall);
        const far = share * line.length;
        const at = pointOn(line, far, 0);
        const parts: [WallPlan, number][] = [
          [{ ...wall, end: at, curve: curveBetween(line, 0, far) }, far],
          [{ ...wall, start: at, curve: curveBetween(line, far, line.length) }, line.length - far],
        ];
        for (const [part, length] of parts) {
          expect(lineOf(part).length).toBeCloseTo(length, 4);
        }
      }),
    );
  });
});

describe('The surface of a curved wall', () => {
  const expectClosed = ([first, ...others]: readonly WallPlan[], holes: readonly OpeningPlan[]) => {
    const solid = first && solidOf(first, holes, others);
    expect(solid && openEdges(solid)).toEqual([]);
    expect(solid && wrongNormals(solid)).toBe(0);
    expect(solid && volumeOf(solid)).toBeGreaterThan(0);
  };

  it('is closed and faces outward for any openings and neighbors', () => {
    fc.assert(fc.property(curvedRoom(2), openings, expectClosed));
    // With bodies beside their lines, and no nearly straight transition between walls.
    fc.assert(
      fc.property(curvedRoom(0.1), justification, openings, (walls, side, holes) =>
        expectClosed(
          walls.map((wall) => ({ ...wall, justification: side })),
          holes,
        ),
      ),
    );
  });

  it('ends exactly where its straight and curved neighbors end', () => {
    fc.assert(
      // No nearly straight transition between walls.
      fc.property(curvedRoom(0.1), (walls) => {
        const plans = walls.map((wall, i) => {
          const outline = wallOutline(
            wall,
            walls.filter((_, k) => k !== i),
          );
          return outline ? outlinePoints(outline) : [];
        });
        const all = plans.flat();
        const isShared = (point: PlanPoint) =>
          all.filter((other) => distance(point, other) < 1e-6).length > 1;
        // At least two corners of each end are shared with the adjacent walls.
        expect(plans.every((plan) => plan.filter(isShared).length >= 4)).toBe(true);
      }),
    );
  });

  it('joins a wall that ends on it, with closed surfaces', () => {
    fc.assert(
      fc.property(metres(-2, 2), metres(0.2, 0.8), metres(-1, 1), (curve, share, lean) => {
        // Bodies on different sides of their lines end square, like those of straight walls.
        const wall = wallBetween([0, 0], [4, 0], { curve });
        const line = lineOf(wall);
        const far = share * line.length;
        const at = pointOn(line, far, 0);
        const walls: WallPlan[] = [
          { ...wall, end: at, curve: curveBetween(line, 0, far) },
          { ...wall, start: at, curve: curveBetween(line, far, line.length) },
          wallBetween(at, pointOn(line, far + lean, 2)),
        ];
        const others = (i: number) => walls.filter((_, k) => k !== i);
        const plans = walls.map((one, i) => {
          const outline = wallOutline(one, others(i));
          return outline ? outlinePoints(outline) : [];
        });
        for (const [i, one] of walls.entries()) {
          const solid = solidOf(one, [], others(i));
          expect(openEdges(solid)).toEqual([]);
          expect(wrongNormals(solid)).toBe(0);
          const beside = plans.filter((_, k) => k !== i).flat();
          const shared = plans[i]?.filter((point) => beside.some((other) => distance(point, other) < 1e-4));
          expect(shared?.length).toBeGreaterThanOrEqual(2);
        }
      }),
    );
  });

  it('has the side areas of two arcs, and the top area of the band between', () => {
    fc.assert(
      fc.property(curved, (wall) => {
        const line = lineOf(wall);
        const solid = solidOf(wall);
        const radius = line.arc?.radius ?? 0;
        const share = (aside: number) => (radius === 0 ? 1 : (radius + aside) / radius);
        const within = (real: number, meant: number) => Math.abs(real / meant - 1);
        for (const [slot, side] of [
          [0, 'left'],
          [1, 'right'],
        ] as const) {
          const meant = line.length * share(line.edges[side]) * 2.5;
          expect(within(surfaceOf(trianglesOf(solid, slot)), meant)).toBeLessThan(0.005);
        }
        const middle = (line.edges.left + line.edges.right) / 2;
        const volume = line.length * share(middle) * wall.thickness * 2.5;
        expect(within(volumeOf(solid), volume)).toBeLessThan(0.01);
      }),
    );
  });

  it('keeps every opening inside, with its full size', () => {
    fc.assert(
      fc.property(curved, metres(0.3, 0.7), (wall, share) => {
        const line = lineOf(wall);
        const opening: OpeningPlan = {
          ...{ type: 'window', offset: share * line.length, width: 1, height: 1, sill: 1 },
        };
        const span = openingSpan(opening, { from: 0, to: line.length, height: 2.5 });
        const lost = [0, 1].map(
          (slot) =>
            surfaceOf(trianglesOf(solidOf(wall), slot)) -
            surfaceOf(trianglesOf(solidOf(wall, [opening]), slot)),
        );
        expect(span && span.from > 0 && span.to < line.length).toBe(true);
        const mean = ((lost[0] ?? 0) + (lost[1] ?? 0)) / 2;
        const radius = line.arc?.radius ?? 1;
        const aside = line.arc ? (line.edges.left + line.edges.right) / 2 : 0;
        expect(mean / ((radius + aside) / radius)).toBeCloseTo(1, 1);
      }),
    );
  });

  it('stays within millimeters of its arc, with smooth normals', () => {
    fc.assert(
      fc.property(curved, (wall) => {
        const line = lineOf(wall);
        const solid = solidOf(wall);
        const normal = solid.getAttribute('normal');
        for (const group of solid.groups.filter(({ materialIndex }) => materialIndex === 0)) {
          for (let i = group.start; i < group.start + group.count; i += 1) {
            const vertex = solid.index?.getX(i) ?? 0;
            const at = new Vector3().fromArray(solid.getAttribute('position').array, vertex * 3);
            const { far, aside } = placeOn(line, [at.x, at.z]);
            expect(Math.abs(aside - line.edges.left)).toBeLessThan(1e-4);
            const heading = headingAt(line, far);
            expect(normal.getX(vertex)).toBeCloseTo(heading[1], 3);
            expect(normal.getZ(vertex)).toBeCloseTo(-heading[0], 3);
          }
        }
        for (const corners of trianglesOf(solid, 0)) {
          const [a = new Vector3(), b = a, c = a] = corners;
          const middle = a.clone().add(b).add(c).divideScalar(3);
          expect(Math.abs(placeOn(line, [middle.x, middle.z]).aside - line.edges.left)).toBeLessThan(0.004);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('mirrors a wall that curves to the other side', () => {
    fc.assert(
      fc.property(metres(0.01, 2), metres(0.5, 3.5), (curve, offset) => {
        const door: OpeningPlan = { type: 'door', offset, width: 0.9, height: 2, sill: 0 };
        const spots = (by: number, mirror: 1 | -1) =>
          trianglesOf(solidOf(wallBetween([0, 0], [4, 0], { curve: by }), [door]))
            .flat()
            .map(({ x, y, z }) => [x, y, z * mirror].map((n) => Math.round(n * 1e3) + 0).join(' '));
        const [one, other] = [new Set(spots(curve, 1)), new Set(spots(-curve, -1))];
        // A value at a rounding threshold may be rounded either way.
        const odd = [...one].filter((spot) => !other.has(spot)).length;
        expect(odd / one.size).toBeLessThan(0.05);
      }),
    );
  });

  it('is straight when the wall is too thick for a visible curve', () => {
    for (const thickness of [3, 1e6]) {
      const wall = wallBetween([0, 0], [0.002, 0], { thickness, curve: 1 });
      expect(lineOf(wall).arc).toBeNull();
      expect(curveWithin(wall)).toBe(0);
      expect([...solidOf(wall).getAttribute('position').array].every(Number.isFinite)).toBe(true);
    }
  });

  it('equals a straight wall when the curve is too small to see', () => {
    const wall = wallBetween([1, 2], [4, -1], { justification: 'left' });
    const door: OpeningPlan = { type: 'door', offset: 1.5, width: 0.9, height: 2, sill: 0 };
    const [straight, barely] = [0, 0.0009].map((curve) => solidOf({ ...wall, curve }, [door]));
    expect(barely?.getAttribute('position').array).toEqual(straight?.getAttribute('position').array);
    expect(straight?.getAttribute('position').count).toBe(68);
    expect(volumeOf(straight ?? solidOf(wall))).toBeCloseTo((Math.hypot(3, 3) * 2.5 - 0.9 * 2) * 0.2, 4);
  });
});
