import { areaOf, type PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import type { WallPlan } from '@diorama/shared/scene/nodes/wall/line.ts';
import { room, wallBetween } from '@diorama/shared/scene/nodes/wall/test/rooms.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRooms } from './find-rooms.ts';

const plans = (walls: Record<string, [PlanPoint, PlanPoint]>) =>
  new Map(Object.entries(walls).map(([id, [start, end]]) => [id, wallBetween(start, end)]));
const named = (walls: readonly WallPlan[]) => new Map(walls.map((wall, i) => [`w${i}`, wall]));
const wallsOf = (...args: Parameters<typeof findRooms>) =>
  findRooms(...args)
    .map(({ walls }) => walls.toSorted().join(' '))
    .sort();

/** Two rooms of 4 by 3 metres that share the wall `middle`. */
const PAIR = plans({
  a: [
    [0, 0],
    [4, 0],
  ],
  middle: [
    [4, 0],
    [4, 3],
  ],
  b: [
    [4, 3],
    [0, 3],
  ],
  c: [
    [0, 3],
    [0, 0],
  ],
  d: [
    [4, 0],
    [8, 0],
  ],
  e: [
    [8, 0],
    [8, 3],
  ],
  f: [
    [8, 3],
    [4, 3],
  ],
});

describe('findRooms', () => {
  it('finds a room from each of its walls, with any directions and curves', () => {
    fc.assert(
      fc.property(
        room,
        fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 9 }),
        (walls, curves) => {
          const there = named(walls.map((wall, i) => ({ ...wall, curve: curves[i] ?? 0 })));
          for (const id of there.keys()) {
            const [found, ...others] = findRooms(there, [id]);
            expect(others).toEqual([]);
            expect(found?.walls.toSorted()).toEqual([...there.keys()].sort());
            expect(areaOf(found?.outline ?? [])).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  it('finds both rooms of a shared wall, and never their union', () => {
    expect(wallsOf(PAIR, ['a'])).toEqual(['a b c middle']);
    expect(wallsOf(PAIR, ['e'])).toEqual(['d e f middle']);
    expect(wallsOf(PAIR, ['middle'])).toEqual(['a b c middle', 'd e f middle']);
    expect(wallsOf(PAIR, PAIR.keys())).toHaveLength(2);
  });

  it('finds the outer room when the wall between two rooms is missing', () => {
    const open = new Map(PAIR);
    open.delete('middle');
    expect(wallsOf(open, ['a'])).toEqual(['a b c d e f']);
    open.delete('c');
    expect(wallsOf(open, ['a'])).toEqual([]);
  });

  it('ignores walls with a free end, inside and outside of rooms', () => {
    const more = plans({
      inside: [
        [4, 3],
        [2, 1],
      ],
      corner: [
        [2, 1],
        [2, 2],
      ],
      outside: [
        [0, 0],
        [-3, -3],
      ],
      alone: [
        [20, 0],
        [20, 3],
      ],
    });
    expect(wallsOf(new Map([...PAIR, ...more]), ['a', 'inside', 'outside', 'alone'])).toEqual([
      'a b c middle',
    ]);
  });

  it('finds no rooms in walls that cross without a corner', () => {
    const bow = plans({
      a: [
        [0, 0],
        [3, 3],
      ],
      b: [
        [3, 3],
        [3, 0],
      ],
      c: [
        [3, 0],
        [0, 3],
      ],
      d: [
        [0, 3],
        [0, 0],
      ],
    });
    expect(wallsOf(bow, bow.keys())).toEqual([]);
  });

  it('finds no rooms in a long chain', () => {
    const chain = Array.from({ length: 2_000 }, (_, i) => wallBetween([i, 0], [i + 1, 0]));
    expect(findRooms(named(chain), ['w0', 'w1999'])).toEqual([]);
  });
});
