import { type Box3, MathUtils, Sphere, Vector3 } from 'three';

/** A view: where from, and at what. Metres. */
export type View = { position: Vector3; target: Vector3 };

/**
 * A view with its vertical angle in degrees; `meantFov` is that of the view it stands for, where it shows as much from
 * further away.
 */
export type LensView = View & { fov: number; meantFov?: number };

/** By how many metres a view is further away than the one that it stands for. */
export function metresBehind({ position, target, fov, meantFov = fov }: LensView): number {
  const height = (angle: number) => Math.tan(MathUtils.degToRad(angle) / 2);
  return Math.max(0, position.distanceTo(target) * (1 - height(fov) / height(meantFov)));
}

/** How much of each side of a viewport lies below other things, in CSS pixels. */
export type Insets = { top: number; right: number; bottom: number; left: number };

/** A viewport and what of it is free to be looked at, in CSS pixels. */
export type Frame = { width: number; height: number; insets: Insets };

/** What decides how far away a thing must be to be seen whole: vertical angle in degrees, width by height. */
export type Lens = { fov: number; aspect: number };

/** Nothing lies over a viewport. */
export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/**
 * A document's view is a frame of this shape, width by height, as high as its angle: every surface shows it whole in
 * its free area, as large as it fits, and more of the scene around it.
 */
export const FRAME_ASPECT = 1.25;

/** Room around a thing that is brought into view, as a factor of its size. */
const PADDING = 1.15;
/** What is smaller than a speck, in metres, has no size to be framed by. */
const SPECK = 1e-5;
const RADIUS_OF_SPECKS = 0.05;
/** However little is free, this share of a side counts as free, so that nothing shrinks to a dot. */
const LEAST_FREE = 0.3;
/** A wider lens than this, in degrees, shows more distortion than scene. */
const WIDEST_FOV = 120;

/** What is free of a viewport: its middle and its size, in CSS pixels. */
export function freeArea({ width, height, insets }: Frame): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
  const freeWidth = width - insets.left - insets.right;
  const freeHeight = height - insets.top - insets.bottom;
  return {
    x: freeWidth < width * LEAST_FREE ? width / 2 : insets.left + freeWidth / 2,
    y: freeHeight < height * LEAST_FREE ? height / 2 : insets.top + freeHeight / 2,
    width: Math.max(freeWidth, width * LEAST_FREE, 1),
    height: Math.max(freeHeight, height * LEAST_FREE, 1),
  };
}

/**
 * How many times as high as a document's view the whole viewport is, so that the view is seen whole in its free area:
 * 1 in a wide viewport that nothing covers.
 */
export function frameFactor(frame: Frame): number {
  const free = freeArea(frame);
  return Math.max(frame.height / free.height, (FRAME_ASPECT * frame.height) / free.width);
}

/** The vertical angle, in degrees, at which a viewport shows a document's view of `fov` degrees. */
export function viewportFov(fov: number, frame: Frame): number {
  const half = Math.tan(MathUtils.degToRad(fov) / 2) * frameFactor(frame);
  return Math.min(MathUtils.radToDeg(2 * Math.atan(half)), Math.max(WIDEST_FOV, fov));
}

/** The lens through which the free area of a viewport is seen. */
export function freeLens(fov: number, frame: Frame): Lens {
  const free = freeArea(frame);
  const half = Math.tan(MathUtils.degToRad(viewportFov(fov, frame)) / 2) * (free.height / frame.height);
  return { fov: MathUtils.radToDeg(2 * Math.atan(half)), aspect: free.width / free.height };
}

/** A view of a box, whole and in the middle, from the direction `from` points in (from the target to the eye). */
export function frameBox(box: Box3, from: Vector3, { fov, aspect }: Lens): View {
  const sphere = box.isEmpty() ? new Sphere(new Vector3(), 1) : box.getBoundingSphere(new Sphere());
  const radius = sphere.radius < SPECK ? RADIUS_OF_SPECKS : sphere.radius;
  const vertical = MathUtils.degToRad(fov) / 2;
  const narrower = Math.min(vertical, Math.atan(Math.tan(vertical) * aspect));
  const distance = (radius * PADDING) / Math.sin(narrower);
  const direction = from.lengthSq() > 0 ? from.clone().normalize() : new Vector3(0.5, 0.4, 0.8).normalize();
  return {
    position: sphere.center.clone().addScaledVector(direction, distance),
    target: sphere.center.clone(),
  };
}

/** How far the target of a view may be panned: around the scene and what its view looks at, with room as large as the scene. */
export function roomAround(bounds: Box3, target: Vector3): Box3 {
  return bounds.clone().expandByPoint(target).expandByScalar(bounds.getSize(new Vector3()).length());
}

/** Nearer to the eye than this share of the way to what is looked at nothing need be seen. */
const NEAREST = 0.1;

/**
 * Where a camera's clipping planes should lie to see a box from a point, with room around it, and what is looked at from
 * `distance` metres, however large the box is.
 */
export function clipPlanes(
  box: Box3,
  eye: Vector3,
  distance = Number.POSITIVE_INFINITY,
): { near: number; far: number } {
  if (box.isEmpty()) {
    return { near: 0.01, far: 1000 };
  }
  const sphere = box.getBoundingSphere(new Sphere());
  const furthest = sphere.center.distanceTo(eye) + sphere.radius;
  // A scene of millimetres is looked at from nearer than a near plane for one of metres would let be seen.
  const far = Math.max(furthest * 4, Math.min(100, Math.max(sphere.radius, SPECK) * 10_000));
  // 24 bits of depth tell millimetres apart at arm's length while far is not more than some 5,000 times near.
  // An eye that stands in what it looks at sees all the same: there is no plane at the eye itself.
  return { near: Math.min(far / 5_000, 1, Math.max(distance * NEAREST, SPECK)), far };
}
