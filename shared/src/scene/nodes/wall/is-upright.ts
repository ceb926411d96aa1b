import { type Matrix4, Vector3 } from 'three';

const UP = new Vector3(0, 1, 0);
/** How far the end of a unit axis may be off, squared. */
const EXACT = 1e-9;

/**
 * Whether something is turned about +Y at most, and stays as large as it is, be it mirrored: only such a wall is in the plan
 * of its parent.
 */
export function isUpright(matrix: Matrix4): boolean {
  // Of what is flattened to nothing, three.js answers axes of its own.
  const side = Math.sign(matrix.determinant());
  if (side === 0) {
    return false;
  }
  const [x, y, z] = [new Vector3(), new Vector3(), new Vector3()];
  matrix.extractBasis(x, y, z);
  const isSame = (a: Vector3, b: Vector3) => a.distanceToSquared(b) < EXACT;
  return isSame(y, UP) && isSame(z, x.cross(y).multiplyScalar(side)) && Math.abs(z.lengthSq() - 1) < EXACT;
}
