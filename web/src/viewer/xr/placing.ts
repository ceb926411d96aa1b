import { Matrix4, Quaternion, Vector3 } from 'three';

/** What a scene is put on. */
export type Support = 'floor' | 'wall';

/** Where in a room a scene stands: in metres, in radians about the vertical, in times its true size. */
export type Placing = { position: Vector3; yaw: number; scale: number };

/** A point of a surface of the room, and which way the surface looks. */
export type Spot = { point: Vector3; normal: Vector3 };

/** What may be done to a scene besides moving it. */
export type Freedom = { turns: boolean; resizes: boolean };

/** In times the true size. */
const SMALLEST = 0.01;
const LARGEST = 20;
/** What looks up at least this much can be stood on, and what does so no more than the other is a wall. */
const LEVEL = 0.8;
const UPRIGHT = 0.4;
const UP = new Vector3(0, 1, 0);

/** Whether a surface that looks along `normal` can hold a scene that goes there. */
export function supports(support: Support, { y }: Vector3): boolean {
  return support === 'floor' ? y >= LEVEL : Math.abs(y) <= UPRIGHT;
}

/**
 * Puts a scene on a spot in its true size. On the floor it turns to `eye`, the point it is looked at from, what lies in
 * its own direction `front` (radians about the vertical); on a wall it looks out into the room.
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

/** Gives a scene another size, in times its true one, as far as that is of use. */
export function resized(placing: Placing, scale: number): Placing {
  return { ...placing, scale: Math.min(Math.max(scale, SMALLEST), LARGEST) };
}

/**
 * Moves a scene as the points of its support do that it is held at: one moves it, two turn it and change its size as well,
 * as far as `freedom` goes.
 */
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
  // About the middle between the two, so that each stays below its finger.
  const arm = placing.position
    .clone()
    .sub(middle(fromA, fromB))
    .applyAxisAngle(UP, angle)
    .multiplyScalar(next.scale / placing.scale);
  return { ...next, position: middle(toA, toB).add(arm) };
}

/** From the scene's own space into the room's; `base` is the point of the scene that stands where it was put. */
export function intoRoom({ position, yaw, scale }: Placing, base: Vector3): Matrix4 {
  return new Matrix4()
    .compose(position, new Quaternion().setFromAxisAngle(UP, yaw), new Vector3(scale, scale, scale))
    .multiply(new Matrix4().makeTranslation(base.clone().negate()));
}

function middle(a: Vector3, b: Vector3): Vector3 {
  return a.clone().add(b).multiplyScalar(0.5);
}
