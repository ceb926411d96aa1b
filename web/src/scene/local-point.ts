import { Matrix3, type Matrix4, type Vector3 } from 'three';

/** A point and the unit normal of its surface. */
type Place = { point: Vector3; normal: Vector3 };

/**
 * Converts a place from world space into a node's space.
 * @returns null for a node scaled to zero in one direction, whose matrix has no inverse
 */
export function toLocalPoint(world: Matrix4, { point, normal }: Place): Place | null {
  if (Math.abs(world.determinant()) < 1e-12) {
    return null;
  }
  // Normals transform by the transpose of the matrix that points use.
  const toLocal = new Matrix3().setFromMatrix4(world).transpose();
  return {
    point: point.clone().applyMatrix4(world.clone().invert()),
    normal: normal.clone().applyMatrix3(toLocal).normalize(),
  };
}
