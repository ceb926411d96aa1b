import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance } from '@diorama/shared/scene/nodes/wall/line.ts';
import type { DraftOpening, DraftWall, Walls, WallsPlan } from '../features/walls/model/kernels/walls.ts';

/** Look of test walls. */
export const look = { height: 2.5, thickness: 0.1, justification: 'center' as const };

/** Wall between two plan points. */
export const wall = (start: PlanPoint, end: PlanPoint): DraftWall => ({
  ...{ ...look, start, end },
  curve: 0,
});

/** Door in a wall, at an offset in metres. */
export const opening = (wall: string, offset: number, width = 0.9): DraftOpening => ({
  wall,
  type: 'door',
  offset,
  width,
  height: 2,
  sill: 0,
});

/** Walls and openings by id. */
export const walls = (
  all: Record<string, DraftWall>,
  openings: Record<string, DraftOpening> = {},
): Walls => ({ walls: new Map(Object.entries(all)), openings: new Map(Object.entries(openings)) });

/** Default window. */
export const window = { type: 'window' as const, width: 1, height: 1.2, sill: 0.9 };

/** Two walls of six metres along X, five metres apart, `a` and `b`, with openings. */
export const twoWalls = (openings?: Record<string, DraftOpening>): Walls =>
  walls({ a: wall([0, 0], [6, 0]), b: wall([0, 5], [6, 5]) }, openings);

/** Walls after a plan is applied. */
export const carriedOut = (there: Walls, plan: WallsPlan): Walls => {
  const [after, openings] = [new Map(there.walls), new Map(there.openings)];
  for (const { id, props } of plan.create) {
    after.set(id, props);
  }
  for (const { id, props, parent } of plan.update) {
    const [was, hole] = [after.get(id), openings.get(id)];
    if (was) {
      after.set(id, { ...was, ...props });
    }
    if (hole) {
      openings.set(id, { ...hole, ...props, ...(parent === undefined ? {} : { wall: parent }) });
    }
  }
  for (const id of plan.remove) {
    after.delete(id);
    openings.delete(id);
  }
  return { walls: after, openings };
};

/** Position of an opening in the plan. */
export const worldOf = (there: Walls, id: string): PlanPoint => {
  const hole = there.openings.get(id);
  const host = there.walls.get(hole?.wall ?? '');
  if (!hole || !host) {
    throw new Error('the opening lost its wall');
  }
  const share = hole.offset / distance(host.start, host.end);
  return [
    host.start[0] + (host.end[0] - host.start[0]) * share,
    host.start[1] + (host.end[1] - host.start[1]) * share,
  ];
};
