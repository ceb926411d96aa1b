import { type Box3, MathUtils, Sphere, Vector3 } from 'three';

/** A view: where from, and at what. Metres. */
export type View = { position: Vector3; target: Vector3 };

/** What decides how far away a thing must be to be seen whole: vertical angle in degrees, width by height. */
export type Lens = { fov: number; aspect: number };

const MARGIN = 1.15;
const SMALLEST_RADIUS = 0.05;

/** A view of a box, whole and in the middle, from the direction `from` points in (from the target to the eye). */
export function frameBox(box: Box3, from: Vector3, { fov, aspect }: Lens): View {
  const sphere = box.isEmpty() ? new Sphere(new Vector3(), 1) : box.getBoundingSphere(new Sphere());
  const radius = Math.max(sphere.radius, SMALLEST_RADIUS);
  const vertical = MathUtils.degToRad(fov) / 2;
  const narrower = Math.min(vertical, Math.atan(Math.tan(vertical) * aspect));
  const distance = (radius * MARGIN) / Math.sin(narrower);
  const direction = from.lengthSq() > 0 ? from.clone().normalize() : new Vector3(0.5, 0.4, 0.8).normalize();
  return {
    position: sphere.center.clone().addScaledVector(direction, distance),
    target: sphere.center.clone(),
  };
}

/** Where a camera's clipping planes should lie to see a box from a point, with room around it. */
export function clipPlanes(box: Box3, eye: Vector3): { near: number; far: number } {
  if (box.isEmpty()) {
    return { near: 0.01, far: 1000 };
  }
  const sphere = box.getBoundingSphere(new Sphere());
  const furthest = sphere.center.distanceTo(eye) + sphere.radius;
  const far = Math.max(furthest * 4, 100);
  // 24 bits of depth tell millimetres apart at arm's length while far is not more than some 5,000 times near.
  return { near: Math.min(Math.max(far / 5_000, 0.002), 1), far };
}

/** The narrowest viewport, width by height, in which a document's camera is taken as it is. */
const FITTING_ASPECT = 1.25;
const FURTHEST = 3;

/**
 * How much further away a camera must stand in a narrow viewport (a phone held upright) to show from side to side what
 * its author saw: 1 where it is wide enough.
 */
export function distanceFactor(aspect: number): number {
  return Math.min(Math.max(FITTING_ASPECT / aspect, 1), FURTHEST);
}
