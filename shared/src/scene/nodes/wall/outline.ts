import { areaOf, type PlanPoint } from '../plan.ts';
import { type Arm, type ArmEnd, joinArms, squareEnd } from './junction.ts';
import { distance, headingAt, placeOn, SAME_END, type WallLine, type WallPlan, wallLine } from './line.ts';

/**
 * Plan of a wall. `left` and `right` are its two sides, each from the wall's start to its end; `start` and
 * `end` are the points between the sides, from the right side to the left one.
 */
export type WallOutline = {
  left: readonly [PlanPoint, PlanPoint];
  right: readonly [PlanPoint, PlanPoint];
  start: readonly PlanPoint[];
  end: readonly PlanPoint[];
};

/** Minimum distance of a corner from the straight line, in metres. */
const STRAIGHT = 1e-6;

/**
 * Plan of a wall among those of the same parent, or null when its ends coincide. It is mitred where its
 * ends meet others; an end within the body of another wall stays square.
 * @param others - all walls that may meet it; the wall itself is not among them
 */
export function wallOutline(wall: WallPlan, others: readonly WallPlan[]): WallOutline | null {
  const line = wallLine(wall);
  if (!line) {
    return null;
  }
  const joined = between(endAt(wall, line, 'start', others), endAt(wall, line, 'end', others));
  if (isSound(joined, line)) {
    return joined;
  }
  return between(squareEnd(wall.start, armOf(line, 'start')), squareEnd(wall.end, armOf(line, 'end')));
}

/** Corners of a wall's plan, counter-clockwise as seen from above. */
export function outlinePoints({ left, right, start, end }: WallOutline): PlanPoint[] {
  return [...right, ...end, left[1], left[0], ...[...start].reverse()];
}

/** Whether an end of a wall coincides with an end of another one. */
export function meets(wall: WallPlan, other: WallPlan): boolean {
  const ends = [other.start, other.end];
  return [wall.start, wall.end].some((end) => ends.some((point) => distance(end, point) <= SAME_END));
}

/** Range of distances along its line over which a wall has its full thickness, in metres. */
export function straightPart(outline: WallOutline, line: WallLine): { from: number; to: number } {
  const far = (point: PlanPoint) => placeOn(line, point).far;
  return {
    from: Math.max(far(outline.left[0]), far(outline.right[0]), ...outline.start.map(far)),
    to: Math.min(far(outline.left[1]), far(outline.right[1]), ...outline.end.map(far)),
  };
}

type Side = 'start' | 'end';

function endAt(wall: WallPlan, line: WallLine, side: Side, others: readonly WallPlan[]): ArmEnd {
  const at = wall[side];
  const arms = [armOf(line, side)];
  const ends = [at];
  for (const other of others) {
    const otherLine = wallLine(other);
    for (const otherSide of ['start', 'end'] as const) {
      if (otherLine && distance(at, other[otherSide]) <= SAME_END) {
        arms.push(armOf(otherLine, otherSide));
        ends.push(other[otherSide]);
      }
    }
  }
  return joinArms(meanOf(ends), arms)[0] ?? squareEnd(at, armOf(line, side));
}

/**
 * Arm of a wall at a junction. A curved wall leaves along its tangent, and its mitre extends to a deviation
 * of a quarter of its thickness.
 */
function armOf(line: WallLine, side: Side): Arm {
  const { edges, arc } = line;
  const radius = Math.abs(arc?.radius ?? Number.POSITIVE_INFINITY);
  const length = Math.min(line.length, radius);
  const reach = Math.sqrt((radius * (edges.left - edges.right)) / 2);
  if (side === 'start') {
    return { along: headingAt(line, 0), left: edges.left, right: edges.right, length, reach };
  }
  const [x, z] = headingAt(line, line.length);
  return { along: [-x, -z], left: -edges.right, right: -edges.left, length, reach };
}

/** Mean of points. They are added in a fixed order, so that every wall gets the same result. */
function meanOf(points: readonly PlanPoint[]): PlanPoint {
  const [first, ...rest] = points.toSorted(([ax, az], [bx, bz]) => ax - bx || az - bz);
  const [x, z] = first ?? [0, 0];
  // Relative to the first point, so that the mean of equal points is exact.
  const away = rest.reduce<PlanPoint>(([dx, dz], [px, pz]) => [dx + px - x, dz + pz - z], [0, 0]);
  return [x + away[0] / points.length, z + away[1] / points.length];
}

/**
 * Builds an outline from two ends. The arm at a wall's end points backwards, so its left and right are
 * swapped.
 */
function between(start: ArmEnd, end: ArmEnd): WallOutline {
  return {
    left: [start.left, end.right],
    right: [start.right, end.left],
    start: straightBends(start.right, start.between, start.left),
    end: straightBends(end.right, end.between, end.left).toReversed(),
  };
}

/** Points between two points of a plan without collinear ones, which triangulation would drop. */
export function straightBends(from: PlanPoint, between: readonly PlanPoint[], to: PlanPoint): PlanPoint[] {
  const kept: PlanPoint[] = [];
  for (const [i, point] of between.entries()) {
    const [before, after] = [kept.at(-1) ?? from, between[i + 1] ?? to];
    if (asideOf(point, before, after) > STRAIGHT) {
      kept.push(point);
    }
  }
  return kept;
}

/** Distance of a point from the line through two others, in metres. */
function asideOf([x, z]: PlanPoint, from: PlanPoint, to: PlanPoint): number {
  const length = distance(from, to);
  const [dx, dz] = [x - from[0], z - from[1]];
  return length < STRAIGHT
    ? Math.hypot(dx, dz)
    : Math.abs(dx * (to[1] - from[1]) - dz * (to[0] - from[0])) / length;
}

/**
 * Maps a point beside a line to the position it has beside the straightened line along +X from the origin.
 */
export function unroll(line: WallLine, point: PlanPoint): PlanPoint {
  const { far, aside } = placeOn(line, point);
  return [far, -aside];
}

/** Whether both sides run forward and the ends do not turn the plan inside out. */
function isSound(outline: WallOutline, line: WallLine): boolean {
  const runs = ([from, to]: readonly [PlanPoint, PlanPoint]) =>
    placeOn(line, to).far - placeOn(line, from).far > SAME_END / 10;
  const { from, to } = straightPart(outline, line);
  const plan = outlinePoints(outline);
  const unrolled = line.arc ? plan.map((point) => unroll(line, point)) : plan;
  return runs(outline.left) && runs(outline.right) && from < to && areaOf(unrolled) > 0;
}
