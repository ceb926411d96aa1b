import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import { type Box3, MathUtils, Vector3 } from 'three';
import { FRAME_ASPECT, type View, viewAxesOf } from './framing.ts';

/** A view whose content is measured; `fov` is its vertical angle in degrees. */
type MeasuredView = View & Pick<SceneCamera, 'fov' | 'projection'>;

/** Aspect of the widest usual screen: what is whole in it is meant to be seen. */
const WIDEST = 16 / 9;
/** The corners of a box reach further than the surface in it. */
const TOLERANCE = 1.15;
/** Space beside the content, as a factor of its width. */
const PADDING = 1.04;

/**
 * Returns the aspect of the frame around a view's middle that shows whole all nodes which a wide screen shows whole.
 * Nodes that even a wide screen cuts, such as the floor and the walls around the eye, widen the frame to
 * {@link FRAME_ASPECT} at most.
 * @param boxes - bounds of the visible nodes
 */
export function contentAspect(view: MeasuredView, boxes: Iterable<Box3>): number {
  const measure = measureOf(view);
  let aspect = 0;
  for (const box of boxes) {
    const { x, y } = box.isEmpty() ? NOTHING : measure(box);
    const isWhole =
      x.max <= WIDEST * TOLERANCE && x.min >= -WIDEST * TOLERANCE && Math.max(y.max, -y.min) <= TOLERANCE;
    const isSeen = x.min < WIDEST && x.max > -WIDEST && y.min < 1 && y.max > -1;
    if (isWhole) {
      aspect = Math.max(aspect, x.max, -x.min);
    } else if (isSeen) {
      aspect = Math.max(aspect, Math.min(Math.max(x.max, -x.min), FRAME_ASPECT / PADDING));
    }
  }
  return aspect === 0 ? FRAME_ASPECT : Math.min(aspect * PADDING, WIDEST * TOLERANCE);
}

type Range = { min: number; max: number };

const NOTHING: { x: Range; y: Range } = {
  x: { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY },
  y: { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY },
};
const EVERYWHERE: typeof NOTHING = {
  x: { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY },
  y: { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY },
};

/** Returns what measures a box in a view, in halves of the view's height to the right and up. */
function measureOf({ position, target, fov, projection }: MeasuredView): (box: Box3) => typeof NOTHING {
  const distance = position.distanceTo(target);
  const { forward, right, up } = viewAxesOf({ position, target });
  const half = Math.tan(MathUtils.degToRad(fov) / 2);
  const corner = new Vector3();
  return ({ min, max }) => {
    const x = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    const y = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    let ahead = 0;
    for (let at = 0; at < 8; at++) {
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
    if (ahead === 0) {
      return NOTHING;
    }
    // A box around the eye reaches past each side of the view.
    return ahead === 8 ? { x, y } : EVERYWHERE;
  };
}
