import { isSimple } from '@diorama/shared/scene/nodes/floor/area.ts';
import { wallLoop } from '@diorama/shared/scene/nodes/floor/wall-loop.ts';
import { areaOf, opposite, type PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import {
  distance,
  headingAt,
  SAME_END,
  type WallPlan,
  wallLine,
} from '@diorama/shared/scene/nodes/wall/line.ts';

/** A closed room: its walls, and its outline along their lines. */
export type Room = { walls: string[]; outline: PlanPoint[] };

/** A wall in one direction: the corner that it leaves, the one that it reaches, and its headings at both. */
type Way = {
  wall: string;
  isForward: boolean;
  from: number;
  to: number;
  leaves: PlanPoint;
  arrives: PlanPoint;
};

/**
 * Smallest closed rooms beside some walls, each once. Walls with a free end are ignored; rooms that no floor can fill are
 * left out.
 */
export function findRooms(walls: ReadonlyMap<string, WallPlan>, beside: Iterable<string>): Room[] {
  const ways = withoutDeadEnds(waysOf(walls));
  const leaving = Map.groupBy(ways, ({ from }) => from);
  const rooms = new Map<string, Room>();
  const wanted = new Set(beside);
  for (const first of ways.filter(({ wall }) => wanted.has(wall))) {
    const loop = loopFrom(first, leaving);
    const room = loop && roomOf(loop, walls);
    if (room) {
      rooms.set(room.walls.toSorted().join(), room);
    }
  }
  return [...rooms.values()];
}

function waysOf(walls: ReadonlyMap<string, WallPlan>): Way[] {
  const cornerAt = cornerIndex();
  return [...walls].flatMap(([wall, plan]): Way[] => {
    const line = wallLine(plan);
    const [from, to] = [cornerAt(plan.start), cornerAt(plan.end)];
    if (!line || from === to) {
      return [];
    }
    const [first, last] = [headingAt(line, 0), headingAt(line, line.length)];
    const [back, forth] = [opposite(first), opposite(last)];
    return [
      { wall, isForward: true, from, to, leaves: first, arrives: last },
      { wall, isForward: false, from: to, to: from, leaves: forth, arrives: back },
    ];
  });
}

/** Returns a function that numbers corners; ends of walls that meet are one corner. */
function cornerIndex(): (point: PlanPoint) => number {
  const cells = new Map<string, number[]>();
  const corners: PlanPoint[] = [];
  const width = 2 * SAME_END;
  return (point) => {
    const [column, row] = [Math.floor(point[0] / width), Math.floor(point[1] / width)];
    const around = [-1, 0, 1].flatMap((x) =>
      [-1, 0, 1].flatMap((z) => cells.get(`${column + x}:${row + z}`) ?? []),
    );
    const known = around.find((corner) => distance(corners[corner] ?? point, point) <= SAME_END);
    if (known !== undefined) {
      return known;
    }
    const key = `${column}:${row}`;
    cells.set(key, [...(cells.get(key) ?? []), corners.length]);
    return corners.push(point) - 1;
  };
}

/** The ways of walls that are no part of a chain with a free end. */
function withoutDeadEnds(ways: readonly Way[]): Way[] {
  const leaving = Map.groupBy(ways, ({ from }) => from);
  const counts = new Map([...leaving].map(([corner, { length }]) => [corner, length]));
  const gone = new Set<string>();
  const ends = [...counts.keys()].filter((corner) => counts.get(corner) === 1);
  for (let corner = ends.pop(); corner !== undefined; corner = ends.pop()) {
    const last = leaving.get(corner)?.find(({ wall }) => !gone.has(wall));
    if (last) {
      const left = (counts.get(last.to) ?? 0) - 1;
      gone.add(last.wall);
      counts.set(last.to, left);
      if (left === 1) {
        ends.push(last.to);
      }
    }
  }
  return ways.filter(({ wall }) => !gone.has(wall));
}

/** The loop on the left of a way, which turns left as sharply as possible at each corner. */
function loopFrom(first: Way, leaving: ReadonlyMap<number, readonly Way[]>): Way[] | null {
  const loop = [first];
  const passed = new Set([first.wall]);
  for (let way = first; ; ) {
    const turns = (leaving.get(way.to) ?? []).filter(({ wall }) => wall !== way.wall);
    const next = turns.toSorted(
      (a, b) => leftTurn(way.arrives, b.leaves) - leftTurn(way.arrives, a.leaves),
    )[0];
    if (!next) {
      return null;
    }
    if (next === first) {
      return loop;
    }
    // A wall with the same room on both sides is no boundary of it.
    if (passed.has(next.wall)) {
      return null;
    }
    passed.add(next.wall);
    loop.push(next);
    way = next;
  }
}

function roomOf(loop: readonly Way[], walls: ReadonlyMap<string, WallPlan>): Room | null {
  const ids = loop.map(({ wall }) => wall);
  const [first, ...rest] = ids.flatMap((id) => walls.get(id) ?? []);
  const along = first && wallLoop([first, ...rest]);
  if (!along || !isSimple(along)) {
    return null;
  }
  const outline = loop[0]?.isForward ? along : along.toReversed();
  // The outside of a group of rooms is passed the other way round.
  return areaOf(outline) > 0 ? { walls: ids, outline } : null;
}

/** Angle to the left as seen from above, from −π to π. */
function leftTurn([x, z]: PlanPoint, [toX, toZ]: PlanPoint): number {
  return Math.atan2(z * toX - x * toZ, x * toX + z * toZ);
}
