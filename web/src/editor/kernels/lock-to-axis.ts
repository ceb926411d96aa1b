import { type Ray, Vector3 } from 'three';
import { alongLine, type Point } from './geometry.ts';

const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

/**
 * Point on an axis through `from`: the projection of the snapped point, else on the axis nearest to the
 * pointer on screen.
 */
export function lockToAxis(
  from: Vector3,
  caught: Vector3 | null,
  pointer: { ray: Ray; at: Point; project: (point: Vector3) => Point },
): Vector3 {
  if (caught) {
    const way = caught.clone().sub(from);
    const [longest = way] = AXES.toSorted((a, b) => Math.abs(way.dot(b)) - Math.abs(way.dot(a)));
    return from.clone().addScaledVector(longest, way.dot(longest));
  }
  const { ray, at, project } = pointer;
  const places = AXES.flatMap((axis) => {
    const along = alongLine(ray, from, axis);
    return along === null ? [] : [from.clone().addScaledVector(axis, along)];
  });
  const farFrom = (place: Vector3) => Math.hypot(project(place).x - at.x, project(place).y - at.y);
  return places.reduce((best, place) => (farFrom(place) < farFrom(best) ? place : best), places[0] ?? from);
}
