import fc from 'fast-check';
import { Box3, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { BoxTree } from './box-tree.ts';
import { GuideIndex } from './guides.ts';

const boxAt = (x: number, y: number, z: number, size = 1) =>
  new Box3().setFromCenterAndSize(new Vector3(x, y, z), new Vector3(size, size, size));
/** Boxes on a floor, 100 per row. */
const field = (count: number) =>
  Array.from({ length: count }, (_, i) => boxAt((i % 100) * 2.5, 0.5, Math.floor(i / 100) * 2.5));

describe('guides', () => {
  it('align edges with edges and centers with centers', () => {
    const index = new GuideIndex([boxAt(0, 0.5, 0)]);
    const near = (x: number) => index.find({ box: boxAt(x, 0.5, 4, 0.6), axes: ['x'], tolerance: 0.05 });
    expect(near(0.03).shift.x).toBeCloseTo(-0.03);
    expect(near(0.22).shift.x).toBeCloseTo(-0.02);
    // Its left edge on the right edge of the other.
    expect(near(0.81).shift.x).toBeCloseTo(-0.01);
    expect(near(0.5).shift).toEqual({});
  });

  it('draw a line between aligned boxes', () => {
    const index = new GuideIndex([boxAt(0, 0.5, 0)]);
    const { lines } = index.find({ box: boxAt(0.03, 0.5, 4), axes: ['x'], tolerance: 0.05 });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.from.toArray()).toEqual([expect.closeTo(lines[0]?.to.x ?? Number.NaN), 0, -0.5]);
    expect(lines[0]?.to.z).toBeCloseTo(4.5);
  });

  it('are independent by axis, and limited to the given axes', () => {
    const index = new GuideIndex([boxAt(0, 0.5, 0), boxAt(9, 0.5, 5)]);
    const query = { box: boxAt(0.02, 0.53, 5.04), tolerance: 0.05 };
    const { shift } = index.find({ ...query, axes: ['x', 'z'] });
    expect(shift.x).toBeCloseTo(-0.02);
    expect(shift.z).toBeCloseTo(-0.04);
    expect(shift).not.toHaveProperty('y');
    expect(index.find({ ...query, axes: ['y'] }).shift.y).toBeCloseTo(-0.03);
  });

  it('equalize the gaps between two boxes, and repeat the gap of a row', () => {
    const between = new GuideIndex([boxAt(0, 0.5, 0), boxAt(5, 0.5, 0)]);
    const middle = between.find({ box: boxAt(2.54, 0.5, 0), axes: ['x'], tolerance: 0.05 });
    expect(middle.shift.x).toBeCloseTo(-0.04);
    expect(middle.lines.map(({ gap }) => gap)).toEqual([expect.closeTo(1.5), expect.closeTo(1.5)]);
    const row = new GuideIndex([boxAt(0, 0.5, 0), boxAt(1.7, 0.5, 0)]);
    const next = row.find({ box: boxAt(3.42, 0.5, 0), axes: ['x'], tolerance: 0.05 });
    expect(next.shift.x).toBeCloseTo(-0.02);
    const before = row.find({ box: boxAt(-1.72, 0.5, 0), axes: ['x'], tolerance: 0.05 });
    expect(before.shift.x).toBeCloseTo(0.02);
  });

  it('are symmetric for a mirrored scene', () => {
    // Whole centimetres, with a tolerance between two of them.
    const place = fc.integer({ min: -500, max: 500 }).map((value) => value / 100);
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 6 }), place, (others, at) => {
        const find = (sign: number) =>
          new GuideIndex(others.map((x) => boxAt(sign * x, 0.5, 3))).find({
            box: boxAt(sign * at, 0.5, 0, 0.7),
            axes: ['x'],
            tolerance: 0.1025,
          }).shift.x ?? null;
        const [one, two] = [find(1), find(-1)];
        if (one === null || two === null) {
          expect(one).toEqual(two);
        } else {
          expect(Math.abs(one)).toBeCloseTo(Math.abs(two), 6);
        }
      }),
    );
  });

  it('examine few boxes in a scene of thousands', () => {
    const index = new GuideIndex(field(5_000));
    const query = { box: boxAt(101.3, 0.5, 51.2), axes: ['x', 'z'] as const, tolerance: 0.1 };
    index.find(query);
    expect(index.looked).toBeGreaterThan(0);
    expect(index.looked).toBeLessThan(400);
  });

  it('are empty in an empty scene', () => {
    const guides = new GuideIndex([]).find({ box: boxAt(0, 0, 0), axes: ['x'], tolerance: 1 });
    expect(guides).toEqual({ shift: {}, lines: [] });
  });
});

describe('BoxTree', () => {
  it('finds the same boxes as a linear search', () => {
    const number = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number, number)), fc.tuple(number, number, number), (all, at) => {
        const boxes = all.map(([x, y, z]) => boxAt(x, y, z));
        const region = boxAt(...at, 6);
        const met = new BoxTree(boxes).meeting(region, Number.POSITIVE_INFINITY).sort((a, b) => a - b);
        expect(met).toEqual([...boxes.keys()].filter((i) => boxes[i]?.intersectsBox(region)));
      }),
    );
  });

  it('returns no more boxes than requested', () => {
    expect(new BoxTree(field(1_000)).meeting(boxAt(0, 0, 0, 1e4), 7)).toHaveLength(7);
  });
});
