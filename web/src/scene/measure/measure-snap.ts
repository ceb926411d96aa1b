import { type Ray, Vector3 } from 'three';
import type { Point } from './catch-point.ts';

/** What a point has caught, the most wanted first. */
export const SNAP_KINDS = ['vertex', 'edge', 'anchor', 'surface'] as const;
export type SnapKind = (typeof SNAP_KINDS)[number];

/** What there is to catch of a thing near a pointer. */
export type SnapTarget = {
  /** Of the triangle that was hit. */
  corners: readonly Vector3[];
  /** Corners and middles of the box around the thing. */
  anchors: readonly Vector3[];
};

/** A point that is caught, and of what. */
export type Snap<Target extends SnapTarget> = { kind: SnapKind; point: Vector3; target: Target };

/** A pointer that catches what is within `reach` pixels; `depth` is beyond ±1 for what cannot be seen. */
export type SnapPointer = {
  at: Point;
  ray: Ray;
  reach: number;
  project: (point: Vector3) => Point & { depth: number };
};

/** The nearest corner to a pointer, else the nearest edge, else the nearest anchor; null when none is within reach. */
export function snapPoint<Target extends SnapTarget>(
  targets: readonly Target[],
  { at, ray, reach, project }: SnapPointer,
): Snap<Target> | null {
  const kinds: { kind: SnapKind; pointsOf: (target: Target) => readonly Vector3[] }[] = [
    { kind: 'vertex', pointsOf: ({ corners }) => corners },
    { kind: 'edge', pointsOf: ({ corners }) => nearestOnEdges(ray, corners) },
    { kind: 'anchor', pointsOf: ({ anchors }) => anchors },
  ];
  for (const { kind, pointsOf } of kinds) {
    let best: Snap<Target> | null = null;
    let least = reach;
    for (const target of targets) {
      for (const point of pointsOf(target)) {
        const { x, y, depth } = project(point);
        const distance = Math.hypot(x - at.x, y - at.y);
        if (Math.abs(depth) <= 1 && distance <= least) {
          least = distance;
          best = { kind, point, target };
        }
      }
    }
    if (best) {
      return best;
    }
  }
  return null;
}

/** The point of each edge of a polygon that a ray comes nearest to. */
function nearestOnEdges(ray: Ray, corners: readonly Vector3[]): Vector3[] {
  return corners.map((from, i) => {
    const nearest = new Vector3();
    ray.distanceSqToSegment(from, corners[(i + 1) % corners.length] ?? from, undefined, nearest);
    return nearest;
  });
}
