import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import { type Box3, MathUtils, Vector3 } from 'three';
import { FRAME_ASPECT, type View } from './framing.ts';

/** The corners of a box reach further than the surface in it. */
const TOLERANCE = 1.15;
/** Aspect of the widest usual screen. */
const WIDEST = 16 / 9;

/** How much of a view's frame a box takes. */
export type ViewCoverage = {
  /** Whether a wide screen shows the whole box. */
  isWhole: boolean;
  /** Whether the eye is inside the box, as in a room. */
  isInside: boolean;
  /** Larger share of the frame's width and height, 0 for a box behind the eye. */
  share: number;
};

/** Measures a box in a view; `fov` is its vertical angle in degrees. */
export function viewCoverage(
  { position, target, fov, projection }: View & Pick<SceneCamera, 'fov' | 'projection'>,
  box: Box3,
): ViewCoverage {
  const forward = target.clone().sub(position).normalize();
  const right = forward.clone().cross(new Vector3(0, 1, 0));
  if (right.lengthSq() === 0) {
    right.set(1, 0, 0);
  }
  right.normalize();
  const up = right.clone().cross(forward);
  const half = Math.tan(MathUtils.degToRad(fov) / 2);
  const xs: number[] = [];
  const ys: number[] = [];
  for (const corner of cornersOf(box)) {
    const way = corner.sub(position);
    const depth = projection === 'orthographic' ? position.distanceTo(target) : way.dot(forward);
    if (depth > 0) {
      xs.push(way.dot(right) / (depth * half));
      ys.push(way.dot(up) / (depth * half));
    }
  }
  const isAhead = xs.length === 8;
  const most = (values: number[]) => Math.max(...values.map(Math.abs));
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values);
  return {
    isWhole: isAhead && most(xs) <= WIDEST * TOLERANCE && most(ys) <= TOLERANCE,
    isInside: box.containsPoint(position),
    share: xs.length === 0 ? 0 : Math.max(extent(xs) / (2 * FRAME_ASPECT), extent(ys) / 2),
  };
}

function cornersOf({ min, max }: Box3): Vector3[] {
  return Array.from(
    { length: 8 },
    (_, at) => new Vector3(at & 1 ? max.x : min.x, at & 2 ? max.y : min.y, at & 4 ? max.z : min.z),
  );
}
