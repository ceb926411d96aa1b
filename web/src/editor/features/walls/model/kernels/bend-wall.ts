import { curveWithin } from '@diorama/shared/scene/nodes/wall/curve.ts';
import { resettled } from './move-walls.ts';
import type { Walls, WallsPlan } from './walls.ts';

/**
 * Bends a wall so that its middle is `curve` metres to the left of its chord, within limits; the ends stay.
 * Openings keep their relative position. Returns null without a change, or if the wall becomes too short for
 * its openings.
 */
export function bendWall(there: Walls, id: string, curve: number): WallsPlan | null {
  const wall = there.walls.get(id);
  if (!wall) {
    return null;
  }
  const next = { ...wall, curve: curveWithin({ ...wall, curve }) };
  return next.curve === wall.curve ? null : resettled(there, new Map([[id, next]]));
}
