import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { type DraftWall, SHORTEST } from './walls.ts';

/** Whether a point is on the line of any wall, ends included. */
export function isOnWall(walls: ReadonlyMap<string, DraftWall>, at: PlanPoint): boolean {
  return [...walls.values()].some((wall) => {
    const line = wallLine(wall);
    if (!line) {
      return false;
    }
    const far = Math.min(Math.max(placeOn(line, at).far, 0), line.length);
    return distance(pointOn(line, far, 0), at) <= SHORTEST;
  });
}
