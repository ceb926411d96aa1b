import { Matrix3, type Matrix4, type Vector3 } from 'three';

/** A point and which way its surface looks there, unit long. */
export type Place = { point: Vector3; normal: Vector3 };

/**
 * A place of the scene in the space of a node, whose world matrix is given.
 * @returns null for a node that is flat in one direction: there is no way back into its space
 */
export function localPlace(world: Matrix4, { point, normal }: Place): Place | null {
  if (Math.abs(world.determinant()) < 1e-12) {
    return null;
  }
  // The way that normals go back: by the transposed matrix of the way that points come.
  const toLocal = new Matrix3().setFromMatrix4(world).transpose();
  return {
    point: point.clone().applyMatrix4(world.clone().invert()),
    normal: normal.clone().applyMatrix3(toLocal).normalize(),
  };
}
