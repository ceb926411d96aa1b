import { isInside } from '@diorama/shared/scene/nodes/floor/area.ts';
import { Quaternion, Vector3 } from 'three';
import { distanceToSegment, type Point } from './geometry.ts';

/** Transform mode of the gizmo. */
export type GizmoMode = 'translate' | 'rotate' | 'scale';

/** Handles of the gizmo. `view` is the outer ring, `center` moves or scales in all directions. */
export type HandleId = 'x' | 'y' | 'z' | 'xy' | 'yz' | 'xz' | 'center' | 'view';

/** Placement of the gizmo: `size` is the length of an arrow in metres, `eye` the direction to the camera. */
export type GizmoFrame = { origin: Vector3; rotation: Quaternion; size: number; eye: Vector3 };

type Axis = 'x' | 'y' | 'z';

/** Dimensions of the gizmo in arrow lengths, for drawing and hit testing. */
export const GIZMO = {
  arrow: { from: 0.16, to: 1 },
  plane: { from: 0.3, to: 0.5 },
  ring: 0.92,
  viewRing: 1.12,
  center: 0.14,
} as const;

const RING_STEPS = 48;
/** Hit distance inside a plane handle in pixels, so that an arrow in front of it has priority. */
const PLANE_DISTANCE = 4;

/** Axis along which a handle moves or about which it rotates. */
export const AXIS_VECTORS: Readonly<Record<Axis, Vector3>> = {
  x: new Vector3(1, 0, 0),
  y: new Vector3(0, 1, 0),
  z: new Vector3(0, 0, 1),
};

/** Handles of each mode, in order of priority at equal distance. */
export const HANDLES: Readonly<Record<GizmoMode, readonly HandleId[]>> = {
  translate: ['center', 'xy', 'yz', 'xz', 'x', 'y', 'z'],
  rotate: ['x', 'y', 'z', 'view'],
  scale: ['center', 'x', 'y', 'z'],
};

/** Axes of a handle: one, two for a plane, all three for the centre. */
export function axesOf(handle: HandleId): readonly Axis[] {
  switch (handle) {
    case 'center':
      return ['x', 'y', 'z'];
    case 'view':
      return [];
    default:
      // The other names consist of their axes.
      return [...handle] as Axis[];
  }
}

/** Normal of a plane handle or a ring, in world space. */
export function normalOf(handle: HandleId, { rotation, eye }: GizmoFrame): Vector3 {
  const names: Partial<Record<HandleId, Axis>> = { yz: 'x', xz: 'y', xy: 'z', x: 'x', y: 'y', z: 'z' };
  const axis = names[handle];
  return axis ? AXIS_VECTORS[axis].clone().applyQuaternion(rotation) : eye.clone();
}

/** Handle at a screen point, or null. `reach` is the largest distance in pixels. */
export function hitGizmo(args: {
  mode: GizmoMode;
  frame: GizmoFrame;
  project: (point: Vector3) => Point;
  point: Point;
  reach: number;
}): HandleId | null {
  let best: { handle: HandleId; distance: number } | null = null;
  for (const handle of HANDLES[args.mode]) {
    const distance = distanceOf(handle, args);
    if (distance <= args.reach && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
      best = { handle, distance };
    }
  }
  return best?.handle ?? null;
}

/** Points of a ring about an axis, in the frame's space. */
function ringPoints(axis: Vector3, radius: number): Vector3[] {
  const turn = new Quaternion().setFromUnitVectors(AXIS_VECTORS.z, axis);
  return Array.from({ length: RING_STEPS + 1 }, (_, i) => {
    const angle = (i / RING_STEPS) * 2 * Math.PI;
    return new Vector3(Math.cos(angle), Math.sin(angle), 0).multiplyScalar(radius).applyQuaternion(turn);
  });
}

type HitArgs = Parameters<typeof hitGizmo>[0];

function distanceOf(handle: HandleId, args: HitArgs): number {
  const { mode, frame, project, point } = args;
  const at = (own: Vector3) =>
    project(own.clone().multiplyScalar(frame.size).applyQuaternion(frame.rotation).add(frame.origin));
  if (handle === 'center') {
    const middle = at(new Vector3());
    const pixels = Math.hypot(middle.x - point.x, middle.y - point.y);
    // The centre is a disc: points inside it are hits.
    return Math.max(pixels - radiusInPixels(args), 0);
  }
  if (mode === 'rotate') {
    return distanceToRing(handle, args);
  }
  const axes = axesOf(handle);
  if (axes.length === 2) {
    const corners = planeCorners(axes).map(at);
    const outline = corners.map(({ x, y }): [number, number] => [x, y]);
    return isInside(outline, [point.x, point.y]) ? PLANE_DISTANCE : Number.POSITIVE_INFINITY;
  }
  const [axis = 'x'] = axes;
  const along = (share: number) => at(AXIS_VECTORS[axis].clone().multiplyScalar(share));
  return distanceToSegment(point, along(GIZMO.arrow.from), along(GIZMO.arrow.to));
}

function radiusInPixels({ frame, project }: HitArgs): number {
  const side = new Vector3(0, 1, 0).cross(frame.eye);
  const across = side.lengthSq() < 1e-6 ? new Vector3(1, 0, 0) : side.normalize();
  const middle = project(frame.origin);
  const edge = project(frame.origin.clone().addScaledVector(across, frame.size * GIZMO.center));
  return Math.hypot(edge.x - middle.x, edge.y - middle.y);
}

function planeCorners([a = 'x', b = 'y']: readonly Axis[]): Vector3[] {
  const { from, to } = GIZMO.plane;
  const corners: [number, number][] = [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
  ];
  return corners.map(([s, t]) =>
    AXIS_VECTORS[a].clone().multiplyScalar(s).addScaledVector(AXIS_VECTORS[b], t),
  );
}

function distanceToRing(handle: HandleId, { frame, project, point }: HitArgs): number {
  const normal = normalOf(handle, frame);
  const radius = (handle === 'view' ? GIZMO.viewRing : GIZMO.ring) * frame.size;
  const points = ringPoints(normal, radius);
  let nearest = Number.POSITIVE_INFINITY;
  for (const [i, to] of points.entries()) {
    const from = points[i - 1];
    // The back half of a ring is not drawn, so it takes no hits.
    const isFront = handle === 'view' || to.dot(frame.eye) > -0.02 * radius;
    if (from && isFront) {
      const ends = [from, to].map((end) => project(end.clone().add(frame.origin)));
      nearest = Math.min(nearest, distanceToSegment(point, ends[0] ?? point, ends[1] ?? point));
    }
  }
  return nearest;
}
