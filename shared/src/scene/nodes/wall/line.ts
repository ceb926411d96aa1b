import type { PlanPoint } from '../plan.ts';

/** What a wall's plan depends on. */
export type WallPlan = {
  start: PlanPoint;
  end: PlanPoint;
  thickness: number;
  justification: 'center' | 'left' | 'right';
};

/** Ends nearer to each other than this are one; a wall that is shorter is none. In metres. */
export const SAME_END = 1e-3;

/** A wall's line: `along` has length 1, `left` is square to it, `edges` say how far to the left its two sides lie. */
export type WallLine = {
  start: PlanPoint;
  along: PlanPoint;
  left: PlanPoint;
  length: number;
  edges: { left: number; right: number };
};

/** The line of a wall, or null when its ends are one. */
export function wallLine({ start, end, thickness, justification }: WallPlan): WallLine | null {
  const length = distance(start, end);
  if (length <= SAME_END) {
    return null;
  }
  const along: PlanPoint = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  const middle = { center: 0, left: -thickness / 2, right: thickness / 2 }[justification];
  const edges = { left: middle + thickness / 2, right: middle - thickness / 2 };
  return { start, along, left: [along[1], -along[0]], length, edges };
}

/** The point so far along a line and so far to its left, in metres. */
export function pointOn({ start, along, left }: WallLine, far: number, aside: number): PlanPoint {
  return [start[0] + along[0] * far + left[0] * aside, start[1] + along[1] * far + left[1] * aside];
}

/** How far along a line a point lies, and how far to its left. */
export function placeOn({ start, along, left }: WallLine, [x, z]: PlanPoint): { far: number; aside: number } {
  const [dx, dz] = [x - start[0], z - start[1]];
  return { far: dx * along[0] + dz * along[1], aside: dx * left[0] + dz * left[1] };
}

/** Metres between two points of a plan. */
export function distance([x, z]: PlanPoint, [toX, toZ]: PlanPoint): number {
  return Math.hypot(toX - x, toZ - z);
}
