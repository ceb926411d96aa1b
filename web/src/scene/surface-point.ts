import { type Mesh, Triangle, Vector3 } from 'three';

/**
 * A spot of a mesh that is skinned, animated or placed by another node: a triangle and barycentric coordinates. `mesh`
 * is the index among the file's meshes, or among the slots of the kind; `triangle` is the index in the mesh.
 */
export type SurfacePoint = { mesh: number; triangle: number; barycentric: [number, number, number] };

const CORNERS = [0, 1, 2] as const;
const weights = new Vector3();
const corner = new Vector3();

/** Spot of a point in a triangle with the given current corners; null for a triangle without area. */
export function surfacePointIn(
  triangle: readonly [Vector3, Vector3, Vector3],
  point: Vector3,
  { mesh, index }: { mesh: number; index: number },
): SurfacePoint | null {
  return Triangle.getBarycoord(point, ...triangle, weights)
    ? { mesh, triangle: index, barycentric: weights.toArray() }
    : null;
}

/** Sets `into` to the current world position of a spot; false if the mesh lacks the triangle. */
export function placeAtSurfacePoint(
  mesh: Mesh,
  { triangle, barycentric }: Pick<SurfacePoint, 'triangle' | 'barycentric'>,
  into: Vector3,
): boolean {
  const { index } = mesh.geometry;
  const count = index?.count ?? mesh.geometry.getAttribute('position').count;
  if (triangle * CORNERS.length + CORNERS.length > count) {
    return false;
  }
  into.set(0, 0, 0);
  for (const nth of CORNERS) {
    const at = triangle * CORNERS.length + nth;
    into.addScaledVector(mesh.getVertexPosition(index ? index.getX(at) : at, corner), barycentric[nth]);
  }
  into.applyMatrix4(mesh.matrixWorld);
  return true;
}
