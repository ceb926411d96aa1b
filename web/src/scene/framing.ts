import { type Box3, MathUtils, Sphere, Vector3 } from 'three';

/** A view: eye position and target, in metres. */
export type View = { position: Vector3; target: Vector3 };

/**
 * A view with its vertical angle in degrees. `originalFov` is the angle of the view that it replaces from further away.
 * `aspect` is that of the frame that is shown whole.
 */
export type LensView = View & { fov: number; originalFov?: number; aspect?: number };

/** Distance between a view's position and that of the original view, in metres. */
export function metresBehind({ position, target, fov, originalFov = fov }: LensView): number {
  const height = (angle: number) => Math.tan(MathUtils.degToRad(angle) / 2);
  return Math.max(0, position.distanceTo(target) * (1 - height(fov) / height(originalFov)));
}

/** Covered margin of each side of a viewport, in CSS pixels. */
export type Insets = { top: number; right: number; bottom: number; left: number };

/** Size of a viewport and its covered margins, in CSS pixels. */
export type Frame = { width: number; height: number; insets: Insets };

/** Projection for framing: vertical angle in degrees, and width by height. */
type Lens = { fov: number; aspect: number };

/** Insets of an uncovered viewport. */
export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/**
 * A document's view is a frame of this aspect, width by height, as high as its angle: every surface shows it whole
 * in its free area, as large as it fits, and more of the scene around it. Content may need another aspect
 * (`contentAspect`).
 */
export const FRAME_ASPECT = 4 / 3;

/** Padding of a framed box, as a factor of its size. */
const PADDING = 1.15;
/** Smallest size that is framed, in metres. */
const SPECK = 1e-5;
const RADIUS_OF_SPECKS = 0.05;
/** Minimum share of a side that counts as free, so that covered viewports do not shrink the scene to a dot. */
const MIN_FREE = 0.3;
/** Limit of the vertical angle, in degrees, as wider ones distort the scene. */
const WIDEST_FOV = 120;

/** Centre and size of the uncovered part of a viewport, in CSS pixels. */
export function freeArea({ width, height, insets }: Frame): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
  const freeWidth = width - insets.left - insets.right;
  const freeHeight = height - insets.top - insets.bottom;
  return {
    x: freeWidth < width * MIN_FREE ? width / 2 : insets.left + freeWidth / 2,
    y: freeHeight < height * MIN_FREE ? height / 2 : insets.top + freeHeight / 2,
    width: Math.max(freeWidth, width * MIN_FREE, 1),
    height: Math.max(freeHeight, height * MIN_FREE, 1),
  };
}

/**
 * Ratio between the viewport's height and that of a document's view fitted into its free area: 1 in a wide, uncovered
 * viewport.
 */
export function frameFactor(frame: Frame, aspect = FRAME_ASPECT): number {
  const free = freeArea(frame);
  return Math.max(frame.height / free.height, (aspect * frame.height) / free.width);
}

/** Vertical angle, in degrees, at which a viewport shows a document's view of `fov` degrees. */
export function viewportFov(fov: number, frame: Frame, aspect = FRAME_ASPECT): number {
  const half = Math.tan(MathUtils.degToRad(fov) / 2) * frameFactor(frame, aspect);
  return Math.min(MathUtils.radToDeg(2 * Math.atan(half)), Math.max(WIDEST_FOV, fov));
}

/** Projection of the free area of a viewport. */
export function freeLens(fov: number, frame: Frame, aspect = FRAME_ASPECT): Lens {
  const free = freeArea(frame);
  const half =
    Math.tan(MathUtils.degToRad(viewportFov(fov, frame, aspect)) / 2) * (free.height / frame.height);
  return { fov: MathUtils.radToDeg(2 * Math.atan(half)), aspect: free.width / free.height };
}

/**
 * View that fits a box, centred.
 * @param from - direction from the target to the eye
 */
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

/** Smallest squared sine of the angle to the vertical at which a view has a defined side. */
const STRAIGHT = 1e-12;

/** Unit vectors of a view: to its target, to the right and up. Straight from above or below, right is along x. */
export function viewAxesOf({ position, target }: View): { forward: Vector3; right: Vector3; up: Vector3 } {
  const forward = target.clone().sub(position).normalize();
  const right = forward.clone().cross(new Vector3(0, 1, 0));
  if (right.lengthSq() < STRAIGHT) {
    right.set(1, 0, 0);
  }
  right.normalize();
  return { forward, right, up: right.clone().cross(forward) };
}

/** Box that limits panning: the scene and its view's target, with a margin as large as the scene. */
export function roomAround(bounds: Box3, target: Vector3): Box3 {
  return bounds.clone().expandByPoint(target).expandByScalar(bounds.getSize(new Vector3()).length());
}

/** Near plane's share of the distance to the target. */
const NEAREST = 0.1;

/**
 * Near and far planes that include a box, with a margin, and the target at `distance` metres, for a scene of any
 * size.
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
  // A scene of millimetres is viewed from closer than a near plane for one of metres allows.
  const far = Math.max(furthest * 4, Math.min(100, Math.max(sphere.radius, SPECK) * 10_000));
  // A 24-bit depth buffer resolves millimetres at arm's length while far is at most about 5,000 times near. The near
  // plane is never at the eye, so an eye inside the box still works.
  return { near: Math.min(far / 5_000, 1, Math.max(distance * NEAREST, SPECK)), far };
}
