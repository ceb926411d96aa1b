import { type Matrix4, Quaternion, Vector3 } from 'three';

/** What a drag has come to, in words: how far along each axis in metres, by which angle in radians, or by which factors. */
export type DragReadout =
  | { kind: 'moved'; by: readonly [number, number, number]; far: number }
  | { kind: 'turned'; angle: number }
  | { kind: 'scaled'; by: readonly [number, number, number] };

/** Less than this is nothing, in metres, radians and factors. */
const NOTHING = 1e-6;

/** Reads a drag's matrix; `origin` is where its handles stood. Null for one that has done nothing. */
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
