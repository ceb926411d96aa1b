import { areaOf, opposite, type PlanPoint } from '../plan.ts';
import { bendStops } from '../wall/bend-stops.ts';
import { distance, headingAt, pointOn, SAME_END, type WallPlan, wallLine } from '../wall/line.ts';
import { FLOOR_LIMITS } from './limits.ts';

/** A wall of a loop, and whether the loop passes it from its start to its end. */
type Step<Wall extends WallPlan = WallPlan> = { wall: Wall; isForward: boolean };

/** Maximum distance of a corner from the ends of the walls that it joins, in thicknesses. */
const MITRE_LIMIT = 4;
/** Minimum angle between two sides that meet, in radians. */
const PARALLEL = 1e-6;

/**
 * Outline along the lines of walls, in the direction of the first one; null unless all of them form one loop,
 * in which each end meets exactly one other. Arcs become lines.
 */
export function wallLoop(walls: readonly WallPlan[]): PlanPoint[] | null {
  const steps = orderLoop(walls);
  const outline = steps?.flatMap((step) => sideOf(step, 0).points.slice(0, -1)) ?? [];
  return outline.length > 2 && outline.length <= FLOOR_LIMITS.points ? outline : null;
}

/**
 * Outline along the outer sides of walls that form a loop, and along the lines of those that another floor
 * shares; null where it has no such walls.
 */
export function outerOutline(walls: readonly (WallPlan & { isShared: boolean })[]): PlanPoint[] | null {
  const steps = orderLoop(walls);
  const along = wallLoop(walls);
  if (!steps || !along) {
    return null;
  }
  const isRoomAtLeft = areaOf(along) > 0;
  const sides = steps.map((step) => {
    const edges = wallLine(step.wall)?.edges ?? { left: 0, right: 0 };
    const outer = step.isForward === isRoomAtLeft ? edges.right : edges.left;
    return { ...sideOf(step, step.wall.isShared ? 0 : outer), reach: MITRE_LIMIT * step.wall.thickness };
  });
  const corners = sides.map((side, i) => cornersBetween(sides.at(i - 1) ?? side, side));
  const outline = sides.flatMap((side, i) => {
    const [own, next] = [corners[i] ?? [], corners[(i + 1) % corners.length] ?? []];
    return [...own, ...bendsBetween(side, own.at(-1), next[0])];
  });
  // Shorter sides would have no certain direction.
  return outline.filter((point, i) => distance(point, outline.at(i - 1) ?? point) > SAME_END);
}

/** Orders walls to a loop from the first one; null unless all of them form one. */
function orderLoop<Wall extends WallPlan>(walls: readonly Wall[]): Step<Wall>[] | null {
  const [first] = walls;
  if (!first || walls.length > FLOOR_LIMITS.walls) {
    return null;
  }
  const ends = walls.flatMap((wall): Step<Wall>[] => [
    { wall, isForward: true },
    { wall, isForward: false },
  ]);
  const steps: Step<Wall>[] = [{ wall: first, isForward: true }];
  while (steps.length <= walls.length) {
    const next = nextStep(steps.at(-1), ends);
    if (!next) {
      return null;
    }
    if (next.wall === first) {
      return next.isForward && steps.length === walls.length ? steps : null;
    }
    steps.push(next);
  }
  return null;
}

/** The only other wall at the end of a step, in the direction away from it. */
function nextStep<Wall extends WallPlan>(
  step: Step<Wall> | undefined,
  ends: readonly Step<Wall>[],
): Step<Wall> | null {
  const reached = step && (step.isForward ? step.wall.end : step.wall.start);
  const met = ends.filter(
    (end) =>
      reached &&
      !(end.wall === step.wall && end.isForward !== step.isForward) &&
      distance(startOf(end), reached) <= SAME_END,
  );
  return met.length === 1 ? (met[0] ?? null) : null;
}

function startOf({ wall, isForward }: Step): PlanPoint {
  return isForward ? wall.start : wall.end;
}

/** A side of a wall along a loop: points, directions at both ends, and the corner of the loop before it. */
type Side = { points: PlanPoint[]; leaves: PlanPoint; arrives: PlanPoint; corner: PlanPoint };

function sideOf(step: Step, aside: number): Side {
  const { wall, isForward } = step;
  const corner = startOf(step);
  const line = wallLine(wall);
  if (!line) {
    return { points: [corner], leaves: [1, 0], arrives: [1, 0], corner };
  }
  const [first, last] = [headingAt(line, 0), headingAt(line, line.length)];
  const at = (far: number): PlanPoint => pointOn(line, far, aside);
  // The ends of a line are those of the wall, without rounding.
  const [start, end] = aside === 0 ? [wall.start, wall.end] : [at(0), at(line.length)];
  const points = [start, ...bendStops(line).map(at), end];
  return isForward
    ? { points, leaves: first, arrives: last, corner }
    : { points: points.toReversed(), leaves: opposite(last), arrives: opposite(first), corner };
}

/** The corner at which two sides meet; the ends of both where that is too far away. */
function cornersBetween(
  before: Side & { reach: number },
  { points: [to = [0, 0]], leaves, corner, reach }: Side & { reach: number },
): PlanPoint[] {
  const from = before.points.at(-1) ?? to;
  const [dx, dz] = before.arrives;
  const turn = dx * leaves[1] - dz * leaves[0];
  if (Math.abs(turn) < PARALLEL) {
    return distance(from, to) < SAME_END ? [to] : [from, to];
  }
  const far = ((to[0] - from[0]) * leaves[1] - (to[1] - from[1]) * leaves[0]) / turn;
  const meeting: PlanPoint = [from[0] + far * dx, from[1] + far * dz];
  return distance(meeting, corner) <= Math.max(reach, before.reach) ? [meeting] : [from, to];
}

/** Bends of a side between its corners. */
function bendsBetween(
  { points, leaves, arrives, reach }: Side & { reach: number },
  from: PlanPoint = [0, 0],
  to: PlanPoint = [0, 0],
): PlanPoint[] {
  const isAhead = ([x, z]: PlanPoint, [toX, toZ]: PlanPoint, [dx, dz]: PlanPoint) =>
    (toX - x) * dx + (toZ - z) * dz > 0;
  return points
    .slice(1, -1)
    .filter(
      (point) =>
        (distance(from, point) > reach || isAhead(from, point, leaves)) &&
        (distance(to, point) > reach || isAhead(point, to, arrives)),
    );
}
