import { areaOf, dot, type PlanPoint } from '../plan.ts';
import { distance } from './line.ts';

/**
 * A wall at a junction, pointing away from it. `left` and `right` are the offsets of its edges to its left,
 * which are treated as straight within its `reach`.
 */
export type Arm = { along: PlanPoint; left: number; right: number; length: number; reach: number };

/** End of an arm at its junction, from its right edge to its left one, as seen along the arm. */
export type ArmEnd = { right: PlanPoint; between: PlanPoint[]; left: PlanPoint };

/** Maximum length of a mitre, in half thicknesses. */
const MITRE_LIMIT = 4;
/** Sides with a smaller angle between them have no numerically stable corner, in radians. */
const PARALLEL = 1e-6;
/** Rounding tolerance, in metres. */
const SLACK = 1e-5;

/**
 * Joins the walls at a point without gaps and overlaps. Each wall is cut along the lines to the intersections
 * of its edges with those of its neighbours. Corners that are too sharp are cut off. All walls end square
 * where no such joint exists, as for bodies on different sides of their lines.
 * @returns an end for each arm, in their order
 */
export function joinArms(at: PlanPoint, arms: readonly Arm[]): ArmEnd[] {
  if (arms.length > 1) {
    for (const limit of [MITRE_LIMIT, 0]) {
      const ends = mitredEnds(at, arms, limit);
      // The bend of three or more arms is their common middle, which may lie outside of an arm.
      const isClean = (arm: Arm, end: ArmEnd | undefined) =>
        isCleanCut(at, arm, end) &&
        (arms.length > 2 || !end?.between.some((bend) => isPastBody(at, arm, end, bend)));
      if (arms.every((arm, i) => isClean(arm, ends[i]))) {
        return ends;
      }
    }
  }
  return arms.map((arm) => squareEnd(at, arm));
}

/** @returns an empty list where no point sees all corners. */
function mitredEnds(at: PlanPoint, arms: readonly Arm[], limit: number): ArmEnd[] {
  const order = arms
    .map((arm, i) => ({ arm, i, angle: angleOf(arm) }))
    .sort((a, b) => a.angle - b.angle || a.arm.left - b.arm.left || a.arm.length - b.arm.length);
  const corners = order.map(({ arm }, k) =>
    cornerBetween({ at, limit, arm, next: order[(k + 1) % order.length]?.arm ?? arm }),
  );
  const middle = arms.length > 2 ? middleOf(at, corners) : [];
  const ends: ArmEnd[] = [];
  for (const [k, { i }] of order.entries()) {
    const [before, after] = [corners.at(k - 1), corners[k]];
    if (before && after && middle) {
      const between = [...before.nextCut, ...middle, ...after.ownCut];
      ends[i] = { right: before.next, between, left: after.own };
    }
  }
  return ends;
}

/** Whether the sides of an arm with this cut do not cross each other. */
function isCleanCut(at: PlanPoint, arm: Arm, end: ArmEnd | undefined): boolean {
  const tip: PlanPoint = [at[0] + arm.along[0] * arm.length, at[1] + arm.along[1] * arm.length];
  const plan = end
    ? [
        atSide(tip, arm, arm.right),
        atSide(tip, arm, arm.left),
        end.left,
        ...end.between.toReversed(),
        end.right,
      ]
    : [];
  const sides = plan.map((from, i) => [from, plan[(i + 1) % plan.length] ?? from] as const);
  return (
    areaOf(plan) > 0 && !sides.some((side, i) => sides.slice(i + 1).some((other) => crosses(side, other)))
  );
}

/** Whether a bend of the cut lies beside the body of the arm, or on an edge but not at its corner. */
function isPastBody(at: PlanPoint, { along, left, right }: Arm, end: ArmEnd, bend: PlanPoint): boolean {
  const aside = cross([bend[0] - at[0], bend[1] - at[1]], along);
  const isPast = (room: number, corner: PlanPoint) => room < SLACK && distance(bend, corner) > SLACK;
  return isPast(left - aside, end.left) || isPast(aside - right, end.right);
}

type Side = readonly [PlanPoint, PlanPoint];

function crosses([a, b]: Side, [c, d]: Side): boolean {
  const areParted = (side: Side, p: PlanPoint, q: PlanPoint) => {
    const [one, two] = [areaOf([...side, p]), areaOf([...side, q])];
    return Math.min(Math.abs(one), Math.abs(two)) > SLACK ** 2 && one > 0 !== two > 0;
  };
  return areParted([a, b], c, d) && areParted([c, d], a, b);
}

/** End of an arm without neighbours. */
export function squareEnd(at: PlanPoint, arm: Arm): ArmEnd {
  return { right: atSide(at, arm, arm.right), between: [], left: atSide(at, arm, arm.left) };
}

/**
 * End points of an arm's left edge and the next arm's right edge; the cuts are the points of each towards
 * the middle.
 */
type JunctionCorner = { own: PlanPoint; ownCut: PlanPoint[]; nextCut: PlanPoint[]; next: PlanPoint };

type CornerOf = { at: PlanPoint; arm: Arm; next: Arm; limit: number };

function cornerBetween({ at, arm, next, limit }: CornerOf): JunctionCorner {
  const [own, other] = [atSide(at, arm, arm.left), atSide(at, next, next.right)];
  const halfway: PlanPoint[] = [[(own[0] + other[0]) / 2, (own[1] + other[1]) / 2]];
  const apart: JunctionCorner = { own, ownCut: halfway, nextCut: halfway, next: other };
  const turn = cross(arm.along, next.along);
  if (Math.abs(turn) < PARALLEL) {
    return apart;
  }
  const way: PlanPoint = [other[0] - own[0], other[1] - own[1]];
  const [far, nextFar] = [cross(way, next.along) / turn, cross(way, arm.along) / turn];
  // Limited to the middle of the wall, so that the cuts at both ends never meet.
  if (far > arm.length / 2 || nextFar > next.length / 2) {
    return apart;
  }
  if (Math.abs(far) > arm.reach || Math.abs(nextFar) > next.reach) {
    return apart;
  }
  const corner: PlanPoint = [own[0] + arm.along[0] * far, own[1] + arm.along[1] * far];
  const half = Math.max(arm.left - arm.right, next.left - next.right) / 2;
  if (Math.min(far, nextFar) >= 0 || distance(corner, at) <= limit * half) {
    return { own: corner, ownCut: [], nextCut: [], next: corner };
  }
  if (Math.max(far, nextFar) <= 0) {
    return apart;
  }
  // A thick wall continues nearly straight as a thin one: it ends square, and the thin one extends to it.
  const [thick, edge, from] = far < 0 ? [arm, next, other] : [next, arm, own];
  const back = dot([at[0] - from[0], at[1] - from[1]], thick.along) / dot(edge.along, thick.along);
  const hit: PlanPoint = [from[0] + edge.along[0] * back, from[1] + edge.along[1] * back];
  return far < 0
    ? { own, ownCut: [hit], nextCut: [], next: hit }
    : { own: hit, ownCut: [], nextCut: [hit], next: other };
}

/** A point within a junction that sees all of its corners, or null when there is none. */
function middleOf(at: PlanPoint, corners: readonly JunctionCorner[]): [PlanPoint] | null {
  const around = corners.flatMap(({ own, ownCut, next }) => [own, ...ownCut, next]);
  const mean: PlanPoint = [
    around.reduce((sum, [x]) => sum + x, 0) / around.length,
    around.reduce((sum, [, z]) => sum + z, 0) / around.length,
  ];
  const seesAll = (from: PlanPoint) =>
    around.every((corner, i) => areaOf([from, corner, around[(i + 1) % around.length] ?? corner]) > -1e-9);
  const middle = [at, mean].find(seesAll);
  return middle ? [middle] : null;
}

/** Angle as seen from above, where Z points down the page, counter-clockwise. */
function angleOf({ along: [x, z] }: Arm): number {
  // Normalises −0 to 0.
  return Math.atan2(-z + 0, x + 0);
}

function atSide([x, z]: PlanPoint, { along }: Arm, aside: number): PlanPoint {
  return [x + along[1] * aside, z - along[0] * aside];
}

function cross([ax, az]: PlanPoint, [bx, bz]: PlanPoint): number {
  return ax * bz - az * bx;
}
