import { type Matrix4, Vector3 } from 'three';

const UP = new Vector3(0, 1, 0);
/** Maximum squared deviation of the end of a unit axis. */
const EXACT = 1e-9;

/**
 * Whether a matrix has no other rotation than about +Y, and no scale except mirroring. Only walls with such a
 * matrix lie in the parent's plan.
 */
export function isUpright(matrix: Matrix4): boolean {
  // For a singular matrix, three.js returns unrelated axes.
  const side = Math.sign(matrix.determinant());
  if (side === 0) {
    return false;
  }
  const [x, y, z] = [new Vector3(), new Vector3(), new Vector3()];
  matrix.extractBasis(x, y, z);
  const isSame = (a: Vector3, b: Vector3) => a.distanceToSquared(b) < EXACT;
  return isSame(y, UP) && isSame(z, x.cross(y).multiplyScalar(side)) && Math.abs(z.lengthSq() - 1) < EXACT;
}
