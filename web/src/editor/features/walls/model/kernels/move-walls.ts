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
 * Moves a corner with every wall end at it. Curved walls are scaled. Openings stay in place if their wall
 * still reaches there, else they move to the nearest free place. Returns null if a wall would become too
 * short for itself or its openings, or without a change.
 */
export function moveCorner(there: Walls, at: PlanPoint, to: PlanPoint): WallsPlan | null {
  return movedBy(there, [...there.walls.keys()], [{ at, to }]);
}

/**
 * Moves a wall's end along the wall to a length, with the walls that meet there. Returns null as {@link
 * moveCorner} does.
 */
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

/**
 * Moves a wall sideways by some metres to its left, with the walls that meet its ends. Returns null as {@link
 * moveCorner} does.
 */
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

/**
 * Walls that may move with a wall: all, or only itself if a duplicate fills the same place and shares its
 * ends.
 */
function goingWith({ walls }: Walls, id: string): readonly string[] {
  const own = walls.get(id);
  const hasDuplicate = [...walls].some(([other, wall]) => own && other !== id && isSameBody(wall, own));
  return hasDuplicate ? [id] : [...walls.keys()];
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

/**
 * Plan after walls changed their lines, with adjusted openings; null if a wall has no room for its openings.
 */
export function resettled(there: Walls, moved: Walls['walls']): WallsPlan | null {
  const walls = new Map([...there.walls, ...moved]);
  const openings = followed(there, { walls, moved });
  return openings && planBetween(there, { walls, openings });
}

/** Openings after walls were moved; null if a wall has no room for its openings. */
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
 * Moves openings of a wall to the nearest free places. Those furthest beyond the ends go first, to keep the
 * order. If that leaves gaps too small for the last ones, all are packed from the start of the wall. Returns
 * false without enough room.
 */
function setApart(
  { walls, openings }: { walls: Walls['walls']; openings: Map<string, DraftOpening> },
  wall: string,
): boolean {
  const length = wallLine(walls.get(wall) as DraftWall)?.length ?? 0;
  const inside = [...openings].filter(([, opening]) => opening.wall === wall);
  const beyond = ({ offset, width }: DraftOpening) =>
    Math.max(width / 2 - offset, offset + width / 2 - length);
  const placeAll = (order: typeof inside, wanted: (opening: DraftOpening) => number) => {
    const placed = new Map([...openings].filter(([, opening]) => opening.wall !== wall));
    for (const [id, opening] of order) {
      const offset = freeOffset({ walls, openings: placed }, { ...opening, offset: wanted(opening) });
      if (offset === null) {
        return null;
      }
      placed.set(id, { ...opening, offset });
    }
    return placed;
  };
  const placed =
    placeAll(
      inside.toSorted(([, a], [, b]) => beyond(b) - beyond(a)),
      ({ offset }) => offset,
    ) ??
    placeAll(
      inside.toSorted(([, a], [, b]) => a.offset - b.offset),
      () => 0,
    );
  for (const [id, opening] of placed ?? []) {
    openings.set(id, opening);
  }
  return placed !== null;
}

/**
 * Offset of an opening after its wall was moved, possibly beyond the ends: the same place, or for curves the
 * same relative position.
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
