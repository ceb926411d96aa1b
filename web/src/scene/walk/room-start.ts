import { type Box3, Vector3 } from 'three';
import type { View } from '../framing.ts';
import { type Cast, isSpaceFree, WALK } from './walk-body.ts';

/** Number of directions that are tested around a point. */
const DIRECTIONS = 16;
/** Number of directions without a wall that a closed room may have, such as an open door seen from close by. */
const MAX_OPEN = 1;
/** Heights at which walls are searched, in metres: above low furniture, at the eye, and above most doors. */
const HEIGHTS = [0.9, WALK.eye, 2.25] as const;
/** Number of tested points along the longer side of the region. */
const POINTS = 9;
/** Smallest distance to the walls at the start, in metres. */
const CLEARANCE = 0.5;
/** Longest search, in milliseconds; in a scene that takes longer the walk starts where the view is. */
const MAX_SEARCH_MS = 200;
const DOWN = new Vector3(0, -1, 0);

/**
 * View inside a closed room, toward its farthest wall. The rooms nearest to the point that the current view looks at
 * come first.
 * @param region bounds in which rooms are searched
 * @returns null if the current view is in a closed room already, or if none is found in time
 */
export function roomStart({ cast, region, from }: { cast: Cast; region: Box3; from: View }): View | null {
  if (region.isEmpty() || isInRoom(from.position, cast, region)) {
    return null;
  }
  const end = performance.now() + MAX_SEARCH_MS;
  for (const foot of pointsOf(region, from.target)) {
    if (performance.now() > end) {
      return null;
    }
    const below = cast(foot.clone().setY(foot.y + WALK.eye), DOWN, WALK.eye + CLEARANCE);
    const ground = below ? foot.y + WALK.eye - below.distance : foot.y;
    if (ground > foot.y + WALK.stepUp) {
      continue;
    }
    const standing = foot.clone().setY(ground);
    const way = farthestWall(standing, cast, region);
    if (way && isSpaceFree(standing, { from: WALK.stepUp, to: WALK.eye + WALK.crown }, cast)) {
      const position = standing.setY(ground + WALK.eye);
      return { position, target: position.clone().add(way) };
    }
  }
  return null;
}

/** Whether an eye is between the floor and the top of a closed room. */
function isInRoom(eye: Vector3, cast: Cast, region: Box3): boolean {
  const below = cast(eye, DOWN, Number.POSITIVE_INFINITY);
  const ground = below ? eye.y - below.distance : region.min.y;
  const isWithin = region.containsPoint(eye) && eye.y - ground < 2 * WALK.eye;
  return isWithin && farthestWall(eye.clone().setY(ground), cast, region) !== null;
}

/** Vector to the farthest wall around a point on the floor; null unless walls are all around, and none too near. */
function farthestWall(foot: Vector3, cast: Cast, region: Box3): Vector3 | null {
  const reach = region.min.distanceTo(region.max);
  let open = 0;
  let farthest: Vector3 | null = null;
  for (let i = 0; i < DIRECTIONS; i += 1) {
    const angle = (i / DIRECTIONS) * 2 * Math.PI;
    const way = new Vector3(Math.sin(angle), 0, -Math.cos(angle));
    const distances = HEIGHTS.flatMap(
      (height) => cast(foot.clone().setY(foot.y + height), way, reach)?.distance ?? [],
    );
    if (Math.min(...distances) < CLEARANCE) {
      return null;
    }
    open += distances.length === 0 ? 1 : 0;
    if (open > MAX_OPEN) {
      return null;
    }
    const distance = Math.max(0, ...distances);
    if (distance > (farthest?.length() ?? 0)) {
      farthest = way.multiplyScalar(distance);
    }
  }
  return farthest;
}

/** Grid of points on the floor of a region, nearest to a point first. */
function pointsOf({ min, max }: Box3, near: Vector3): Vector3[] {
  const step = Math.max(max.x - min.x, max.z - min.z) / POINTS;
  const along = (from: number, to: number) => {
    const count = Math.max(1, Math.round((to - from) / Math.max(step, Number.EPSILON)));
    return Array.from({ length: count }, (_, i) => from + ((i + 0.5) / count) * (to - from));
  };
  const points = along(min.x, max.x).flatMap((x) => along(min.z, max.z).map((z) => new Vector3(x, min.y, z)));
  const far = (point: Vector3) => Math.hypot(point.x - near.x, point.z - near.z);
  return points.sort((a, b) => far(a) - far(b));
}
