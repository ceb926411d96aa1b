import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance } from '@diorama/shared/scene/nodes/wall/line.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedOut, look, opening, wall, walls, worldOf } from '../../../../test/walls-fixture.ts';
import { drawRoom, drawWall } from './draw-walls.ts';
import { nextOf, SNAP_MODES, SNAP_STEPS, snapCursor } from './snap-cursor.ts';
import { type DraftWall, SHORTEST } from './walls.ts';

const context = () => {
  let count = 0;
  return { look, newId: () => `new${++count}` };
};
const planOf = (result: ReturnType<typeof drawWall>) => {
  if ('refused' in result) {
    throw new Error(`refused: ${result.refused}`);
  }
  return result.plan;
};
/** Whether two walls cross each other away from the ends of both. */
const crossesInside = (one: DraftWall, other: DraftWall): boolean => {
  const side = ([x, z]: PlanPoint, { start, end }: DraftWall) => {
    const [dx, dz] = [end[0] - start[0], end[1] - start[1]];
    return (dx * (z - start[1]) - dz * (x - start[0])) / Math.hypot(dx, dz);
  };
  const areParted = (wall: DraftWall, by: DraftWall) => {
    const [a, b] = [side(wall.start, by), side(wall.end, by)];
    return Math.min(Math.abs(a), Math.abs(b)) > 0.05 && a > 0 !== b > 0;
  };
  return areParted(one, other) && areParted(other, one);
};

/** Distance from a wall's line to a point, in metres. */
const distanceTo = ({ start, end }: DraftWall, [x, z]: PlanPoint): number => {
  const [dx, dz] = [end[0] - start[0], end[1] - start[1]];
  const along = ((x - start[0]) * dx + (z - start[1]) * dz) / (dx * dx + dz * dz);
  const share = Math.min(Math.max(along, 0), 1);
  return distance([start[0] + dx * share, start[1] + dz * share], [x, z]);
};

describe('the cursor of the wall tool', () => {
  const there = walls({ a: wall([0, 0], [4, 0]), b: wall([2, -3], [2, -1]) }).walls;
  const at = (raw: PlanPoint, more: object = {}) =>
    snapCursor({ raw, from: null, mode: 'lines', step: 0.5, walls: there, ...more });

  it('prefers ends over midpoints, midpoints over wall bodies, and bodies over the grid', () => {
    expect(at([0.6, 0.2])).toEqual({ point: [0, 0], kind: 'endpoint', wall: 'a' });
    expect(at([2.2, 0.3])).toEqual({ point: [2, 0], kind: 'midpoint', wall: 'a' });
    expect(at([3.1, 0.3], { step: 0.1 })).toMatchObject({ point: [expect.closeTo(3.1), 0], kind: 'body' });
    expect(at([3, 1.6])).toMatchObject({ point: [3, 1.5], kind: 'grid' });
  });

  it('snaps to crossings of walls', () => {
    const crossing = walls({ a: wall([0, 0], [6, 0]), b: wall([1.5, -2], [1.5, 4]) }).walls;
    expect(at([1.6, 0.2], { walls: crossing })).toMatchObject({ point: [1.5, 0], kind: 'crossing' });
  });

  it('snaps to the grid in grid mode, but still to an end that closes a room', () => {
    expect(at([0.4, 0.3], { mode: 'grid' })).toMatchObject({ point: [0.5, 0.5], kind: 'grid' });
    expect(at([0.04, 0.01], { mode: 'grid' })).toMatchObject({ point: [0, 0], kind: 'endpoint' });
    expect(at([0.4, 0.3], { mode: 'off' })).toMatchObject({ point: [0.4, 0.3], kind: 'free' });
    expect(at([0.4, 0.3], { isBypassed: true })).toMatchObject({ point: [0.4, 0.3], kind: 'free' });
  });

  it('follows rays in whole steps from the start of the wall', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -5, max: 5, noNaN: true }),
        fc.double({ min: -5, max: 5, noNaN: true }),
        (x, z) => {
          const { point, kind } = at([x, z], { from: [10, 10], mode: 'angles', walls: new Map() });
          const degrees = (Math.atan2(point[1] - 10, point[0] - 10) * 180) / Math.PI;
          expect(kind).toBe('ray');
          expect(Math.abs(degrees / 15 - Math.round(degrees / 15))).toBeLessThan(1e-6);
          const steps = distance(point, [10, 10]) / 0.5;
          expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6);
        },
      ),
    );
  });

  it('uses the typed length in the shown direction', () => {
    const snapped = at([9, 0.1], { from: [5, 0], mode: 'angles', length: 1.234, walls: new Map() });
    expect(snapped).toEqual({ point: [expect.closeTo(6.234), expect.closeTo(0)], kind: 'typed', wall: null });
    expect(at([5, 0], { from: [5, 0], mode: 'off', length: 2, walls: new Map() }).point).toEqual([7, 0]);
  });

  it('cycles through its modes and steps', () => {
    expect(SNAP_MODES.map((mode) => nextOf(SNAP_MODES, mode))).toEqual(['lines', 'angles', 'off', 'grid']);
    expect(nextOf(SNAP_STEPS, 0.05)).toBe(0.5);
  });
});

describe('a drawn wall', () => {
  it('is rejected when too short or a duplicate, in either direction', () => {
    const there = walls({ a: wall([0, 0], [4, 0]) });
    expect(drawWall(there, { start: [1, 1], end: [1.005, 1] }, context())).toEqual({ refused: 'short' });
    expect(drawWall(there, { start: [4, 0], end: [0, 0] }, context())).toEqual({ refused: 'duplicate' });
  });

  it('splits the wall it ends on, and openings stay with their half', () => {
    const there = walls({ a: wall([0, 0], [4, 0]) }, { left: opening('a', 1), right: opening('a', 3) });
    const plan = planOf(drawWall(there, { start: [2, 3], end: [2, 0] }, context()));
    expect(plan.create.map(({ like }) => like)).toEqual(['a', null]);
    expect(plan.update).toContainEqual({ id: 'a', props: { end: [2, 0] } });
    const half = plan.create.find(({ like }) => like === 'a')?.id;
    expect(plan.update).toContainEqual({ id: 'right', props: { offset: 1 }, parent: half });
    expect(plan.update.map(({ id }) => id)).not.toContain('left');
    expect(worldOf(carriedOut(there, plan), 'right')).toEqual([3, 0]);
  });

  it('does not split a wall near its corner or at an opening', () => {
    const there = walls({ a: wall([0, 0], [4, 0]) }, { door: opening('a', 2) });
    for (const x of [0.01, 3.99, 2.4]) {
      const plan = planOf(drawWall(there, { start: [x, 3], end: [x, 0] }, context()));
      expect([plan.create.length, plan.update]).toEqual([1, []]);
    }
  });

  it('is split where other walls end on it', () => {
    const there = walls({ a: wall([1, 0], [1, 3]), b: wall([3, 0], [3, 3]) });
    const plan = planOf(drawWall(there, { start: [0, 0], end: [4, 0] }, context()));
    expect(plan.create.map(({ props }) => [props.start, props.end])).toEqual([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [3, 0],
      ],
      [
        [3, 0],
        [4, 0],
      ],
    ]);
    expect(plan.create.map(({ like }) => like)).toEqual([null, null, null]);
  });

  it('keeps every opening in place, for any crossing walls', () => {
    const metres = fc.double({ min: 0, max: 8, noNaN: true });
    fc.assert(
      fc.property(fc.array(metres, { maxLength: 5 }), fc.array(metres, { maxLength: 6 }), (doors, splits) => {
        const holes = Object.fromEntries(doors.map((at, i) => [`door${i}`, opening('a', at, 0.3)]));
        let there = walls({ a: wall([0, 0], [8, 0]) }, holes);
        const before = Object.keys(holes).map((id) => worldOf(there, id));
        const ids = context();
        for (const x of splits) {
          const drawn = drawWall(there, { start: [x, 3], end: [x, 0] }, ids);
          there = 'plan' in drawn ? carriedOut(there, drawn.plan) : there;
        }
        for (const [i, id] of Object.keys(holes).entries()) {
          expect(distance(worldOf(there, id), before[i] ?? [9, 9])).toBeLessThan(1e-6);
        }
        const length = [...there.walls.values()].filter(({ start, end }) => start[1] === end[1]);
        expect(length.reduce((sum, { start, end }) => sum + distance(start, end), 0)).toBeCloseTo(8);
      }),
    );
  });

  it('splits the walls it crosses, and is split by them', () => {
    const there = walls({ a: wall([0, 0], [4, 0]) }, { right: opening('a', 3) });
    const plan = planOf(drawWall(there, { start: [1, -2], end: [1, 2] }, context()));
    const after = carriedOut(there, plan);
    expect([...after.walls.values()].map(({ start, end }) => [start, end])).toEqual([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [4, 0],
      ],
      [
        [1, -2],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 2],
      ],
    ]);
    expect(plan.create.map(({ like }) => like)).toEqual(['a', null, null]);
    expect(worldOf(after, 'right')).toEqual([3, 0]);
  });

  it('crosses a wall at its opening without splitting either', () => {
    const there = walls({ a: wall([0, 0], [4, 0]) }, { door: opening('a', 2) });
    const plan = planOf(drawWall(there, { start: [2, -2], end: [2, 2] }, context()));
    expect([plan.create.length, plan.update]).toEqual([1, []]);
  });

  it('does not redraw parts of existing walls', () => {
    const there = walls({ a: wall([0, 0], [4, 0]) });
    expect(drawWall(there, { start: [3, 0], end: [1, 0] }, context())).toEqual({ refused: 'duplicate' });
    const plan = planOf(drawWall(there, { start: [3, 0], end: [6, 0] }, context()));
    const after = [...carriedOut(there, plan).walls.values()];
    expect(after.reduce((sum, { start, end }) => sum + distance(start, end), 0)).toBeCloseTo(6);
  });

  it('covers each line once, for any crossings in any order', () => {
    const at = fc.integer({ min: 0, max: 24 }).map((n) => n / 4);
    const line = fc.tuple(at, at, at, at).map(
      ([x, z, toX, toZ]) =>
        [
          [x, z],
          [toX, toZ],
        ] as const,
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 7 }), (lines) => {
        const ids = context();
        const after = lines.reduce((there, [start, end]) => {
          const drawn = drawWall(there, { start, end }, ids);
          return 'plan' in drawn ? carriedOut(there, drawn.plan) : there;
        }, walls({}));
        const all = [...after.walls.values()];
        for (const [i, one] of all.entries()) {
          expect([...one.start, ...one.end].every(Number.isFinite)).toBe(true);
          expect(distance(one.start, one.end)).toBeGreaterThanOrEqual(SHORTEST);
          // Two walls share nothing but an end.
          expect(all.slice(i + 1).filter((other) => crossesInside(one, other))).toEqual([]);
        }
        for (const [start, end] of lines.filter((one) => distance(...one) >= SHORTEST)) {
          for (const share of [0, 0.23, 0.5, 0.77, 1]) {
            const point: PlanPoint = [
              start[0] + (end[0] - start[0]) * share,
              start[1] + (end[1] - start[1]) * share,
            ];
            expect(all.some((one) => distanceTo(one, point) < 0.05)).toBe(true);
          }
        }
      }),
    );
  });

  it('makes a room of two corners, and shares existing walls', () => {
    const there = walls({ a: wall([0, 0], [4, 0]) });
    const plan = planOf(
      drawRoom(
        there,
        [
          [4, 3],
          [0, 0],
        ],
        context(),
      ),
    );
    expect(plan.create).toHaveLength(3);
    expect(
      drawRoom(
        carriedOut(there, plan),
        [
          [0, 0],
          [4, 3],
        ],
        context(),
      ),
    ).toEqual({ refused: 'duplicate' });
    expect(
      drawRoom(
        there,
        [
          [0, 0],
          [0, 3],
        ],
        context(),
      ),
    ).toEqual({ refused: 'short' });
  });
});
