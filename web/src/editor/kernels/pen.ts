import { MAX_PATH_POINTS } from '@diorama/shared/scene/nodes/path/schema.ts';
import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';

/**
 * Anchor point of the pen, in metres. The line leaves towards `handle`, relative to the point, and arrives
 * from the opposite side.
 */
export type PenPoint = { at: PlanPoint; handle: PlanPoint | null };

/** Number of segments of a curve between two points. */
const CURVE_STEPS = 16;
/** Angle step of lines drawn with Shift. */
const SHIFT_TURN = Math.PI / 4;

/** Polyline through pen points; curves become short segments. */
export function penLine(points: readonly PenPoint[], isClosed: boolean): PlanPoint[] {
  const [first] = points;
  if (!first) {
    return [];
  }
  const pairs = points.flatMap((from, i) => {
    const to = points[i + 1] ?? (isClosed ? first : undefined);
    return to ? [{ from, to }] : [];
  });
  const curves = pairs.filter(isCurved).length;
  const room = Math.floor((MAX_PATH_POINTS - points.length) / Math.max(curves, 1));
  const steps = Math.max(Math.min(CURVE_STEPS, room), 1);
  const line = pairs.flatMap(({ from, to }) => (isCurved({ from, to }) ? curve(from, to, steps) : [to.at]));
  // A closed line omits the repeated first point.
  return [first.at, ...(isClosed ? line.slice(0, -1) : line)];
}

/** The point nearest to `to` in one of the eight directions from `from`. */
export function alongTurn(from: PlanPoint, to: PlanPoint): PlanPoint {
  const [x, z] = [to[0] - from[0], to[1] - from[1]];
  const heading = Math.round(Math.atan2(z, x) / SHIFT_TURN) * SHIFT_TURN;
  const far = x * Math.cos(heading) + z * Math.sin(heading);
  return [from[0] + Math.cos(heading) * far, from[1] + Math.sin(heading) * far];
}

/** Nearest position on a line: the index of the point before it, and the distance in the line's unit. */
export function nearestOn(
  line: readonly PlanPoint[],
  isClosed: boolean,
  point: PlanPoint,
): { after: number; at: PlanPoint; distance: number } | null {
  let nearest: { after: number; at: PlanPoint; distance: number } | null = null;
  for (const [after, from] of line.entries()) {
    const to = line[after + 1] ?? (isClosed ? line[0] : undefined);
    if (to) {
      const at = nearestBetween(from, to, point);
      const distance = Math.hypot(at[0] - point[0], at[1] - point[1]);
      nearest = nearest && nearest.distance <= distance ? nearest : { after, at, distance };
    }
  }
  return nearest;
}

function nearestBetween(from: PlanPoint, to: PlanPoint, point: PlanPoint): PlanPoint {
  const [x, z] = [to[0] - from[0], to[1] - from[1]];
  const square = x * x + z * z;
  const share = square === 0 ? 0 : ((point[0] - from[0]) * x + (point[1] - from[1]) * z) / square;
  const kept = Math.min(Math.max(share, 0), 1);
  return [from[0] + x * kept, from[1] + z * kept];
}

type Pair = { from: PenPoint; to: PenPoint };

const isCurved = ({ from, to }: Pair) => from.handle !== null || to.handle !== null;

/** Points of a cubic Bézier curve after the first one. */
function curve(from: PenPoint, to: PenPoint, steps: number): PlanPoint[] {
  const out = from.handle ?? [0, 0];
  const into = to.handle ?? [0, 0];
  const axis = (i: 0 | 1) => [from.at[i], from.at[i] + out[i], to.at[i] - into[i], to.at[i]] as const;
  const [xs, zs] = [axis(0), axis(1)];
  return Array.from({ length: steps }, (_, i) => {
    const share = (i + 1) / steps;
    return i === steps - 1 ? to.at : [bezier(xs, share), bezier(zs, share)];
  });
}

function bezier([a, b, c, d]: readonly [number, number, number, number], share: number): number {
  const rest = 1 - share;
  return rest ** 3 * a + 3 * rest ** 2 * share * b + 3 * rest * share ** 2 * c + share ** 3 * d;
}
