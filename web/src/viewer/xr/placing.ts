import { Matrix4, Quaternion, Vector3 } from 'three';

/** Kind of surface that carries a scene. */
export type Support = 'floor' | 'wall';

/** Placement of a scene in a room: in metres, in radians about the vertical, and as a factor of its true size. */
export type Placing = { position: Vector3; yaw: number; scale: number };

/** A point on a surface of the room, with its normal. */
export type Spot = { point: Vector3; normal: Vector3 };

/** Permitted changes besides moving. */
export type Freedom = { turns: boolean; resizes: boolean };

/** Limits as factors of the true size. */
const SMALLEST = 0.01;
const LARGEST = 20;
/** Upward component of a normal above which a surface is a floor, and below which it is a wall. */
const LEVEL = 0.8;
const UPRIGHT = 0.4;
const UP = new Vector3(0, 1, 0);

/** Whether a surface with the normal can carry a scene of this kind. */
export function supports(support: Support, { y }: Vector3): boolean {
  return support === 'floor' ? y >= LEVEL : Math.abs(y) <= UPRIGHT;
}

/**
 * Places a scene on a spot in its true size. On the floor, its direction `front` (radians about the vertical) turns
 * towards `eye`; on a wall it faces the room.
 */
export function placeAt(
  { point, normal }: Spot,
  { support, eye, front }: { support: Support; eye: Vector3; front: number },
): Placing {
  const yaw =
    support === 'wall'
      ? Math.atan2(normal.x, normal.z)
      : Math.atan2(eye.x - point.x, eye.z - point.z) - front;
  return { position: point.clone(), yaw, scale: 1 };
}

/** Turns a scene about the vertical, by radians. */
export function turned(placing: Placing, angle: number): Placing {
  return { ...placing, yaw: placing.yaw + angle };
}

/** Sets a scene's size as a factor of its true size, within limits. */
export function resized(placing: Placing, scale: number): Placing {
  return { ...placing, scale: Math.min(Math.max(scale, SMALLEST), LARGEST) };
}

/** Moves a scene with its held points: one point moves it, two also turn and scale it, as far as `freedom` permits. */
export function pulled(
  placing: Placing,
  from: readonly Vector3[],
  to: readonly Vector3[],
  { turns, resizes }: Freedom,
): Placing {
  const [fromA, fromB] = from;
  const [toA, toB] = to;
  if (!fromA || !toA) {
    return placing;
  }
  if (!fromB || !toB) {
    return { ...placing, position: placing.position.clone().add(toA).sub(fromA) };
  }
  const before = fromB.clone().sub(fromA);
  const after = toB.clone().sub(toA);
  const angle = turns ? Math.atan2(after.x, after.z) - Math.atan2(before.x, before.z) : 0;
  const factor = resizes && before.lengthSq() > 0 ? after.length() / before.length() : 1;
  const next = resized(turned(placing, angle), placing.scale * factor);
  // About the midpoint between the two, so that each point stays below its finger.
  const arm = placing.position
    .clone()
    .sub(middle(fromA, fromB))
    .applyAxisAngle(UP, angle)
    .multiplyScalar(next.scale / placing.scale);
  return { ...next, position: middle(toA, toB).add(arm) };
}

/** Matrix from the scene's space to the room's; `base` is the scene's point at its position. */
export function intoRoom({ position, yaw, scale }: Placing, base: Vector3): Matrix4 {
  return new Matrix4()
    .compose(position, new Quaternion().setFromAxisAngle(UP, yaw), new Vector3(scale, scale, scale))
    .multiply(new Matrix4().makeTranslation(base.clone().negate()));
}

function middle(a: Vector3, b: Vector3): Vector3 {
  return a.clone().add(b).multiplyScalar(0.5);
}
