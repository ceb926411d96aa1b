import { Vector3 } from 'three';
import type { View } from '../../scene/framing.ts';

const UP = new Vector3(0, 1, 0);

/** View after a share (0 to 1) of a whole turn around its target; the height stays the same. */
export function turnAround({ position, target }: View, share: number): View {
  const arm = position
    .clone()
    .sub(target)
    .applyAxisAngle(UP, share * 2 * Math.PI);
  return { position: arm.add(target), target: target.clone() };
}
