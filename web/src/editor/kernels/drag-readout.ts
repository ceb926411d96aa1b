import { type Matrix4, Quaternion, Vector3 } from 'three';

/** Result of a drag: move along each axis in metres, angle in radians, or scale factors. */
export type DragReadout =
  | { kind: 'moved'; by: readonly [number, number, number]; far: number }
  | { kind: 'turned'; angle: number }
  | { kind: 'scaled'; by: readonly [number, number, number] };

/** Smallest value that counts as a change, in metres, radians and factors. */
const NOTHING = 1e-6;

/** Decomposes the matrix of a drag; `origin` is the gizmo's position. Returns null without a change. */
export function readDrag(delta: Matrix4, origin: Vector3): DragReadout | null {
  const turn = new Quaternion();
  const scale = new Vector3();
  delta.decompose(new Vector3(), turn, scale);
  const factors = scale.toArray();
  if (factors.some((factor) => Math.abs(factor - 1) > NOTHING)) {
    return { kind: 'scaled', by: factors };
  }
  const angle = 2 * Math.acos(Math.min(Math.abs(turn.w), 1));
  if (angle > NOTHING) {
    return { kind: 'turned', angle };
  }
  const moved = origin.clone().applyMatrix4(delta).sub(origin);
  return moved.length() > NOTHING ? { kind: 'moved', by: moved.toArray(), far: moved.length() } : null;
}
