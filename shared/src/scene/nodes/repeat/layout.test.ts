import fc from 'fast-check';
import { BoxGeometry, Matrix4, PlaneGeometry, Quaternion, SphereGeometry, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { gridLayout, linearLayout, type Placement, placementAt, radialLayout, varyCopies } from './layout.ts';
import { MAX_COPIES } from './limits.ts';
import { pathLayout } from './path-layout.ts';
import { scatterLayout } from './scatter-layout.ts';

const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
const count = fc.integer({ min: 1, max: 60 });
const placesOf = (copies: readonly Placement[]) => copies.map(({ position }) => position.toArray());
const roundly = (point: readonly number[]) => point.map((one) => expect.closeTo(one, 5));
const ground = new PlaneGeometry(10, 10).rotateX(-Math.PI / 2);
const still = new Matrix4();

describe('Rows, grids and circles', () => {
  it('begin with the source and have the requested number of copies', () => {
    fc.assert(
      fc.property(count, fc.tuple(coordinate, coordinate, coordinate), (many, step) => {
        const row = linearLayout({ count: many, step });
        expect(row).toHaveLength(many);
        expect(placesOf(row)[0]).toEqual(roundly([0, 0, 0]));
        expect(placesOf(row).at(-1)).toEqual(roundly(step.map((along) => along * (many - 1))));
      }),
    );
  });

  it('fill a grid column by column, up to the limit', () => {
    const grid = gridLayout({ counts: [2, 2, 2], gaps: [1, 10, 100] });
    expect(placesOf(grid).map(([x = 0, y = 0, z = 0]) => x + y + z)).toEqual([
      0, 1, 10, 11, 100, 101, 110, 111,
    ]);
    expect(gridLayout({ counts: [MAX_COPIES, 3, 3], gaps: [1, 1, 1] })).toHaveLength(MAX_COPIES);
  });

  it('keep the distance from the center of a circle, evenly spaced around a full circle', () => {
    fc.assert(
      fc.property(
        count,
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.constantFrom('x', 'y', 'z'),
        (many, radius, axis) => {
          const round = { count: many, radius, axis, angle: 2 * Math.PI, turns: true } as const;
          const circle = radialLayout(round);
          const centre = axis === 'z' ? new Vector3(0, -radius, 0) : new Vector3(0, 0, -radius);
          expect(placesOf(circle)[0]).toEqual(roundly([0, 0, 0]));
          const along = circle.map(({ position }, i) =>
            position.distanceTo(circle[(i + 1) % many]?.position ?? position),
          );
          expect(circle.map(({ position }) => position.distanceTo(centre))).toEqual(
            circle.map(() => expect.closeTo(radius, 5)),
          );
          expect(along).toEqual(along.map(() => expect.closeTo(along[0] ?? 0, 5)));
        },
      ),
    );
  });

  it('end a partial circle with the last copy, and rotate copies only on request', () => {
    const [first, last] = radialLayout({ count: 2, radius: 1, axis: 'y', angle: Math.PI / 2, turns: true });
    expect(first?.rotation.angleTo(last?.rotation ?? new Quaternion())).toBeCloseTo(Math.PI / 2);
    expect(last?.position.toArray()).toEqual(roundly([1, 0, -1]));
    const [, straight] = radialLayout({ count: 2, radius: 1, axis: 'y', angle: 1, turns: false });
    expect(straight?.rotation.toArray()).toEqual([0, 0, 0, 1]);
  });
});

describe('Copies along a path', () => {
  const points: [number, number][] = [
    [0, 0],
    [3, 0],
    [3, 4],
    [0, 4],
  ];

  it('are evenly spaced along the line, including both ends of an open path', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.boolean(), (many, closed) => {
        const copies = pathLayout({ points, closed }, still, { count: many, turns: true });
        const gap = closed ? 14 / many : 10 / (many - 1);
        const along = ([x = 0, , z = 0]: number[]) =>
          z === 0 ? x : x === 3 ? 3 + z : z === 4 ? 10 - x : 14 - z;
        expect(copies).toHaveLength(many);
        expect(
          placesOf(copies).map((point) => along(point.map((one) => Math.round(one * 1e6) / 1e6))),
        ).toEqual(copies.map((_, i) => expect.closeTo(gap * i, 4)));
      }),
    );
  });

  it('align their X axis with the path as placed in the scene', () => {
    const world = new Matrix4().makeRotationZ(Math.PI / 2).setPosition(0, 5, 0);
    const [copy] = pathLayout({ points, closed: false }, world, { count: 3, turns: true });
    const axis = (x: number, y: number, z: number) =>
      new Vector3(x, y, z).applyQuaternion(copy?.rotation ?? new Quaternion()).toArray();
    expect(axis(1, 0, 0)).toEqual(roundly([0, 1, 0]));
    expect(axis(0, 1, 0)).toEqual(roundly([-1, 0, 0]));
    expect(copy?.position.toArray()).toEqual(roundly([0, 5, 0]));
  });

  it('do not exist without a line', () => {
    for (const line of [
      [],
      [[1, 1]],
      [
        [1, 1],
        [1, 1],
      ],
    ] as [number, number][][]) {
      expect(pathLayout({ points: line, closed: true }, still, { count: 5, turns: true })).toEqual([]);
    }
    const flat = new Matrix4().makeScale(0, 0, 0);
    expect(pathLayout({ points, closed: true }, flat, { count: 5, turns: true })).toEqual([]);
  });
});

describe('Copies on a surface', () => {
  const options = { count: 200, seed: 7, spacing: 0.4, maxSlope: Math.PI, turns: true };

  it('keep their distance, stay on the surface, and repeat for the same seed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999 }),
        fc.double({ min: 0.2, max: 2, noNaN: true }),
        (seed, spacing) => {
          const copies = scatterLayout(ground, still, { ...options, seed, spacing });
          const places = copies.map(({ position }) => position);
          expect(
            places.every(({ x, y, z }) => Math.abs(x) <= 5 && Math.abs(z) <= 5 && Math.abs(y) < 1e-9),
          ).toBe(true);
          expect(
            places.every((one, i) => places.slice(i + 1).every((other) => one.distanceTo(other) >= spacing)),
          ).toBe(true);
          expect(placesOf(scatterLayout(ground, still, { ...options, seed, spacing }))).toEqual(
            placesOf(copies),
          );
        },
      ),
      { numRuns: 20 },
    );
    expect(placesOf(scatterLayout(ground, still, { ...options, seed: 8 }))).not.toEqual(
      placesOf(scatterLayout(ground, still, options)),
    );
  });

  it('reach the requested number if there is room, and keep their places when it grows', () => {
    const many = scatterLayout(ground, still, { ...options, count: MAX_COPIES, spacing: 0 });
    expect(many).toHaveLength(MAX_COPIES);
    const few = scatterLayout(ground, still, { ...options, count: 50 });
    expect(few).toHaveLength(50);
    expect(placesOf(scatterLayout(ground, still, options)).slice(0, 50)).toEqual(placesOf(few));
    // A hundred squares of spacing 1 cannot have more than about 120 places.
    const full = scatterLayout(ground, still, { ...options, count: MAX_COPIES, spacing: 1 });
    expect(full.length).toBeGreaterThan(50);
    expect(full.length).toBeLessThan(130);
  });

  it('avoid slopes, also on a rotated or mirrored surface', () => {
    const box = new BoxGeometry(2, 2, 2);
    const onTop = scatterLayout(box, still, { ...options, maxSlope: 0.1 });
    expect(onTop.length).toBeGreaterThan(5);
    expect(onTop.every(({ position }) => Math.abs(position.y - 1) < 1e-6)).toBe(true);
    const mirrored = new Matrix4().makeScale(1, -1, 1);
    expect(
      scatterLayout(box, mirrored, { ...options, maxSlope: 0.1 }).every(({ position }) => position.y > 0.9),
    ).toBe(true);
    const upright = new Matrix4().makeRotationX(Math.PI / 2);
    expect(scatterLayout(ground, upright, { ...options, maxSlope: 1 })).toEqual([]);
  });

  it('are distributed by area and stand upright on the surface', () => {
    const sphere = new SphereGeometry(5, 48, 32);
    const copies = scatterLayout(sphere, still, { ...options, count: 2_000, spacing: 0 });
    const upper = copies.filter(({ position }) => position.y > 0);
    expect(upper.length / copies.length).toBeCloseTo(0.5, 1);
    for (const { position, rotation } of copies.slice(0, 50)) {
      const up = new Vector3(0, 1, 0).applyQuaternion(rotation);
      expect(up.angleTo(position)).toBeLessThan(0.2);
    }
    const stretched = new Matrix4().makeScale(3, 1, 1);
    const wide = scatterLayout(ground, stretched, { ...options, count: 2_000, spacing: 0 });
    expect(wide.filter(({ position }) => position.x > 5).length / 2_000).toBeCloseTo(1 / 3, 1);
  });
});

describe('Random variation', () => {
  const jitter = {
    jitterPosition: [1, 0, 0.5],
    jitterRotation: [0, 1, 0],
    jitterScale: 0.25,
    seed: 3,
  } as const;
  const copies = (many: number, more: object = {}) => {
    const row = Array.from({ length: many }, (_, i) => placementAt(i, 0, 0));
    varyCopies(row, { ...jitter, jitterPosition: [1, 0, 0.5], jitterRotation: [0, 1, 0], ...more }, 1);
    return row;
  };

  it('stays within its bounds and does not change the source', () => {
    const row = copies(300);
    expect(row[0]).toEqual(placementAt(0, 0, 0));
    for (const [i, { position, rotation, scale }] of row.entries()) {
      expect(Math.abs(position.x - i)).toBeLessThanOrEqual(1);
      expect(position.y).toBeCloseTo(0);
      expect(Math.abs(position.z)).toBeLessThanOrEqual(0.5);
      expect(rotation.angleTo(new Quaternion())).toBeLessThanOrEqual(1 + 1e-6);
      expect(Math.abs(scale - 1)).toBeLessThanOrEqual(0.25);
    }
    const sizes = row.map(({ scale }) => scale);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeGreaterThan(0.4);
  });

  it('is the same for the same seed, regardless of the number of copies', () => {
    expect(copies(10)).toEqual(copies(300).slice(0, 10));
    expect(copies(10, { seed: 4 })[5]).not.toEqual(copies(10)[5]);
  });
});
