import { Plane, type Ray, Vector3 } from 'three';

/** Screen point, in pixels. */
export type Point = { x: number; y: number };

/**
 * Parameter along a line, in units of `direction` from `origin`, that is nearest to a ray; null if they are
 * parallel.
 */
export function alongLine(ray: Ray, origin: Vector3, direction: Vector3): number | null {
  const between = origin.clone().sub(ray.origin);
  const across = direction.dot(ray.direction);
  const denominator = direction.lengthSq() - across * across;
  if (denominator < 1e-6) {
    return null;
  }
  return (across * ray.direction.dot(between) - direction.dot(between)) / denominator;
}

/** Intersection of a ray with a plane through a point; null without one in front of the eye. */
export function onPlane(ray: Ray, origin: Vector3, normal: Vector3): Vector3 | null {
  return ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(normal, origin), new Vector3());
}

/** Distance of a point from a segment, in pixels. */
export function distanceToSegment(point: Point, from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const along = Math.min(Math.max(share, 0), 1);
  return Math.hypot(point.x - from.x - dx * along, point.y - from.y - dy * along);
}
