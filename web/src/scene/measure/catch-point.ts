import { type Box3, Plane, type Ray, Vector3 } from 'three';
import type { MeasurePoint } from './measure.ts';
import { type SnapKind, snapPoint } from './measure-snap.ts';

/** A point on a screen, in CSS pixels. */
export type Point = { x: number; y: number };

/** What a pointer has caught. */
export type Caught = MeasurePoint & { kind: SnapKind };

/** A surface that a ray meets; `triangle` is null for what has no corners to catch. */
export type MetSurface = {
  id: string;
  point: Vector3;
  normal: Vector3;
  triangle: readonly Vector3[] | null;
};

/** What catching asks of whoever shows the scene. */
export type CatchMeans = {
  /** The ray that is seen as a point of the screen. */
  rayAt: (at: Point) => Ray;
  /** The nearest surface along a ray. */
  hit: (ray: Ray) => MetSurface | undefined;
  /** The bounds of a thing in the scene. */
  boundsOf: (id: string) => Box3;
  /** Where a point is seen; `depth` is beyond ±1 for what cannot be seen. */
  project: (point: Vector3) => Point & { depth: number };
  /** Where the view is from. */
  eye: () => Vector3;
  /** Where a point is seen from, which without perspective is straight before it. */
  eyeOf: (point: Vector3) => Vector3;
  /** How long a pixel is at a point. */
  metresPerPixel: (point: Vector3) => number;
};

/** How near in CSS pixels a corner, an edge or an anchor is caught. */
const REACH = 12;
/** How far behind what was hit an anchor may lie, in pixels of its distance: an edge seen from the side goes back. */
const BEHIND = 40;
const SIDES = [-1, 1] as const;
/** From the middle of a box to its corners and the middles of its faces. */
const WAYS = [
  ...SIDES.flatMap((x) => SIDES.flatMap((y) => SIDES.map((z) => new Vector3(x, y, z)))),
  ...SIDES.flatMap((side) => [0, 1, 2].map((axis) => new Vector3().setComponent(axis, side))),
];
const UP = new Vector3(0, 1, 0);
/** The ground is measured on no further from the eye than this, in metres; beyond it a pixel is a field. */
const FURTHEST_GROUND = 200;
/** Where else to look for things, in shares of the reach. */
const BESIDE = [
  [-0.7, -0.7],
  [0.7, -0.7],
  [-0.7, 0.7],
  [0.7, 0.7],
] as const;

/**
 * What a pointer catches: a corner, an edge or an anchor of what is under it, else the surface there, else the ground.
 * Null where there is nothing.
 */
export function catchPoint(means: CatchMeans, at: Point): (Caught & { isGround: boolean }) | null {
  const ray = means.rayAt(at);
  const [hit, ...beside] = placesAround(at, REACH).map((place) => means.hit(means.rayAt(place)));
  const targets = [hit, ...beside].flatMap((one) =>
    one ? [{ corners: one.triangle ?? [], anchors: anchorsOf(means, one), normal: one.normal }] : [],
  );
  const snap = snapPoint(targets, { at, ray, reach: REACH, project: means.project });
  if (snap) {
    return { kind: snap.kind, point: snap.point, normal: snap.target.normal, isGround: false };
  }
  if (hit) {
    return { kind: 'surface', point: hit.point, normal: hit.normal, isGround: false };
  }
  const ground = ray.intersectPlane(new Plane(UP), new Vector3());
  const isNear = ground && ground.distanceTo(means.eye()) <= FURTHEST_GROUND;
  return isNear ? { kind: 'surface', point: ground, normal: UP.clone(), isGround: true } : null;
}

/** A point and the places `reach` pixels beside it: corners and edges are caught from beside a thing as well. */
export function placesAround(at: Point, reach: number): Point[] {
  return [at, ...BESIDE.map(([x, y]) => ({ x: at.x + x * reach, y: at.y + y * reach }))];
}

/** Corners of the box around a thing and middles of its faces, but for those behind what was hit. */
function anchorsOf({ boundsOf, eyeOf, metresPerPixel }: CatchMeans, hit: MetSurface): Vector3[] {
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
