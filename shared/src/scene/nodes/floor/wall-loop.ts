import type { PlanPoint } from '../plan.ts';
import { bendStops } from '../wall/bend-stops.ts';
import { distance, pointOn, SAME_END, type WallPlan, wallLine } from '../wall/line.ts';
import { FLOOR_LIMITS } from './limits.ts';

/** An end of a wall: the index of its wall, and whether it is the start. */
type End = { wall: number; isStart: boolean };

/**
 * Outline along the lines of walls, in the direction of the first one; null unless all of them form one loop,
 * in which each end meets exactly one other. Arcs become lines.
 */
export function wallLoop(walls: readonly WallPlan[]): PlanPoint[] | null {
  const [first] = walls;
  if (!first || walls.length > FLOOR_LIMITS.walls) {
    return null;
  }
  const next = (from: End): End | null => {
    const at = pointOf(walls[from.wall], from);
    const met = walls.flatMap((wall, i) =>
      [true, false]
        .map((isStart): End => ({ wall: i, isStart }))
        .filter(
          (end) =>
            !(i === from.wall && end.isStart === from.isStart) &&
            distance(pointOf(wall, end), at) <= SAME_END,
        ),
    );
    return met.length === 1 ? (met[0] ?? null) : null;
  };
  const outline: PlanPoint[] = [];
  let start: End = { wall: 0, isStart: true };
  for (let count = 0; count < walls.length; count += 1) {
    outline.push(...pointsFrom(walls[start.wall], start));
    const reached = next({ wall: start.wall, isStart: !start.isStart });
    if (!reached) {
      return null;
    }
    start = reached;
    if (start.wall === 0) {
      const isWhole = count === walls.length - 1 && start.isStart;
      return isWhole && outline.length > 2 && outline.length <= FLOOR_LIMITS.points ? outline : null;
    }
  }
  return null;
}

function pointOf(wall: WallPlan | undefined, { isStart }: End): PlanPoint {
  return (isStart ? wall?.start : wall?.end) ?? [Number.NaN, Number.NaN];
}

/** Points of a wall's line from one end on, without the other end. */
function pointsFrom(wall: WallPlan | undefined, from: End): PlanPoint[] {
  const line = wall && wallLine(wall);
  if (!line) {
    return [];
  }
  const bends = bendStops(line).map((far) => pointOn(line, far, 0));
  return [pointOf(wall, from), ...(from.isStart ? bends : bends.toReversed())];
}
