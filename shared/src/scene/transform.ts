import { Matrix4, Quaternion, Vector3 } from 'three';
import type { SceneNode } from './document.ts';

/** Transform of a node relative to its parent. */
export type Transform = Pick<SceneNode, 'position' | 'rotation' | 'scale'>;

type Signs = readonly [number, number, number];

/**
 * Decomposes a matrix in the parent's space; shear is lost. Several transforms can have one matrix: two
 * mirrored axes equal half a turn, and a flat object may be rotated about its normal. Of these the one
 * closest to `like` is returned.
 */
export function transformOf(matrix: Matrix4, like: Transform = UNTURNED): Transform {
  const before = new Quaternion(...like.rotation);
  const [first, ...others] = signsLike(matrix, like).map((signs) => decompose(matrix, signs, before));
  const nearest = others.reduce(
    (best, one) => (angleFrom(before, one) < angleFrom(before, best) - SAME ? one : best),
    first as Parts,
  );
  const { position, rotation, scale } = nearest;
  return { position: position.toArray(), rotation: rotation.toArray(), scale: scale.toArray() };
}

/** Scale of a matrix along the axes of a fixed rotation; negative where it mirrors them. */
export function scaleAlong(matrix: Matrix4, rotation: Transform['rotation']): Transform['scale'] {
  const own = new Matrix4().makeRotationFromQuaternion(new Quaternion(...rotation));
  return columnsOf(matrix).map((column, i) => {
    const axis = new Vector3().setFromMatrixColumn(own, i);
    return column.dot(axis) < 0 ? -column.length() : column.length();
  }) as Transform['scale'];
}

/** Inverse of a matrix; the identity for a singular one. */
export function inverseOf(matrix: Matrix4): Matrix4 {
  return matrix.determinant() === 0 ? new Matrix4() : matrix.clone().invert();
}

const UNTURNED: Transform = { position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
/** Angles with a smaller difference are equal, in radians. */
const SAME = 1e-6;

type Parts = { position: Vector3; rotation: Quaternion; scale: Vector3 };

function columnsOf(matrix: Matrix4): Vector3[] {
  return [0, 1, 2].map((i) => new Vector3().setFromMatrixColumn(matrix, i));
}

/** Candidate mirrored axes: as before, or one more or less where the matrix changes the handedness. */
function signsLike(matrix: Matrix4, { scale }: Transform): Signs[] {
  const [x, y, z] = scale.map((value) => (value < 0 ? -1 : 1)) as [number, number, number];
  return x * y * z * matrix.determinant() >= 0
    ? [[x, y, z]]
    : [
        [-x, y, z],
        [x, -y, z],
        [x, y, -z],
      ];
}

function decompose(matrix: Matrix4, signs: Signs, before: Quaternion): Parts {
  const own = new Vector3(...signs);
  const axes = columnsOf(matrix).map((column, i) => column.multiplyScalar(signs[i] ?? 1));
  const lengths = axes.map((axis) => axis.length());
  const flat = lengths.flatMap((length, i) => (length === 0 ? [i] : []));
  const [only] = flat;
  const rotation = new Quaternion();
  if (flat.length > 1) {
    // A line or a point looks the same under any rotation.
    rotation.copy(before);
  } else {
    if (only !== undefined) {
      axes[only]?.crossVectors(axes[(only + 1) % 3] as Vector3, axes[(only + 2) % 3] as Vector3);
    }
    const [x, y, z] = axes.map((axis) => axis.normalize()) as [Vector3, Vector3, Vector3];
    rotation.setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
  }
  const scale = new Vector3(...lengths).multiply(own);
  return { position: new Vector3().setFromMatrixPosition(matrix), rotation, scale };
}

function angleFrom(before: Quaternion, { rotation }: Parts): number {
  return before.angleTo(rotation);
}
