import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import type { MeasuredLine } from '@diorama/shared/scene/nodes/traits.ts';
import { Matrix3, type Matrix4, Vector3 } from 'three';
import { arcPoints } from './arc.ts';
import type { MeasurePoint } from './measure.ts';

/** No screen holds more that can be told apart; a scene may keep as many as it has nodes. */
export const MOST_MEASURES = 300;

/** Whether the line of a measure comes back to where it began. */
export function isRound(mode: MeasureMode, count: number): boolean {
  return (mode === 'area' || mode === 'perimeter') && count > 2;
}

/** The corners of the line of a measure; an arc has more than it has points. */
export function wayOf(mode: MeasureMode, points: readonly Vector3[]): readonly Vector3[] {
  const [from, over, to] = points;
  return mode === 'arc' && from && over && to ? arcPoints([from, over, to]) : points;
}

/** The lines of a measure as pairs of points. */
export function segmentsOf(mode: MeasureMode, points: readonly Vector3[]): Vector3[] {
  const way = wayOf(mode, points);
  return way.flatMap((point, i) => {
    const next = way[i + 1] ?? (isRound(mode, points.length) ? points[0] : undefined);
    return next ? [point, next] : [];
  });
}

/** Where a measure is written: at the corner of an angle and the second point of an arc, else in the middle of its points. */
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

/** The points of a measure that the scene keeps, in the space of the scene. @param world - its node's */
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
