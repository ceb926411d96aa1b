import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import type { MeasuredLine } from '@diorama/shared/scene/nodes/traits.ts';
import { Matrix3, type Matrix4, Vector3 } from 'three';
import { arcPoints } from './arc.ts';
import type { MeasurePoint } from './measure.ts';

/** Limit of measurements on the screen; a scene may store as many as it has nodes. */
export const MAX_MEASURES = 300;

/** Whether the line of a measurement is closed. */
function isRound(mode: MeasureMode, count: number): boolean {
  return (mode === 'area' || mode === 'perimeter') && count > 2;
}

/** Vertices of the line of a measurement; an arc has more than its points. */
export function linePointsOf(mode: MeasureMode, points: readonly Vector3[]): readonly Vector3[] {
  const [from, over, to] = points;
  return mode === 'arc' && from && over && to ? arcPoints([from, over, to]) : points;
}

/** Line segments of a measurement as pairs of points. */
export function segmentsOf(mode: MeasureMode, points: readonly Vector3[]): Vector3[] {
  const way = linePointsOf(mode, points);
  return way.flatMap((point, i) => {
    const next = way[i + 1] ?? (isRound(mode, points.length) ? points[0] : undefined);
    return next ? [point, next] : [];
  });
}

/** Position of the label: the corner of an angle, the second point of an arc, else the centre of the points. */
export function labelPlace(mode: MeasureMode, points: readonly Vector3[]): Vector3 {
  const corner = mode === 'angle' || mode === 'arc' ? points[1] : undefined;
  if (corner) {
    return corner;
  }
  const middle = new Vector3();
  for (const point of points) {
    middle.add(point);
  }
  return middle.divideScalar(Math.max(1, points.length));
}

/** Points of a stored measurement in world space. @param world - matrix of its node */
export function pointsInScene(
  { points, normals }: Pick<MeasuredLine, 'points' | 'normals'>,
  world: Matrix4,
): MeasurePoint[] {
  const turn = new Matrix3().getNormalMatrix(world);
  return points.map((point, i) => {
    const normal = normals[i];
    return {
      point: new Vector3(...point).applyMatrix4(world),
      normal: normal ? new Vector3(...normal).applyMatrix3(turn).normalize() : null,
    };
  });
}
