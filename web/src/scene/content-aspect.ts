import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import { type Box3, MathUtils, Vector3 } from 'three';
import { FRAME_ASPECT, type View, viewAxesOf } from './framing.ts';

/** A view whose content is measured; `fov` is its vertical angle in degrees. */
export type MeasuredView = View & Pick<SceneCamera, 'fov' | 'projection'>;

/** Aspect of the widest usual screen. Content that is whole in it should be visible. */
const WIDEST = 16 / 9;
/** The corners of a box reach further than the surface in it. */
const TOLERANCE = 1.15;
/** Number of corners of a box. */
const CORNERS = 8;
/** Space beside the content, as a factor of its width. */
const PADDING = 1.04;

/**
 * Returns the aspect of the frame around a view's middle that shows whole all nodes which a wide screen shows whole.
 * Nodes that even a wide screen cuts, such as the floor and the walls around the eye, widen the frame to
 * {@link FRAME_ASPECT} at most.
 * @param boxes - bounds of the visible nodes
 */
export function contentAspect(view: MeasuredView, boxes: Iterable<Box3>): number {
  const measure = measureIn(view);
  let aspect = 0;
  for (const box of boxes) {
    if (box.isEmpty()) {
      continue;
    }
    const measured = measure(box);
    const { x, y, ahead } = measured;
    // A box around the eye reaches past each side of the view.
    const isAround = ahead > 0 && ahead < CORNERS;
    const reach = isAround ? Number.POSITIVE_INFINITY : Math.max(x.max, -x.min);
    if (isWhole(measured)) {
      aspect = Math.max(aspect, reach);
    } else if (isAround || (x.min < WIDEST && x.max > -WIDEST && y.min < 1 && y.max > -1)) {
      aspect = Math.max(aspect, Math.min(reach, FRAME_ASPECT / PADDING));
    }
  }
  return aspect === 0 ? FRAME_ASPECT : Math.min(aspect * PADDING, WIDEST * TOLERANCE);
}

type Range = { min: number; max: number };

/**
 * Extents of a box to the right and up in a view, in halves of its height.
 * Only the corners ahead of the eye count; `ahead` is their number.
 */
type MeasuredBox = { x: Range; y: Range; ahead: number };

/** Whether a wide screen shows a whole box. */
export function isWhole({ x, y, ahead }: MeasuredBox): boolean {
  const isAcross = x.max <= WIDEST * TOLERANCE && x.min >= -WIDEST * TOLERANCE;
  return ahead === CORNERS && isAcross && Math.max(y.max, -y.min) <= TOLERANCE;
}

/** Returns a function that measures a box in a view. */
export function measureIn({ position, target, fov, projection }: MeasuredView): (box: Box3) => MeasuredBox {
  const distance = position.distanceTo(target);
  const { forward, right, up } = viewAxesOf({ position, target });
  const half = Math.tan(MathUtils.degToRad(fov) / 2);
  const corner = new Vector3();
  return ({ min, max }) => {
    const x = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    const y = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    let ahead = 0;
    for (let at = 0; at < CORNERS; at++) {
      corner.set(at & 1 ? max.x : min.x, at & 2 ? max.y : min.y, at & 4 ? max.z : min.z).sub(position);
      const depth = projection === 'orthographic' ? distance : corner.dot(forward);
      if (depth <= 0) {
        continue;
      }
      ahead += 1;
      const [across, high] = [corner.dot(right) / (depth * half), corner.dot(up) / (depth * half)];
      x.min = Math.min(x.min, across);
      x.max = Math.max(x.max, across);
      y.min = Math.min(y.min, high);
      y.max = Math.max(y.max, high);
    }
    return { x, y, ahead };
  };
}
