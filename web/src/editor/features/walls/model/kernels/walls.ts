import { cutBy } from '@diorama/shared/scene/nodes/wall/crossing.ts';
import type { WallPlan } from '@diorama/shared/scene/nodes/wall/line.ts';
import { distance, OTHER_SIDE, SAME_END } from '@diorama/shared/scene/nodes/wall/line.ts';
import type { WallNeighbours } from '@diorama/shared/scene/nodes/wall/pieces.ts';
import type { OpeningPlan } from '@diorama/shared/scene/nodes/wall/spans.ts';

/** Wall properties for drafting. All walls of a draft share one parent and its space, in metres. */
export type DraftWall = WallPlan & { height: number };

/** Existing walls and openings by id; `wall` is an opening's parent. */
export type Walls = { walls: ReadonlyMap<string, DraftWall>; openings: ReadonlyMap<string, DraftOpening> };

/** Opening with its wall; `isTurned` is whether the wall runs opposite to its previous one. */
export type DraftOpening = OpeningPlan & { wall: string; isTurned?: boolean };

/** Changes to nodes; `like` is the node from which a new wall copies its other props and material. */
export type WallsPlan = {
  create: { id: string; props: DraftWall; like: string | null }[];
  update: {
    id: string;
    props: Partial<DraftWall> | { offset: number };
    parent?: string;
    isTurned?: boolean;
  }[];
  remove: string[];
};

/** The two ends of a wall. */
export const ENDS = ['start', 'end'] as const;

/** Smallest length of a wall, in metres. */
export const SHORTEST = 0.01;

/** Minimal plan that turns one state of the walls into another. */
export function planBetween(
  before: Walls,
  after: Walls,
  origins: ReadonlyMap<string, string> = new Map(),
): WallsPlan {
  const plan: WallsPlan = { create: [], update: [], remove: [] };
  for (const [id, props] of after.walls) {
    const was = before.walls.get(id);
    if (!was) {
      const origin = origins.get(id);
      plan.create.push({ id, props, like: origin !== undefined && before.walls.has(origin) ? origin : null });
    } else if (was !== props) {
      plan.update.push({ id, props: changesOf(was, props) });
    }
  }
  for (const [id, opening] of after.openings) {
    const was = before.openings.get(id);
    if (was && was !== opening) {
      const { offset, wall, isTurned } = opening;
      const moved = was.wall === wall ? {} : { parent: wall };
      plan.update.push({ id, props: { offset }, ...moved, ...(isTurned && { isTurned }) });
    }
  }
  plan.remove.push(...[...before.openings.keys()].filter((id) => !after.openings.has(id)));
  plan.remove.push(...[...before.walls.keys()].filter((id) => !after.walls.has(id)));
  return plan;
}

/** Walls of the same level that affect the shape of a wall. */
export function neighboursIn(walls: Walls['walls'], id: string): WallNeighbours {
  const own = walls.get(id);
  const others = [...walls].filter(([other]) => other !== id);
  return {
    walls: others.map(([, wall]) => wall),
    cuts: own ? others.flatMap(([other, wall]) => cutBy({ ...own, id }, { ...wall, id: other }) ?? []) : [],
  };
}

function changesOf(was: DraftWall, is: DraftWall): Partial<DraftWall> {
  const moved = ENDS.filter((end) => distance(was[end], is[end]) > 0);
  const ends: Partial<DraftWall> = Object.fromEntries(moved.map((end) => [end, is[end]]));
  return was.curve === is.curve ? ends : { ...ends, curve: is.curve };
}

/** Whether two points count as one wall end. */
export function isSameEnd(a: readonly [number, number], b: readonly [number, number]): boolean {
  return distance(a, b) <= SAME_END;
}

/** Whether two walls have the same line. */
export function isSameWall(
  wall: DraftWall,
  { start, end, curve }: Pick<DraftWall, 'start' | 'end' | 'curve'>,
): boolean {
  const isCurved = (by: number) => Math.abs(wall.curve - by) <= SAME_END;
  return (
    (isSameEnd(wall.start, start) && isSameEnd(wall.end, end) && isCurved(curve)) ||
    (isSameEnd(wall.start, end) && isSameEnd(wall.end, start) && isCurved(-curve))
  );
}

/** Whether two walls fill the same place. */
export function isSameBody(wall: DraftWall, other: DraftWall): boolean {
  const isTurned = !isSameEnd(wall.start, other.start);
  return (
    isSameWall(wall, other) &&
    wall.height === other.height &&
    wall.thickness === other.thickness &&
    wall.justification === (isTurned ? OTHER_SIDE[other.justification] : other.justification)
  );
}
