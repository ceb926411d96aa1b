import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import { Vector3 } from 'three';
import { arcLength } from './arc.ts';

/** A measured point, with the normal of its surface, if there is one. */
export type MeasurePoint = { point: Vector3; normal: Vector3 | null };

/** Minimum number of points of a measurement. */
export const POINTS_NEEDED: Readonly<Record<MeasureMode, number>> = {
  distance: 2,
  arc: 3,
  angle: 3,
  area: 3,
  perimeter: 3,
};

/** Smallest cosine between the normals of parallel surfaces. */
const PARALLEL = 0.94;

/** Value of a measurement: metres, square metres for an area, radians for an angle; null for too few points. */
export function measureOf(mode: MeasureMode, points: readonly Vector3[]): number | null {
  const [a, b, c] = points;
  if (points.length < POINTS_NEEDED[mode] || !a || !b) {
    return null;
  }
  switch (mode) {
    case 'distance':
      return a.distanceTo(b);
    case 'arc':
      return c ? arcLength([a, b, c]) : null;
    case 'angle':
      return c ? angleAt(a, b, c) : null;
    case 'area':
      return areaOf(points);
    case 'perimeter':
      return perimeterOf(points);
  }
}

/** Distance between two parallel or opposite surfaces, in metres; null for others. */
export function distanceOfFaces(from: MeasurePoint, to: MeasurePoint): number | null {
  const { normal } = from;
  if (!normal || !to.normal || Math.abs(normal.dot(to.normal)) < PARALLEL) {
    return null;
  }
  return Math.abs(to.point.clone().sub(from.point).dot(normal));
}

/** Angle between two lines from `b`, 0 if one of them has no length. */
function angleAt(a: Vector3, b: Vector3, c: Vector3): number {
  const [one, other] = [a.clone().sub(b), c.clone().sub(b)];
  return one.lengthSq() === 0 || other.lengthSq() === 0 ? 0 : one.angleTo(other);
}

/** Area of a closed polygon in space, seen from the direction where it is largest. */
function areaOf(points: readonly Vector3[]): number {
  const [origin] = points;
  const sum = new Vector3();
  const cross = new Vector3();
  for (const [i, point] of points.entries()) {
    const next = points[i + 1];
    if (origin && next) {
      // Relative to the first point, which keeps precision far from the origin.
      sum.add(cross.crossVectors(point.clone().sub(origin), next.clone().sub(origin)));
    }
  }
  return sum.length() / 2;
}

function perimeterOf(points: readonly Vector3[]): number {
  return points.reduce(
    (sum, point, i) => sum + point.distanceTo(points[(i + 1) % points.length] ?? point),
    0,
  );
}
