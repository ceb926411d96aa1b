import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedOut, look, opening, twoWalls, wall, walls, window } from '../../../../test/walls-fixture.ts';
import { bendWall } from './bend-wall.ts';
import { drawWall, settleWalls } from './draw-walls.ts';
import { isWithinWall } from './fit-opening.ts';
import { isOnWall } from './is-on-wall.ts';
import { lengthenWall, moveCorner, moveWall } from './move-walls.ts';
import { placeOpening } from './place-opening.ts';
import { snapCursor } from './snap-cursor.ts';
import { wallAngles } from './wall-angles.ts';
import type { DraftWall, Walls } from './walls.ts';

const bent = (start: PlanPoint, end: PlanPoint, curve: number): DraftWall => ({ ...wall(start, end), curve });
/** Semicircle of radius 2 around the origin, on the −Z side. */
const half = bent([-2, 0], [2, 0], 2);
const lengthOf = (one: DraftWall | undefined) => (one && wallLine(one)?.length) ?? 0;
const onCircle = (degrees: number, radius = 2): PlanPoint => [
  -radius * Math.cos((degrees * Math.PI) / 180),
  -radius * Math.sin((degrees * Math.PI) / 180),
];
const context = () => {
  let count = 0;
  const newId = () => {
    count += 1;
    return `new${count}`;
  };
  return { look, newId };
};
const drawn = (there: Walls, start: PlanPoint, end: PlanPoint) => {
  const result = drawWall(there, { start, end }, context());
  if (!('plan' in result)) {
    throw new Error('nothing was drawn');
  }
  return carriedOut(there, result.plan);
};

describe('a bent wall', () => {
  it('curves up to a half circle, and its openings keep their relative offset', () => {
    const there = twoWalls({ door: opening('a', 3), other: opening('a', 1.5) });
    const after = carriedOut(there, bendWall(there, 'a', 99) ?? { create: [], update: [], remove: [] });
    expect(after.walls.get('a')).toMatchObject({ start: [0, 0], end: [6, 0], curve: 3 });
    expect(after.openings.get('door')?.offset).toBeCloseTo((3 * Math.PI) / 2);
    expect(after.openings.get('other')?.offset).toBeCloseTo((3 * Math.PI) / 4);
    expect(after.walls.get('b')).toBe(there.walls.get('b'));
  });

  it('is unchanged when it would be too short for its openings, or nothing changes', () => {
    const full = walls({ a: half }, { one: opening('a', 1.6, 2.9), two: opening('a', 4.7, 2.9) });
    expect(bendWall(full, 'a', 0)).toBeNull();
    expect(bendWall(full, 'a', 2)).toBeNull();
    expect(bendWall(full, 'gone', 1)).toBeNull();
  });

  it('keeps its openings inside', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -4, max: 4, noNaN: true }),
        fc.double({ min: 0.5, max: 5.5, noNaN: true }),
        (curve, offset) => {
          const there = twoWalls({ door: opening('a', offset) });
          const plan = bendWall(there, 'a', curve);
          const after = plan ? carriedOut(there, plan) : there;
          const door = after.openings.get('door');
          expect(door && isWithinWall(after, door)).toBe(true);
        },
      ),
    );
  });

  it('splits and is split by the walls it meets, like a drawn wall', () => {
    const there = walls({ a: bent([-2, 0], [2, 0], 1), b: wall([0, -3], [0, 3]) });
    const settled = settleWalls(there, {
      moved: ['a'],
      taken: ['a'],
      isHost: () => false,
      newId: context().newId,
    });
    const after = 'plan' in settled ? carriedOut(there, settled.plan) : there;
    expect([...after.walls.values()].map(({ curve }) => curve !== 0)).toEqual([true, false, true, false]);
    const ends = [...after.walls.values()].flatMap(({ start, end }) => [start, end]);
    expect(ends.filter((end) => distance(end, [0, -1]) < 1e-6)).toHaveLength(4);
  });
});

describe('a curved wall among others', () => {
  it('keeps its shape when an end moves, and follows an adjoining wall', () => {
    const there = walls({ a: half, b: wall([2, 0], [2, 4]) });
    const moved = carriedOut(
      there,
      moveCorner(there, [2, 0], [4, 0]) ?? { create: [], update: [], remove: [] },
    );
    expect(moved.walls.get('a')?.curve).toBeCloseTo(3);
    const slid = carriedOut(there, moveWall(there, 'b', 1) ?? { create: [], update: [], remove: [] });
    expect(slid.walls.get('a')).toMatchObject({ end: [3, 0], curve: expect.closeTo(2.5) });
    expect(moveWall(there, 'a', 1)?.update[0]).toEqual({ id: 'a', props: { start: [-2, -1], end: [2, -1] } });
  });

  it('is resized to a length along its arc', () => {
    const there = walls({ a: half });
    const plan = lengthenWall(there, 'a', 9);
    expect(lengthOf(plan ? carriedOut(there, plan).walls.get('a') : undefined)).toBeCloseTo(9);
  });

  it('is split where another wall ends on it, and its openings stay in place', () => {
    const at = onCircle(60);
    const there = walls({ a: half }, { left: opening('a', 1, 0.5), right: opening('a', 5, 0.5) });
    const after = drawn(there, at, [-5, -5]);
    const [first, second] = [after.walls.get('a'), after.walls.get('new1')];
    expect([lengthOf(first), lengthOf(second)].map((n) => n / 2)).toEqual(
      [60, 120].map((degrees) => expect.closeTo((degrees * Math.PI) / 180)),
    );
    const spot = (there: Walls, id: string) => {
      const { wall: host = '', offset = 0 } = there.openings.get(id) ?? {};
      const line = wallLine(there.walls.get(host) ?? half);
      return line && pointOn(line, offset, 0);
    };
    for (const id of ['left', 'right']) {
      expect(distance(spot(there, id) ?? [0, 0], spot(after, id) ?? [9, 9])).toBeLessThan(1e-6);
    }
  });

  it('is split at both crossings with a straight wall, and splits that wall', () => {
    const after = drawn(walls({ a: half }), [-3, -1], [3, -1]);
    const lines = [...after.walls.values()];
    expect(lines).toHaveLength(6);
    expect(lines.filter(({ curve }) => curve > 0)).toHaveLength(3);
    const x = Math.sqrt(3);
    for (const at of [-x, x]) {
      const ends = lines.flatMap(({ start, end }) => [start, end]);
      expect(ends.filter((end) => distance(end, [at, -1]) < 1e-6)).toHaveLength(4);
    }
  });

  it('is no duplicate of a straight wall between the same ends, and crosses another curved wall', () => {
    expect(drawn(walls({ a: half }), [-2, 0], [2, 0]).walls.size).toBe(2);
    const there = walls({ a: half, b: { ...bent([-2, -2], [2, -2], -2) } });
    const settled = settleWalls(there, {
      moved: ['b'],
      taken: ['b'],
      isHost: () => false,
      newId: context().newId,
    });
    expect('plan' in settled && carriedOut(there, settled.plan).walls.size).toBe(6);
  });

  it('has snap targets at its midpoint, its crossings and along its line', () => {
    const there = walls({ a: half, b: wall([-3, -1], [3, -1]) }).walls;
    const snap = (raw: PlanPoint) => {
      const { kind, point } = snapCursor({ raw, from: null, mode: 'lines', step: 0, walls: there });
      return [kind, ...point.map((value) => Math.round(value * 1e3) / 1e3)];
    };
    expect(snap([0.1, -2.2])).toEqual(['midpoint', 0, -2]);
    expect(snap([1.7, -1.1])).toEqual(['crossing', 1.732, -1]);
    const [x, z] = onCircle(80, 2.2);
    expect(snap(onCircle(60, 2.2))[0]).toBe('body');
    expect(Math.hypot(x, z)).toBeCloseTo(2.2);
    expect(isOnWall(there, onCircle(35))).toBe(true);
    expect(isOnWall(there, [0, 0])).toBe(false);
  });

  it('uses its tangent for the angle to a wall at its end', () => {
    const there = walls({ a: half }).walls;
    const [angle] = wallAngles(there, { from: [2, 0], to: [5, 0] });
    expect(Math.abs(angle?.sweep ?? 0)).toBeCloseTo(Math.PI / 2);
  });

  it('accepts openings along its arc', () => {
    const there = walls({ a: half }, { door: opening('a', 1) });
    const placed = placeOpening({ there, at: onCircle(120, 2.3), opening: window });
    expect(placed).toMatchObject({ wall: 'a', isAllowed: true });
    expect(placed?.props.offset).toBeCloseTo((2 * Math.PI * 120) / 180);
    expect(placed?.gaps.before).toBeCloseTo((placed?.span.from ?? 0) - 1.45);
    expect(placed?.gaps.after).toBeCloseTo(2 * Math.PI - (placed?.span.to ?? 0));
  });
});
