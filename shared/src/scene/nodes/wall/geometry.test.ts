import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEdges, surfaceOf, trianglesOf, volumeOf, wrongNormals } from '../test/surface.ts';
import { wallGeometry } from './geometry.ts';
import { type WallPlan, wallLine } from './line.ts';
import { straightPart, wallOutline } from './outline.ts';
import { wallProps } from './schema.ts';
import { type OpeningPlan, openingSpan } from './spans.ts';
import { justification, metres, room, wallBetween } from './test/rooms.ts';

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
  const shared = wallGeometry.share(wallProps.parse(props), { walls, cuts: [], openings });
  if (!shared) {
    throw new Error('the wall has no surface');
  }
  return wallGeometry.build(shared.shape);
};

describe('The surface of a wall', () => {
  const door: OpeningPlan = { type: 'door', offset: 1.5, width: 0.9, height: 2.1, sill: 1 };
  const window: OpeningPlan = { type: 'window', offset: 3, width: 1, height: 1.2, sill: 0.9 };
  const props = { start: [0, 0], end: [4, 0], height: 2.5, thickness: 0.2 };

  it('has a separate slot for each face', () => {
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

  it('is open at doors and windows, with doors on the floor', () => {
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

  it('keeps every opening inside, as much of it as fits', () => {
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

  it('is closed and faces outward for any openings and neighbors', () => {
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

  it('keeps openings clear of a mitered neighbor', () => {
    const wall = wallBetween([0, 0], [4, 0], { thickness: 0.4 });
    const outline = wallOutline(wall, [wallBetween([0, 0], [2, 2], { thickness: 0.4 })]);
    const line = wallLine(wall);
    const straight = outline && line && straightPart(outline, line);
    expect(straight?.from).toBeGreaterThan(0.2);
    expect(
      openingSpan({ ...window, offset: 0 }, { from: straight?.from ?? 0, to: 4, height: 2.5 })?.from,
    ).toBeGreaterThan(straight?.from ?? 0);
  });

  it('is equal for equal props, and absent without a length', () => {
    const share = () => wallGeometry.share(wallProps.parse(props), { walls: [], cuts: [], openings: [door] });
    expect(share()).toEqual(share());
    expect(JSON.parse(JSON.stringify(share()?.shape))).toEqual(share()?.shape);
    expect(
      wallGeometry.share(wallProps.parse({ end: [0, 0] }), { walls: [], cuts: [], openings: [] }),
    ).toBeNull();
  });

  it('maps textures in meters', () => {
    const solid = solidOf(props, [window]);
    const uv = solid.getAttribute('uv');
    const ys = Array.from({ length: uv.count }, (_, i) => uv.getY(i));
    expect(Math.max(...ys)).toBeCloseTo(2.5);
    const xs = Array.from({ length: uv.count }, (_, i) => uv.getX(i));
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([expect.closeTo(-4), expect.closeTo(4)]);
  });
});
