import { curveWithin } from '@diorama/shared/scene/nodes/wall/curve.ts';
import { resettled } from './move-walls.ts';
import type { Walls, WallsPlan } from './walls.ts';

/**
 * Curves a wall so that its middle lies so far to the left of the way between its ends, in metres, or as far as it can; its
 * ends stay where they are. What is in it keeps its share of the way. Null when nothing changes, or the wall becomes
 * too short for what is in it.
 */
export function bendWall(there: Walls, id: string, curve: number): WallsPlan | null {
  const wall = there.walls.get(id);
  if (!wall) {
    return null;
  }
  const next = { ...wall, curve: curveWithin({ ...wall, curve }) };
  return next.curve === wall.curve ? null : resettled(there, new Map([[id, next]]));
}
