import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
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
 * Moves a corner: every wall's end that lies there. Openings stay where they are as long as their wall reaches there.
 * Null when a wall would become too short, or nothing moves.
 */
export function moveCorner(there: Walls, at: PlanPoint, to: PlanPoint): WallsPlan | null {
  return movedBy(there, [...there.walls.keys()], [{ at, to }]);
}

/** Moves the end of a wall along its line, and what goes with it there, so that it is so long. Null as for corners. */
export function lengthenWall(there: Walls, id: string, length: number): WallsPlan | null {
  const wall = there.walls.get(id);
  const line = wall && wallLine(wall);
  return line ? movedBy(there, goingWith(there, id), [{ at: wall.end, to: pointOn(line, length, 0) }]) : null;
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
  const walls = new Map(there.walls);
  const moved = new Map<string, DraftWall>();
  for (const id of ids) {
    const wall = there.walls.get(id) as DraftWall;
    const [start, end] = ENDS.map((side) => moves.find(({ at }) => isSameEnd(at, wall[side]))?.to);
    if (start || end) {
      const next = { ...wall, start: start ?? wall.start, end: end ?? wall.end };
      if (distance(next.start, next.end) < SHORTEST) {
        return null;
      }
      moved.set(id, next);
      walls.set(id, next);
    }
  }
  const isStill = moves.every(({ at, to }) => distance(at, to) === 0);
  if (moved.size === 0 || isStill) {
    return null;
  }
  const openings = new Map(there.openings);
  for (const [id, opening] of there.openings) {
    const [was, is] = [there.walls.get(opening.wall), moved.get(opening.wall)];
    const offset = was && is ? followed(opening, was, is) : opening.offset;
    if (offset !== opening.offset) {
      openings.set(id, { ...opening, offset });
    }
  }
  return planBetween(there, { walls, openings });
}

/** Where an opening is along its wall after that was moved: as near as can be to where it was. */
function followed({ offset }: DraftOpening, was: DraftWall, is: DraftWall): number {
  const [before, after] = [wallLine(was), wallLine(is)];
  if (!before || !after) {
    return offset;
  }
  const { far } = placeOn(after, pointOn(before, offset, 0));
  const within = Math.min(Math.max(far, 0), after.length);
  return Math.abs(within - offset) < 1e-9 ? offset : within;
}
