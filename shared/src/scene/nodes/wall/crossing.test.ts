import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaOf, type PlanPoint } from '../plan.ts';
import { openEdges, volumeOf, wrongNormals } from '../test/surface.ts';
import { cutBy, type WallBody } from './crossing.ts';
import { wallGeometry } from './geometry.ts';
import { pointOn, wallLine } from './line.ts';
import { meets, outlinePoints } from './outline.ts';
import { type WallNeighbours, wallPieces } from './pieces.ts';
import { wallProps } from './schema.ts';
import { isWithin, onEdge } from './test/plans.ts';
import { justification, metres, thickness, wallBetween } from './test/rooms.ts';

const bodyOf = (id: string, start: PlanPoint, end: PlanPoint, more: Partial<WallBody> = {}): WallBody => ({
  ...wallBetween(start, end),
  ...{ id, height: 2.5 },
  ...more,
});
const around = (wall: WallBody, all: readonly WallBody[]): WallNeighbours => {
  const walls = all.filter((other) => other !== wall);
  return { walls, cuts: walls.flatMap((other) => cutBy(wall, other) ?? []) };
};
const piecesOf = (wall: WallBody, all: readonly WallBody[]) => wallPieces(wall, around(wall, all));
const plansOf = (all: readonly WallBody[]) =>
  all.flatMap((wall) => piecesOf(wall, all).map(({ outline }) => outlinePoints(outline)));
const covered = (all: readonly WallBody[]) => plansOf(all).reduce((sum, plan) => sum + areaOf(plan), 0);
const lengths = (wall: WallBody, all: readonly WallBody[]) =>
  piecesOf(wall, all).map(({ from, to }) => [from, to].map((far) => Math.round(far * 1e6) / 1e6));

/** Walls around the origin in different directions, most of which overlap. */
const thicket = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 2, maxLength: 6 }),
    fc.array(
      fc.record({
        aside: metres(-1.5, 1.5),
        back: metres(-0.5, 3),
        on: metres(0.6, 3),
        thickness,
        justification,
        height: fc.constantFrom(2, 2.5),
      }),
      { minLength: 6, maxLength: 6 },
    ),
  )
  .map(([turns, looks]) =>
    turns.flatMap((turn, i): WallBody[] => {
      const { aside = 0, back = 1, on = 1, ...more } = looks[i] ?? {};
      const angle = (turn / 12) * Math.PI;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const at = (far: number): PlanPoint => [far * cos - aside * sin, far * sin + aside * cos];
      return [bodyOf(`w${i}`, at(-back), at(on), more)];
    }),
  )
  // Walls that share an end are joined there.
  .filter((walls) => walls.every((wall, i) => !walls.slice(i + 1).some((other) => meets(wall, other))));

describe('Walls that cross each other', () => {
  const [along, across] = [bodyOf('a', [-2, 0], [2, 0]), bodyOf('b', [0, -2], [0, 2])];

  it('cover the crossing once: the lower id continues, the other wall stops at both sides', () => {
    expect(lengths(along, [along, across])).toEqual([[0, 4]]);
    expect(lengths(across, [along, across])).toEqual([
      [0, 1.9],
      [2.1, 4],
    ]);
    expect(covered([along, across])).toBeCloseTo(8 * 0.2 - 0.2 * 0.2);
  });

  it('let the higher wall continue', () => {
    const low = { ...along, height: 1 };
    expect(lengths(low, [low, across])).toHaveLength(2);
    expect(lengths(across, [low, across])).toEqual([[0, 4]]);
  });

  it('stop at the side of the wall that they end in, regardless of height', () => {
    const stem = bodyOf('0', [0, 0.05], [0, 3], { height: 9 });
    expect(lengths(stem, [along, stem])).toEqual([[0.05, 2.95]]);
    expect(lengths(along, [along, stem])).toEqual([[0, 4]]);
    expect(covered([along, stem])).toBeCloseTo(4 * 0.2 + 2.9 * 0.2);
  });

  it('are drawn once where one covers the other', () => {
    const long = bodyOf('b', [-3, 0], [3, 0]);
    expect(lengths(long, [along, long])).toEqual([
      [0, 1],
      [5, 6],
    ]);
    const thick = bodyOf('b', [-3, 0], [3, 0], { thickness: 0.3 });
    expect(piecesOf(along, [along, thick])).toEqual([]);
    expect(lengths(thick, [along, thick])).toEqual([[0, 6]]);
    const shifted = bodyOf('b', [0, 0], [3, 0]);
    expect(lengths(shifted, [along, shifted])).toEqual([[2, 3]]);
    // A wall beside another one that overlaps it slightly keeps its thickness.
    const beside = bodyOf('b', [-2, 0.15], [2, 0.15]);
    expect(lengths(beside, [along, beside])).toEqual([[0, 4]]);
  });

  it('are both drawn whole where one is higher and the other thicker', () => {
    for (const justification of ['center', 'left'] as const) {
      const tall = bodyOf('a', [-2, 0], [2, 0], { height: 3, thickness: 0.1, justification });
      const thick = bodyOf('b', [-3, 0], [3, 0], { height: 1, thickness: 0.3, justification });
      expect(lengths(tall, [tall, thick])).toEqual([[0, 4]]);
      expect(lengths(thick, [tall, thick])).toEqual([[0, 6]]);
    }
  });

  it('yield lengthwise to an equally thick, higher wall', () => {
    const [low, high] = [
      bodyOf('a', [-3, 0], [3, 0], { height: 1 }),
      bodyOf('b', [-2, 0], [2, 0], { height: 3 }),
    ];
    expect(lengths(low, [low, high])).toEqual([
      [0, 1],
      [5, 6],
    ]);
    expect(lengths(high, [low, high])).toEqual([[0, 4]]);
  });

  it('are not cut by walls that share a corner, touch them or are elsewhere', () => {
    for (const other of [
      bodyOf('0', [2, 0], [2, 2]),
      bodyOf('0', [0, 0.1], [0, 2]),
      bodyOf('0', [0, 1], [3, 1]),
      bodyOf('0', [1, 1], [1, 1]),
    ]) {
      expect(cutBy(along, other)).toBeNull();
    }
  });

  it('never overlap, for any thickness, height, justification and number', () => {
    fc.assert(
      fc.property(thicket, fc.nat(5), metres(0, 1), metres(0.01, 0.99), (walls, which, share, between) => {
        const wall = walls[which % walls.length] ?? along;
        const line = wallLine(wall);
        const { left = 0, right = 0 } = line?.edges ?? {};
        const at = line ? pointOn(line, share * line.length, right + (left - right) * between) : wall.start;
        const plans = plansOf(walls);
        fc.pre(onEdge(at, plans) === 0);
        expect(plans.filter((plan) => isWithin(at, plan)).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  it('stay closed and keep all of their openings', () => {
    const openings = fc.array(
      fc.record({
        type: fc.constantFrom('door' as const, 'window' as const),
        offset: metres(-1, 6),
        width: metres(0.1, 3),
        height: metres(0.1, 3),
        sill: metres(0, 2),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(thicket, openings, (walls, holes) => {
        for (const wall of walls) {
          const { id: _id, ...props } = wall;
          const neighbours = around(wall, walls);
          const shared = wallGeometry.share(wallProps.parse(props), { ...neighbours, openings: holes });
          const solid = shared && wallGeometry.build(shared.shape);
          if (!shared || !solid) {
            expect(wallPieces(wall, neighbours)).toEqual([]);
            continue;
          }
          expect(openEdges(solid)).toEqual([]);
          expect(wrongNormals(solid)).toBe(0);
          expect(volumeOf(solid)).toBeGreaterThan(0);
          const pieces = wallPieces(wall, neighbours);
          for (const [i, { spans }] of shared.shape.pieces.entries()) {
            const { from = 9, to = -9 } = pieces[i] ?? {};
            expect(spans.every((span) => span.from > from && span.to < to)).toBe(true);
          }
        }
      }),
    );
  });

  it('lose only the area of the crossing', () => {
    fc.assert(
      fc.property(metres(0.3, 2.8), thickness, thickness, (angle, thick, other) => {
        const end: PlanPoint = [3 * Math.cos(angle), 3 * Math.sin(angle)];
        const walls = [
          bodyOf('a', [-3, 0], [3, 0], { thickness: thick }),
          bodyOf('b', [-end[0], -end[1]], end, { thickness: other }),
        ];
        const lost = (thick * other) / Math.sin(angle);
        expect(covered(walls)).toBeCloseTo(6 * thick + 6 * other - lost, 6);
      }),
    );
  });
});
