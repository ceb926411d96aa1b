import { ShapeUtils, Vector2, Vector3 } from 'three';

export type Point = readonly [number, number, number];

/** Tolerance of a reflex corner, as a share of the polygon's area. */
const TOLERANCE = 1e-9;

/**
 * Triangulates a polygon for which a fan around its first corner is wrong. The triangles are indices of corners.
 * @returns null for a convex polygon, and for one without any area.
 */
export function concaveTriangles(points: readonly Point[]): number[][] | null {
  const area = newellNormal(points).length();
  if (!(area > 0) || !Number.isFinite(area)) {
    return null;
  }
  const flat = flattenPolygon(points);
  const turns = flat.map((corner, i) => turnAt(flat, corner, i));
  if (turns.every((turn) => turn >= -area * TOLERANCE)) {
    return null;
  }
  const triangles = ShapeUtils.triangulateShape(flat, []);
  if (triangles.length < points.length - 2 && points.length === 4) {
    // A quad that is bent so far that its projection overlaps itself.
    return cutQuad(points);
  }
  return triangles.length > 0 ? triangles.map((triangle) => wound(triangle, flat)) : null;
}

/** Triangles of a quad that is cut along its shorter diagonal, as indices of its corners. */
export function cutQuad(points: readonly Point[]): number[][] {
  const length = (from: number, to: number) =>
    new Vector3(...(points[from] ?? [])).distanceTo(new Vector3(...(points[to] ?? [])));
  return length(1, 3) < length(0, 2)
    ? [
        [1, 2, 3],
        [1, 3, 0],
      ]
    : [
        [0, 1, 2],
        [0, 2, 3],
      ];
}

/**
 * Newell's normal with twice the area as its length, for corners that need not be coplanar. It is computed from the first
 * corner, so that a place far from the origin costs no precision.
 */
export function newellNormal(points: readonly Point[]): Vector3 {
  const normal = new Vector3();
  const [x0, y0, z0] = points[0] ?? [0, 0, 0];
  points.forEach(([x, y, z], i) => {
    const [nextX, nextY, nextZ] = points[(i + 1) % points.length] ?? [x, y, z];
    normal.x += (y - y0) * (nextZ - z0) - (z - z0) * (nextY - y0);
    normal.y += (z - z0) * (nextX - x0) - (x - x0) * (nextZ - z0);
    normal.z += (x - x0) * (nextY - y0) - (y - y0) * (nextX - x0);
  });
  return normal;
}

/** Projects a polygon along its normal, which makes it counter-clockwise; without an area, all corners are at the origin. */
export function flattenPolygon(points: readonly Point[]): Vector2[] {
  const normal = newellNormal(points).normalize();
  const helper = Math.abs(normal.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  const right = helper.cross(normal).normalize();
  const up = new Vector3().crossVectors(normal, right);
  return points.map((point) => {
    const at = new Vector3(...point);
    return new Vector2(at.dot(right), at.dot(up));
  });
}

function turnAt(flat: readonly Vector2[], corner: Vector2, i: number): number {
  const before = flat[(i + flat.length - 1) % flat.length] ?? corner;
  const after = flat[(i + 1) % flat.length] ?? corner;
  return corner.clone().sub(before).cross(after.clone().sub(corner));
}

/** Makes a triangle counter-clockwise, like the polygon. */
function wound(triangle: number[], flat: readonly Vector2[]): number[] {
  const [a, b, c] = triangle.map((corner) => flat[corner]);
  const isClockwise = a && b && c && b.clone().sub(a).cross(c.clone().sub(a)) < 0;
  return isClockwise ? [...triangle].reverse() : triangle;
}
