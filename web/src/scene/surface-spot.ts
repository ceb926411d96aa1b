import { type Mesh, Triangle, Vector3 } from 'three';

/**
 * A spot of a mesh that bends, moves by itself or is placed by another node: one of its triangles, and how near it is to
 * each corner of that. `mesh` counts the meshes of the file in the order in which they stand there, or the slots of the
 * kind; `triangle` those of the mesh.
 */
export type SurfaceSpot = {
  mesh: number;
  triangle: number;
  barycentric: [number, number, number];
};

const CORNERS = [0, 1, 2] as const;
const weights = new Vector3();
const corner = new Vector3();

/** The spot of a point in a triangle, whose corners are where they are seen now; null for one without an area. */
export function spotIn(
  triangle: readonly [Vector3, Vector3, Vector3],
  point: Vector3,
  { mesh, index }: { mesh: number; index: number },
): SurfaceSpot | null {
  return Triangle.getBarycoord(point, ...triangle, weights)
    ? { mesh, triangle: index, barycentric: weights.toArray() }
    : null;
}

/** Puts `into` where a spot of a mesh is in the scene as it is bent now; false for a triangle that it does not have. */
export function placeOnSpot(
  mesh: Mesh,
  { triangle, barycentric }: Pick<SurfaceSpot, 'triangle' | 'barycentric'>,
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
