import { type Box3, Plane, type Ray, Vector3 } from 'three';
import type { MeasurePoint } from './measure.ts';
import { type SnapKind, snapPoint } from './measure-snap.ts';

/** A point on a screen, in CSS pixels. */
export type Point = { x: number; y: number };

/** Snapped point of a pointer. */
export type SnappedPoint = MeasurePoint & { kind: SnapKind };

/** Intersection of a ray with a surface; `triangle` is null where there are no corners to snap to. */
type HitSurface = { id: string; point: Vector3; normal: Vector3; triangle: readonly Vector3[] | null };

/** Scene queries needed for snapping. */
type SurfaceSnapContext = {
  /** Camera ray through a point of the screen. */
  rayAt: (at: Point) => Ray;
  /** Nearest surface along a ray. */
  hit: (ray: Ray) => HitSurface | undefined;
  /** Bounding box of a node in world space. */
  boundsOf: (id: string) => Box3;
  /** Projects a point; `depth` is beyond ±1 outside the clipping planes. */
  project: (point: Vector3) => Point & { depth: number };
  /** Position of the camera. */
  eye: () => Vector3;
  /** Eye of a point; for an orthographic camera straight in front of it. */
  eyeOf: (point: Vector3) => Vector3;
  /** Size of a pixel at a point, in metres. */
  metresPerPixel: (point: Vector3) => number;
};

/** Snap distance of corners, edges and anchors, in CSS pixels. */
const REACH = 12;
/**
 * Distance behind the hit surface within which anchors count, in pixels at its depth: an edge seen from the side
 * recedes.
 */
const BEHIND = 40;
const SIDES = [-1, 1] as const;
/** Directions from the centre of a box to its corners and the centres of its faces. */
const WAYS = [
  ...SIDES.flatMap((x) => SIDES.flatMap((y) => SIDES.map((z) => new Vector3(x, y, z)))),
  ...SIDES.flatMap((side) => [0, 1, 2].map((axis) => new Vector3().setComponent(axis, side))),
];
const UP = new Vector3(0, 1, 0);
/** Largest distance of points on the ground from the eye, in metres; beyond it a pixel covers metres of ground. */
const FURTHEST_GROUND = 200;
/** Offsets of additional rays, as shares of the snap distance. */
const BESIDE = [
  [-0.7, -0.7],
  [0.7, -0.7],
  [-0.7, 0.7],
  [0.7, 0.7],
] as const;

/**
 * Snaps a pointer to a corner, an edge or an anchor under it, else to the surface there, else to the ground.
 * Null if there is none.
 */
export function snapToSurface(
  context: SurfaceSnapContext,
  at: Point,
): (SnappedPoint & { isGround: boolean }) | null {
  const ray = context.rayAt(at);
  const [hit, ...beside] = placesAround(at, REACH).map((place) => context.hit(context.rayAt(place)));
  const targets = [hit, ...beside].flatMap((one) =>
    one ? [{ corners: one.triangle ?? [], anchors: anchorsOf(context, one), normal: one.normal }] : [],
  );
  const snap = snapPoint(targets, { at, ray, reach: REACH, project: context.project });
  if (snap) {
    return { kind: snap.kind, point: snap.point, normal: snap.target.normal, isGround: false };
  }
  if (hit) {
    return { kind: 'surface', point: hit.point, normal: hit.normal, isGround: false };
  }
  const ground = ray.intersectPlane(new Plane(UP), new Vector3());
  const isNear = ground && ground.distanceTo(context.eye()) <= FURTHEST_GROUND;
  return isNear ? { kind: 'surface', point: ground, normal: UP.clone(), isGround: true } : null;
}

/** A point and its neighbours at `reach` pixels: corners and edges snap from beside a node as well. */
export function placesAround(at: Point, reach: number): Point[] {
  return [at, ...BESIDE.map(([x, y]) => ({ x: at.x + x * reach, y: at.y + y * reach }))];
}

/** Corners and face centres of a node's bounding box, without those behind the hit surface. */
function anchorsOf({ boundsOf, eyeOf, metresPerPixel }: SurfaceSnapContext, hit: HitSurface): Vector3[] {
  const box = boundsOf(hit.id);
  if (box.isEmpty()) {
    return [];
  }
  const eye = eyeOf(hit.point);
  const furthest = hit.point.distanceTo(eye) + metresPerPixel(hit.point) * BEHIND;
  const middle = box.getCenter(new Vector3());
  const half = box.getSize(new Vector3()).divideScalar(2);
  return WAYS.map((way) => way.clone().multiply(half).add(middle)).filter(
    (anchor) => anchor.distanceTo(eye) <= furthest,
  );
}
