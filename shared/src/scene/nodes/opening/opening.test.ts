import fc from 'fast-check';
import { Box3, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { openEdges, surfaceOf, trianglesOf, volumeOf, wrongNormals } from '../test/surface.ts';
import { placeOn, wallLine } from '../wall/line.ts';
import { openingSpan } from '../wall/spans.ts';
import { type OpeningRelated, openingGeometry, openingPlacement } from './geometry.ts';
import { openingProps } from './schema.ts';

const wall = {
  start: [0, 0] as const,
  end: [4, 0] as const,
  thickness: 0.2,
  height: 2.5,
  justification: 'center' as const,
  curve: 0,
};
const related: OpeningRelated = { wall, walls: [], cuts: [] };
const shareOf = (props: object, within = related) => openingGeometry.share(openingProps.parse(props), within);
const built = (props: object, within = related) => {
  const shared = shareOf(props, within);
  if (!shared) {
    throw new Error('the opening has no parts');
  }
  return openingGeometry.build(shared.shape);
};
const partOf = (props: object, slot: number) =>
  new Box3().setFromPoints(trianglesOf(built(props), slot).flat());

describe('parts in an opening', () => {
  it('fill a door from the floor up with a frame, a leaf and handles', () => {
    const door = built({ offset: 2, width: 0.9, height: 2.1, sill: 0.5 });
    const bounds = new Box3().setFromPoints(trianglesOf(door).flat());
    expect(bounds.min.y).toBeCloseTo(0);
    expect(bounds.max.y).toBeCloseTo(2.1);
    expect([bounds.min.x, bounds.max.x]).toEqual([expect.closeTo(1.55), expect.closeTo(2.45)]);
    expect(door.groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 1, 2]);
  });

  it('include a separate glass pane in a window, divided by bars', () => {
    const window = { type: 'window', offset: 2, width: 1, height: 1, sill: 0.9, frame: 0.1 };
    const glass = partOf(window, 3).getSize(new Vector3());
    expect(glass.toArray()).toEqual([0.8, 0.8, 0.006].map((n) => expect.closeTo(n, 5)));
    expect(partOf(window, 3).min.y).toBeCloseTo(1);
    const frames = [1, 4].map((columns) => surfaceOf(trianglesOf(built({ ...window, columns }), 0)));
    expect(frames[1]).toBeGreaterThan(frames[0] ?? 0);
  });

  it('are absent in a bare hole and in a wall without room', () => {
    expect(shareOf({ type: 'hole' })).toBeNull();
    expect(shareOf({}, { wall: { ...wall, end: [0.01, 0] }, walls: [], cuts: [] })).toBeNull();
  });

  it('put the hinge and the swing of a door on the chosen sides', () => {
    const [left, right] = (['left', 'right'] as const).map((hinge) => partOf({ offset: 2, hinge }, 2));
    expect(left?.min.x).toBeGreaterThan(2);
    expect(right?.max.x).toBeLessThan(2);
    const sides = [false, true].map(
      (flipped) => partOf({ offset: 2, flipped }, 1).getCenter(new Vector3()).z,
    );
    expect(sides[0]).toBeGreaterThan(0);
    expect(sides[1]).toBeLessThan(0);
    // A fully open leaf protrudes from the wall at its hinges, and leaves the passage free.
    const cases = [
      { hinge: 'left', flipped: false, x: 1.55, z: 1 },
      { hinge: 'right', flipped: false, x: 2.45, z: 1 },
      { hinge: 'left', flipped: true, x: 1.55, z: -1 },
      { hinge: 'right', flipped: true, x: 2.45, z: -1 },
    ];
    for (const { x, z, ...door } of cases) {
      const { min, max } = partOf({ offset: 2, width: 0.9, frame: 0, open: 90, ...door }, 1);
      expect((min.x + max.x) / 2).toBeCloseTo(x, 1);
      expect(max.x - min.x).toBeLessThan(0.05);
      expect(z > 0 ? min.z : -max.z).toBeGreaterThan(0.05);
      expect(max.z - min.z).toBeGreaterThan(0.8);
    }
  });

  it('open in a curved wall as in a straight one, around fixed hinges', () => {
    const bent = { ...related, wall: { ...wall, curve: 1 } };
    const leaf = (open: number) =>
      new Box3().setFromPoints(trianglesOf(built({ offset: 2, hinge: 'left', open }, bent), 1).flat());
    const [closed, wide] = [leaf(0), leaf(90)];
    expect(wide.max.x - wide.min.x).toBeLessThan(closed.max.x - closed.min.x - 0.5);
    expect(wide.max.z - wide.min.z).toBeGreaterThan(0.75);
    const line = wallLine(bent.wall);
    const placement = openingPlacement(openingProps.parse({ offset: (line?.length ?? 0) / 2 }), bent);
    expect(placement?.position).toEqual([expect.closeTo(2), 0, expect.closeTo(-1)]);
    expect(placement?.angle).toBeCloseTo(0);
  });

  it('follow the wall in any direction and justification', () => {
    const placement = openingPlacement(openingProps.parse({ offset: 1 }), {
      wall: { ...wall, start: [1, 1], end: [1, 5], justification: 'left' },
      walls: [],
      cuts: [],
    });
    expect(placement?.position).toEqual([expect.closeTo(0.9), 0, expect.closeTo(2)]);
    expect(placement?.angle).toBeCloseTo(-Math.PI / 2);
  });

  it('are closed, face outward and stay within the hole for any props', () => {
    const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const anything = fc.record({
      type: fc.constantFrom('door', 'window'),
      offset: metres(-3, 8),
      width: metres(0.02, 6),
      height: metres(0.02, 4),
      sill: metres(0, 3),
      hinge: fc.constantFrom('left', 'right'),
      flipped: fc.boolean(),
      frame: metres(0, 1).map((frame) => (frame < 0.01 ? 0 : frame)),
      columns: fc.integer({ min: 1, max: 12 }),
      rows: fc.integer({ min: 1, max: 12 }),
    });
    const room = { from: 0, to: 4, height: 2.5 };
    fc.assert(
      fc.property(anything, metres(-2, 2), (props, curve) => {
        // Bending does not increase the distance from the wall's line.
        const bent = { ...related, wall: { ...wall, curve } };
        const line = wallLine(bent.wall);
        const parts = built(props, bent);
        expect(openEdges(parts)).toEqual([]);
        expect(wrongNormals(parts)).toBe(0);
        expect(volumeOf(parts)).toBeGreaterThan(0);
        const span = openingSpan(openingProps.parse(props), { ...room, to: line?.length ?? 0 });
        for (const { x, y, z } of trianglesOf(parts).flat()) {
          const { far = -9, aside = 9 } = line ? placeOn(line, [x, z]) : {};
          expect(Math.abs(aside)).toBeLessThan(0.1 + 0.0501);
          expect(far).toBeGreaterThan((span?.from ?? 9) - 1e-4);
          expect(far).toBeLessThan((span?.to ?? -9) + 1e-4);
          expect(y).toBeLessThan((span?.top ?? -9) + 1e-4);
        }
      }),
      { numRuns: 40 },
    );
    fc.assert(
      fc.property(anything, (props) => {
        const parts = built(props);
        const span = openingPlacement(openingProps.parse(props), related)?.span;
        const bounds = new Box3().setFromPoints(trianglesOf(parts).flat());
        expect(openEdges(parts)).toEqual([]);
        expect(wrongNormals(parts)).toBe(0);
        expect(volumeOf(parts)).toBeGreaterThan(0);
        expect(bounds.min.x).toBeGreaterThan((span?.from ?? 9) - 1e-5);
        expect(bounds.max.x).toBeLessThan((span?.to ?? -9) + 1e-5);
        expect(bounds.min.y).toBeGreaterThan((span?.bottom ?? 9) - 1e-5);
        expect(bounds.max.y).toBeLessThan((span?.top ?? -9) + 1e-5);
      }),
    );
  });
});
