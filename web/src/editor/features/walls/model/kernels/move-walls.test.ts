import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedOut, opening, wall, walls } from '../../../../test/walls-fixture.ts';
import { lengthenWall, moveCorner, moveWall } from './move-walls.ts';
import type { DraftWall } from './walls.ts';

describe('a moved wall', () => {
  const room = () =>
    walls(
      { a: wall([0, 0], [4, 0]), b: wall([4, 0], [4, 3]), c: wall([4, 3], [0, 3]), d: wall([0, 3], [0, 0]) },
      { door: opening('a', 1) },
    );

  it('moves adjoining walls', () => {
    const plan = moveWall(room(), 'a', 1);
    expect(plan?.update).toEqual([
      { id: 'a', props: { start: [0, -1], end: [4, -1] } },
      { id: 'b', props: { start: [4, -1] } },
      { id: 'd', props: { end: [0, -1] } },
    ]);
  });

  it('moves alone when another wall fills the same place, as after a copy', () => {
    const { walls: there, openings } = room();
    const copied = { walls: new Map([...there, ['copy', wall([4, 0], [0, 0])]]), openings };
    expect(moveWall(copied, 'copy', -1)?.update).toEqual([
      { id: 'copy', props: { start: [4, -1], end: [0, -1] } },
    ]);
    expect(lengthenWall(copied, 'copy', 6)?.update.map(({ id }) => id)).toEqual(['copy']);
  });

  it('is lengthened along its line together with the adjoining wall', () => {
    const two = walls({ a: wall([0, 0], [3, 4]), b: wall([3, 4], [9, 4]) });
    expect(lengthenWall(two, 'a', 10)?.update).toEqual([
      { id: 'a', props: { end: [6, 8] } },
      { id: 'b', props: { start: [6, 8] } },
    ]);
    expect(lengthenWall(two, 'a', 5)).toBeNull();
    expect(lengthenWall(two, 'a', 0)).toBeNull();
    expect(lengthenWall(two, 'gone', 5)).toBeNull();
  });

  it('keeps its openings in place when its start moves', () => {
    const plan = moveCorner(room(), [0, 0], [-1, 0]);
    expect(plan?.update).toContainEqual({ id: 'door', props: { offset: 2 } });
  });

  it('keeps its openings apart and in order when shortened, or is unchanged', () => {
    const { door, late } = {
      door: opening('a', 2.5),
      late: { ...opening('a', 4, 1), type: 'window' as const },
    };
    const line = walls({ a: wall([0, 0], [5, 0]) }, { door, late });
    const short = lengthenWall(line, 'a', 2);
    expect(short?.update).toEqual([
      { id: 'a', props: { end: [2, 0] } },
      { id: 'door', props: { offset: expect.closeTo(0.53, 9) } },
      { id: 'late', props: { offset: expect.closeTo(1.49, 9) } },
    ]);
    const other = moveCorner(line, [0, 0], [3, 0]);
    expect(other?.update.slice(1)).toEqual([
      { id: 'door', props: { offset: expect.closeTo(0.46, 9) } },
      { id: 'late', props: { offset: expect.closeTo(1.42, 9) } },
    ]);
    expect(lengthenWall(line, 'a', 1.9)).toBeNull();
  });

  it('never overlaps its openings, at any length', () => {
    const widths = fc.array(fc.double({ min: 0.3, max: 1.5, noNaN: true }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(widths, fc.double({ min: 0.02, max: 9, noNaN: true }), (all, length) => {
        const holes = all.map((width, i) => [`door${i}`, opening('a', 1 + 2 * i, width)] as const);
        const line = walls({ a: wall([0, 0], [10, 0]) }, Object.fromEntries(holes));
        const plan = lengthenWall(line, 'a', length);
        // The nearest free place may be beyond another opening.
        const after = plan
          ? [...carriedOut(line, plan).openings.values()].sort((a, b) => a.offset - b.offset)
          : [];
        after.forEach(({ offset, width }, i) => {
          const end = after[i - 1];
          expect(offset - width / 2).toBeGreaterThan(end ? end.offset + end.width / 2 : 0);
          expect(offset + width / 2).toBeLessThan(length);
        });
        const needed = all.reduce((sum, width) => sum + width + 0.01, 0.01);
        expect(plan === null).toBe(needed > length + 1e-5);
      }),
      {
        examples: [
          [[0.3, 0.3, 1.01, 1.5], 4],
          // Free space in pieces that are too small for the last opening.
          [[0.3, 0.83001, 0.745005, 1.5], 4.265005],
          [
            [0.8196686925365254, 0.5701756537317373, 1.1217530745061832, 0.7335004060914233],
            3.875253480597606,
          ],
        ],
        numRuns: 300,
      },
    );
  });

  it('is rejected when a wall would have zero length or does not exist', () => {
    expect(moveCorner(room(), [0, 0], [4, 0])).toBeNull();
    expect(moveCorner(room(), [9, 9], [4, 0])).toBeNull();
    expect(moveWall(room(), 'nothing', 1)).toBeNull();
    expect(moveWall(room(), 'a', 0)).toBeNull();
  });

  it('changes only adjoining walls, among two hundred walls and a hundred openings', () => {
    const side = 10;
    const all: Record<string, DraftWall> = {};
    for (let i = 0; i < side * side; i++) {
      const [x, z] = [i % side, Math.floor(i / side)];
      all[`across${i}`] = wall([x * 4, z * 4], [x * 4 + 4, z * 4]);
      all[`down${i}`] = wall([x * 4, z * 4], [x * 4, z * 4 + 4]);
    }
    const holes = Object.fromEntries(
      Array.from({ length: side * side }, (_, i) => [`door${i}`, opening(`across${i}`, 2)]),
    );
    const plan = moveCorner(walls(all, holes), [20, 20], [20.5, 20.25]);
    const touched = plan?.update.map(({ id }) => id) ?? [];
    expect(touched.filter((id) => !id.startsWith('door')).sort()).toEqual([
      'across54',
      'across55',
      'down45',
      'down55',
    ]);
    expect(touched.filter((id) => id.startsWith('door')).sort()).toEqual(['door54', 'door55']);
  });
});
