import { type Ray, Vector3 } from 'three';
import type { Point } from './snap-to-surface.ts';

/** Kinds of snap targets, by priority. */
const SNAP_KINDS = ['vertex', 'edge', 'anchor', 'surface'] as const;
export type SnapKind = (typeof SNAP_KINDS)[number];

/** Snap candidates of a node near a pointer. */
type SnapTarget = {
  /** Corners of the hit triangle. */
  corners: readonly Vector3[];
  /** Corners and face centres of the bounding box. */
  anchors: readonly Vector3[];
};

/** A snapped point with its target. */
type Snap<Target extends SnapTarget> = { kind: SnapKind; point: Vector3; target: Target };

/** A pointer that snaps within `reach` pixels; `depth` is beyond ±1 outside the clipping planes. */
type SnapPointer = {
  at: Point;
  ray: Ray;
  reach: number;
  project: (point: Vector3) => Point & { depth: number };
};

/** Nearest corner to a pointer, else the nearest edge, else the nearest anchor; null if none is within reach. */
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

/** Nearest point on each edge of a polygon to a ray. */
function nearestOnEdges(ray: Ray, corners: readonly Vector3[]): Vector3[] {
  return corners.map((from, i) => {
    const nearest = new Vector3();
    ray.distanceSqToSegment(from, corners[(i + 1) % corners.length] ?? from, undefined, nearest);
    return nearest;
  });
}
