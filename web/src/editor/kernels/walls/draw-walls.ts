import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { curveBetween } from '@diorama/shared/scene/nodes/wall/curve.ts';
import { distance, placeOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { joinTwins } from './join-twins.ts';
import { lineCrossings } from './line-crossings.ts';
import {
  type DraftOpening,
  type DraftWall,
  ENDS,
  isSameWall,
  planBetween,
  SHORTEST,
  type Walls,
  type WallsPlan,
} from './walls.ts';

/** A wall is not split nearer to its ends than this, in metres. */
export const CORNER = 0.02;
/** What lies so near to a wall's line lies on it, in metres. */
const ON_LINE = 0.01;

/** How new walls look, where their ids come from, and walls that they meet but leave as they are. */
export type DrawMeans = {
  look: Omit<DraftWall, 'start' | 'end' | 'curve'>;
  newId: () => string;
  fixed?: Walls['walls'];
};

/**
 * The walls that were moved, and which of them somebody took: the others followed. `isHost` is whether something other than
 * openings hangs on a wall.
 */
export type SettleMeans = {
  moved: readonly string[];
  taken: readonly string[];
  isHost: (id: string) => boolean;
  newId: () => string;
};

/** Why nothing was drawn: too short, or there already. */
export type DrawResult = { plan: WallsPlan } | { refused: 'short' | 'duplicate' };

/** Why walls cannot stay where they were moved: two that fill one place hold what cannot be in one wall. */
export type SettleResult = { plan: WallsPlan } | { refused: 'full' };

/**
 * Draws a wall. It splits walls that it ends on and is split by walls that end on it, and where walls cross each other
 * both are split, so that all meet at ends; openings stay where they are, in whichever half. A wall is left whole where
 * the split would go through an opening. Of what is there already nothing is drawn again.
 */
export function drawWall(
  there: Walls,
  line: { start: PlanPoint; end: PlanPoint },
  means: DrawMeans,
): DrawResult {
  const draft = draftOf(there);
  const refused = addWall(draft, line, means);
  return refused ? { refused } : { plan: planBetween(there, draft, draft.origins) };
}

/** Draws the four walls of a room between two opposite corners; those that are there already are shared. */
export function drawRoom(
  there: Walls,
  [[x, z], [toX, toZ]]: readonly [PlanPoint, PlanPoint],
  means: DrawMeans,
): DrawResult {
  if (Math.abs(toX - x) < SHORTEST || Math.abs(toZ - z) < SHORTEST) {
    return { refused: 'short' };
  }
  const [left, right] = [Math.min(x, toX), Math.max(x, toX)];
  const [far, near] = [Math.min(z, toZ), Math.max(z, toZ)];
  // Counter-clockwise as seen from above, so that every wall has the room at its left side.
  const corners: PlanPoint[] = [
    [left, near],
    [right, near],
    [right, far],
    [left, far],
  ];
  const draft = draftOf(there);
  const refusals = corners.map((start, i) =>
    addWall(draft, { start, end: corners[(i + 1) % 4] ?? start }, means),
  );
  return refusals.every((refusal) => refusal === 'duplicate')
    ? { refused: 'duplicate' }
    : { plan: planBetween(there, draft, draft.origins) };
}

/**
 * Splits walls that were moved, and those that they cross or end on now, as if they had been drawn where they are. Where a
 * wall that was taken came to lie on one that is just like it, both become one, which holds what was in either.
 */
export function settleWalls(there: Walls, { moved, taken, isHost, newId }: SettleMeans): SettleResult {
  const draft = draftOf(there);
  for (const id of moved) {
    for (const wall of piecesOf(draft, id).flatMap((piece) => draft.walls.get(piece) ?? [])) {
      splitAlong(draft, wall, newId);
    }
    splitAtEnds(draft, id, newId);
  }
  const pieces = taken.flatMap((id) => piecesOf(draft, id));
  const areJoined = joinTwins(draft, pieces, isHost);
  return areJoined ? { plan: planBetween(there, draft, draft.origins) } : { refused: 'full' };
}

type Draft = {
  walls: Map<string, DraftWall>;
  openings: Map<string, DraftOpening>;
  origins: Map<string, string>;
};

function draftOf({ walls, openings }: Walls): Draft {
  return { walls: new Map(walls), openings: new Map(openings), origins: new Map() };
}

function addWall(
  draft: Draft,
  { start, end }: { start: PlanPoint; end: PlanPoint },
  { look, newId, fixed = new Map() }: DrawMeans,
): 'short' | 'duplicate' | null {
  if (distance(start, end) < SHORTEST) {
    return 'short';
  }
  const wall: DraftWall = { ...look, start, end, curve: 0 };
  if ([...draft.walls.values(), ...fixed.values()].some((other) => isSameWall(other, wall))) {
    return 'duplicate';
  }
  splitAlong(draft, wall, newId);
  const pieces = addPieces(draft, wall, { newId, fixed });
  return pieces.length > 0 ? null : 'duplicate';
}

/** Splits what a wall ends on, and what crosses it. */
function splitAlong(draft: Draft, wall: DraftWall, newId: () => string): void {
  // At its ends first: what crosses it there is crossed by none of the halves.
  for (const point of [wall.start, wall.end]) {
    splitAll(draft, point, newId);
  }
  for (const other of [...draft.walls.values()]) {
    for (const point of crossingsOf(wall, other)) {
      splitAll(draft, point, newId);
    }
  }
}

/** Splits what became of a wall where others end on it. */
function splitAtEnds(draft: Draft, id: string, newId: () => string): void {
  const ends = [...draft.walls.values()].flatMap((one) => ENDS.map((side) => one[side]));
  for (const piece of piecesOf(draft, id)) {
    const from = draft.walls.get(piece)?.start;
    let rest = piece;
    for (const point of from ? sortedFrom(from, ends) : []) {
      rest = split(draft, rest, point, newId) ?? rest;
    }
  }
}

/** A wall and what was split off from it. */
function piecesOf({ walls, origins }: Draft, id: string): string[] {
  return [...walls.keys()].filter((other) => (origins.get(other) ?? other) === id);
}

/** Adds a wall, split where others end on it, without those pieces that are there already; returns their ids. */
function addPieces(
  draft: Draft,
  wall: DraftWall,
  { newId, fixed }: { newId: () => string; fixed: Walls['walls'] },
): string[] {
  const before = [...draft.walls.values(), ...fixed.values()];
  const ends = before.flatMap((one) => ENDS.map((side) => one[side]));
  let id = newId();
  const pieces = new Set([id]);
  draft.walls.set(id, wall);
  for (const point of sortedFrom(wall.start, ends)) {
    id = split(draft, id, point, newId) ?? id;
    pieces.add(id);
  }
  return [...pieces].filter((piece) => {
    const drawn = draft.walls.get(piece);
    const isTwin = drawn !== undefined && before.some((one) => isSameWall(one, drawn));
    return !(isTwin && draft.walls.delete(piece));
  });
}

/** Where the lines of two walls cross each other, further from the ends of both than walls are split; curved ones may twice. */
function crossingsOf(wall: DraftWall, other: DraftWall): PlanPoint[] {
  const [line, host] = [wallLine(wall), wallLine(other)];
  if (!line || !host) {
    return [];
  }
  return lineCrossings(line, host).filter((point) =>
    [line, host].every((one) => {
      const { far } = placeOn(one, point);
      return far > CORNER && far < one.length - CORNER;
    }),
  );
}

function splitAll(draft: Draft, at: PlanPoint, newId: () => string): void {
  for (const id of [...draft.walls.keys()]) {
    split(draft, id, at, newId);
  }
}

/** @returns the id of the second half, or null where the wall stays whole. */
function split(draft: Draft, id: string, at: PlanPoint, newId: () => string): string | null {
  const wall = draft.walls.get(id);
  const line = wall && wallLine(wall);
  if (!wall || !line) {
    return null;
  }
  const { far, aside } = placeOn(line, at);
  const isWithin = Math.abs(aside) <= ON_LINE && far > CORNER && far < line.length - CORNER;
  const own = [...draft.openings].filter(([, opening]) => opening.wall === id);
  if (!isWithin || own.some(([, { offset, width }]) => Math.abs(offset - far) < width / 2)) {
    return null;
  }
  const half = newId();
  draft.walls.set(id, { ...wall, end: at, curve: curveBetween(line, 0, far) });
  draft.walls.set(half, { ...wall, start: at, curve: curveBetween(line, far, line.length) });
  // A half of a new wall looks as new ones do.
  const origin = draft.origins.get(id) ?? id;
  draft.origins.set(half, origin);
  for (const [opening, props] of own) {
    if (props.offset > far) {
      draft.openings.set(opening, { ...props, wall: half, offset: props.offset - far });
    }
  }
  return half;
}

function sortedFrom(start: PlanPoint, points: readonly PlanPoint[]): PlanPoint[] {
  return points.toSorted((a, b) => distance(a, start) - distance(b, start));
}
