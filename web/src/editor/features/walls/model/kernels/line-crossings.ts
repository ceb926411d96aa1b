import { dot, type PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, pointOn, type WallLine } from '@diorama/shared/scene/nodes/wall/line.ts';

/** Smallest angle between lines that are considered to cross, in radians. */
const PARALLEL = 0.01;

/** Crossings of two wall lines, extended beyond their ends: straight, or to full circles. */
export function lineCrossings(line: WallLine, other: WallLine): PlanPoint[] {
  const [circle, otherCircle] = [circleOf(line), circleOf(other)];
  if (circle && otherCircle) {
    return betweenCircles(circle, otherCircle);
  }
  if (circle) {
    return alongCircle(other, circle);
  }
  if (otherCircle) {
    return alongCircle(line, otherCircle);
  }
  const turn = dot(line.along, other.left);
  if (Math.abs(turn) < PARALLEL) {
    return [];
  }
  return [pointOn(line, -dot(between(other.start, line.start), other.left) / turn, 0)];
}

type Circle = { center: PlanPoint; radius: number };

function circleOf(line: WallLine): Circle | null {
  const { arc, length } = line;
  return arc && { center: pointOn(line, length / 2, -arc.radius), radius: Math.abs(arc.radius) };
}

function alongCircle({ start, along, left }: WallLine, { center, radius }: Circle): PlanPoint[] {
  const way = between(start, center);
  const [far, aside] = [dot(way, along), dot(way, left)];
  const half = radius ** 2 - aside ** 2;
  return half <= 0
    ? []
    : [-Math.sqrt(half), Math.sqrt(half)].map((by): PlanPoint => beyond(start, along, far + by));
}

function betweenCircles(circle: Circle, other: Circle): PlanPoint[] {
  const apart = distance(circle.center, other.center);
  const far = (apart ** 2 + circle.radius ** 2 - other.radius ** 2) / (2 * apart);
  const half = circle.radius ** 2 - far ** 2;
  if (!(half > 0)) {
    return [];
  }
  const [x, z] = between(circle.center, other.center);
  const along: PlanPoint = [x / apart, z / apart];
  const foot = beyond(circle.center, along, far);
  return [-Math.sqrt(half), Math.sqrt(half)].map((by): PlanPoint => beyond(foot, [along[1], -along[0]], by));
}

function beyond([x, z]: PlanPoint, [alongX, alongZ]: PlanPoint, far: number): PlanPoint {
  return [x + alongX * far, z + alongZ * far];
}

function between([x, z]: PlanPoint, [toX, toZ]: PlanPoint): PlanPoint {
  return [toX - x, toZ - z];
}
