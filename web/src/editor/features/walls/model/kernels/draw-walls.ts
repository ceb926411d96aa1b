import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { curveBetween } from '@diorama/shared/scene/nodes/wall/curve.ts';
import { distance, placeOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { lineCrossings } from './line-crossings.ts';
import { mergeDuplicateWalls } from './merge-duplicate-walls.ts';
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

/** Smallest distance of a split from a wall's ends, in metres. */
const CORNER = 0.02;
/** Largest distance at which a point counts as on a wall's line, in metres. */
const ON_LINE = 0.01;

/** Look of new walls, id generator, and walls that are met but left unchanged. */
export type DrawContext = {
  look: Omit<DraftWall, 'start' | 'end' | 'curve'>;
  newId: () => string;
  fixed?: Walls['walls'];
};

/**
 * Moved walls, and those among them that the user dragged. `isHost` is whether a wall has children other than
 * openings.
 */
type SettleContext = {
  moved: readonly string[];
  taken: readonly string[];
  isHost: (id: string) => boolean;
  newId: () => string;
};

/** Why no wall was drawn: too short, or a duplicate. */
type DrawResult = { plan: WallsPlan } | { refused: 'short' | 'duplicate' };

/** Why walls cannot stay: two walls at one place whose contents do not fit into one. */
export type SettleResult = { plan: WallsPlan } | { refused: 'full' };

/**
 * Draws a wall. Walls are split where one ends on another or they cross, so that all meet at ends. Openings
 * stay in place, in either half. A wall is not split through an opening. Existing stretches are not drawn
 * again.
 */
export function drawWall(
  there: Walls,
  line: { start: PlanPoint; end: PlanPoint },
  context: DrawContext,
): DrawResult {
  const draft = draftOf(there);
  const refused = addWall(draft, line, context);
  return refused ? { refused } : { plan: planBetween(there, draft, draft.origins) };
}

/** Draws the four walls of a room between two opposite corners; existing walls are shared. */
export function drawRoom(
  there: Walls,
  [[x, z], [toX, toZ]]: readonly [PlanPoint, PlanPoint],
  context: DrawContext,
): DrawResult {
  if (Math.abs(toX - x) < SHORTEST || Math.abs(toZ - z) < SHORTEST) {
    return { refused: 'short' };
  }
  const [left, right] = [Math.min(x, toX), Math.max(x, toX)];
  const [far, near] = [Math.min(z, toZ), Math.max(z, toZ)];
  // Counter-clockwise from above, so that the room is on the left of every wall.
  const corners: PlanPoint[] = [
    [left, near],
    [right, near],
    [right, far],
    [left, far],
  ];
  const draft = draftOf(there);
  const refusals = corners.map((start, i) =>
    addWall(draft, { start, end: corners[(i + 1) % 4] ?? start }, context),
  );
  return refusals.every((refusal) => refusal === 'duplicate')
    ? { refused: 'duplicate' }
    : { plan: planBetween(there, draft, draft.origins) };
}

/**
 * Splits moved walls, and those that they now cross or touch, as if newly drawn. A dragged wall on top of
 * an identical one is merged with it, including the contents of both.
 */
export function settleWalls(there: Walls, { moved, taken, isHost, newId }: SettleContext): SettleResult {
  const draft = draftOf(there);
  for (const id of moved) {
    for (const wall of piecesOf(draft, id).flatMap((piece) => draft.walls.get(piece) ?? [])) {
      splitAlong(draft, wall, newId);
    }
    splitAtEnds(draft, id, newId);
  }
  const pieces = taken.flatMap((id) => piecesOf(draft, id));
  const areJoined = mergeDuplicateWalls(draft, pieces, isHost);
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
  { look, newId, fixed = new Map() }: DrawContext,
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

/** Splits the walls that a wall ends on or crosses. */
function splitAlong(draft: Draft, wall: DraftWall, newId: () => string): void {
  // Ends first: a wall that crosses there no longer crosses either half.
  for (const point of [wall.start, wall.end]) {
    splitAll(draft, point, newId);
  }
  for (const other of [...draft.walls.values()]) {
    for (const point of crossingsOf(wall, other)) {
      splitAll(draft, point, newId);
    }
  }
}

/** Splits the pieces of a wall where other walls end on it. */
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

/** A wall and the pieces that were split off it. */
function piecesOf({ walls, origins }: Draft, id: string): string[] {
  return [...walls.keys()].filter((other) => (origins.get(other) ?? other) === id);
}

/** Adds a wall, split where others end on it, without existing pieces; returns the ids. */
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
    const isDuplicate = drawn !== undefined && before.some((one) => isSameWall(one, drawn));
    return !(isDuplicate && draft.walls.delete(piece));
  });
}

/** Crossings of two walls that are not too near to their ends; curved walls may cross twice. */
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

/** @returns id of the second half, or null if the wall is not split */
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
  // Half of a new wall gets the look of new walls.
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
