import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { curveWithin } from '@diorama/shared/scene/nodes/wall/curve.ts';
import { distance, placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { freeOffset, isWithinWall } from './fit-opening.ts';
import {
  type DraftOpening,
  type DraftWall,
  ENDS,
  isSameBody,
  isSameEnd,
  planBetween,
  SHORTEST,
  type Walls,
  type WallsPlan,
} from './walls.ts';

/**
 * Moves a corner: every wall's end that lies there. Curved walls keep their form and get larger or smaller. Openings stay
 * where they are as long as their wall reaches there, else they go to the nearest place that is free. Null when a wall would
 * become too short, for itself or for what is in it, or nothing moves.
 */
export function moveCorner(there: Walls, at: PlanPoint, to: PlanPoint): WallsPlan | null {
  return movedBy(there, [...there.walls.keys()], [{ at, to }]);
}

/** Moves the end of a wall away from its start, and what goes with it there, so that it is so long. Null as for corners. */
export function lengthenWall(there: Walls, id: string, length: number): WallsPlan | null {
  const wall = there.walls.get(id);
  const line = wall && wallLine(wall);
  if (!line) {
    return null;
  }
  const { start, along, arc } = line;
  const far = arc ? (length * arc.chord) / line.length : length;
  const to = [start[0] + along[0] * far, start[1] + along[1] * far] as const;
  return movedBy(there, goingWith(there, id), [{ at: wall.end, to }]);
}

/** Moves a wall to its side, so many metres to its left; what goes with it at its ends follows. Null as for corners. */
export function moveWall(there: Walls, id: string, aside: number): WallsPlan | null {
  const wall = there.walls.get(id);
  const line = wall && wallLine(wall);
  if (!line) {
    return null;
  }
  const moves = ENDS.map((end) => {
    const at = wall[end];
    return { at, to: [at[0] + line.left[0] * aside, at[1] + line.left[1] * aside] as const };
  });
  return movedBy(there, goingWith(there, id), moves);
}

/** Removes walls with the openings that are in them. */
export function removeWalls(there: Walls, ids: readonly string[]): WallsPlan {
  const gone = new Set(ids);
  const walls = new Map([...there.walls].filter(([id]) => !gone.has(id)));
  const openings = new Map([...there.openings].filter(([, { wall }]) => !gone.has(wall)));
  return planBetween(there, { walls, openings });
}

/** The walls that may follow one: all, but none where another one fills the same place, which they are joined to as well. */
function goingWith({ walls }: Walls, id: string): readonly string[] {
  const own = walls.get(id);
  const hasTwin = [...walls].some(([other, wall]) => own && other !== id && isSameBody(wall, own));
  return hasTwin ? [id] : [...walls.keys()];
}

function movedBy(
  there: Walls,
  ids: readonly string[],
  moves: readonly { at: PlanPoint; to: PlanPoint }[],
): WallsPlan | null {
  const moved = new Map<string, DraftWall>();
  for (const id of ids) {
    const wall = there.walls.get(id) as DraftWall;
    const [start, end] = ENDS.map((side) => moves.find(({ at }) => isSameEnd(at, wall[side]))?.to);
    if (start || end) {
      const next = { ...wall, start: start ?? wall.start, end: end ?? wall.end };
      const chord = distance(next.start, next.end);
      if (chord < SHORTEST) {
        return null;
      }
      const grown = wall.curve === 0 ? 1 : chord / distance(wall.start, wall.end);
      moved.set(id, grown === 1 ? next : { ...next, curve: curveWithin(wall) * grown });
    }
  }
  const isStill = moves.every(({ at, to }) => distance(at, to) === 0);
  if (moved.size === 0 || isStill) {
    return null;
  }
  return resettled(there, moved);
}

/** What becomes of all when walls changed their lines, what is in them too; null where one has no room any more for that. */
export function resettled(there: Walls, moved: Walls['walls']): WallsPlan | null {
  const walls = new Map([...there.walls, ...moved]);
  const openings = followed(there, { walls, moved });
  return openings && planBetween(there, { walls, openings });
}

/** The openings after walls were moved; null where one of these has no room any more for what was in it. */
function followed(
  there: Walls,
  { walls, moved }: { walls: Walls['walls']; moved: Walls['walls'] },
): Map<string, DraftOpening> | null {
  const openings = new Map(there.openings);
  const crowded = new Set<string>();
  for (const [id, opening] of there.openings) {
    const [was, is] = [there.walls.get(opening.wall), moved.get(opening.wall)];
    const offset = was && is ? offsetIn(opening, was, is) : opening.offset;
    if (offset !== opening.offset) {
      openings.set(id, { ...opening, offset });
    }
    const next = { ...opening, offset };
    if (is && isWithinWall(there, opening) && !isWithinWall({ walls, openings }, next)) {
      crowded.add(opening.wall);
    }
  }
  return [...crowded].every((wall) => setApart({ walls, openings }, wall)) ? openings : null;
}

/**
 * Puts what is in a wall to the nearest free places, what would be furthest beyond its ends first, so that all stay in
 * their order; false where there are not enough.
 */
function setApart(
  { walls, openings }: { walls: Walls['walls']; openings: Map<string, DraftOpening> },
  wall: string,
): boolean {
  const line = wallLine(walls.get(wall) as DraftWall);
  const length = line?.length ?? 0;
  const inside = [...openings].filter(([, opening]) => opening.wall === wall);
  const beyond = ([, { offset, width }]: (typeof inside)[number]) =>
    Math.max(width / 2 - offset, offset + width / 2 - length);
  const placed = new Map([...openings].filter(([, opening]) => opening.wall !== wall));
  return inside
    .toSorted((a, b) => beyond(b) - beyond(a))
    .every(([id, opening]) => {
      const offset = freeOffset({ walls, openings: placed }, opening);
      const next = offset === null || offset === opening.offset ? opening : { ...opening, offset };
      placed.set(id, next);
      openings.set(id, next);
      return offset !== null;
    });
}

/**
 * How far along its wall an opening is after that was moved, which may be beyond its ends: just where it was, or where a
 * curve is concerned at the same share of the way.
 */
function offsetIn({ offset }: DraftOpening, was: DraftWall, is: DraftWall): number {
  const [before, after] = [wallLine(was), wallLine(is)];
  if (!before || !after) {
    return offset;
  }
  if (before.arc || after.arc) {
    return (offset * after.length) / before.length;
  }
  const { far } = placeOn(after, pointOn(before, offset, 0));
  return Math.abs(far - offset) < 1e-9 ? offset : far;
}
