import { CAMERA_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { Box3, Vector3 } from 'three';
import { isWhole, type MeasuredView, measureIn } from './content-aspect.ts';
import { FRAME_ASPECT, frameBox } from './framing.ts';

/** Share of a view's frame that a box takes. */
type ViewCoverage = {
  /** Whether a wide screen shows the whole box. */
  isWhole: boolean;
  /** Whether the eye is inside the box, as in a room. */
  isInside: boolean;
  /** Larger share of the frame's width and height, 0 for a box behind the eye. */
  share: number;
};

/** Smallest share of the frame that the content of a fitted view takes. */
const LEAST_SHARE = 0.35;
/** Height of a floor at most, as a share of its longer side. */
const FLATNESS = 0.05;

/** Position and target of an opening view. */
export type FittedView = Pick<SceneCamera, 'position' | 'target'>;

/** Whether an opening view is the default. */
export function isDefaultView(camera: SceneCamera): boolean {
  return isSameJson(camera, CAMERA_DEFAULTS);
}

/** Bounds of visible nodes, without floors, which a view may cut. */
export function contentBox(boxes: Iterable<Box3>): Box3 {
  const drawn = [...boxes].filter((box) => !box.isEmpty());
  const solids = drawn.filter((box) => !isFlat(box));
  return (solids.length > 0 ? solids : drawn).reduce((all, box) => all.union(box), new Box3());
}

/** Share of the opening view that content takes; null without content. */
export function openingCoverage(
  { position, target, ...lens }: SceneCamera,
  content: Box3,
): ViewCoverage | null {
  return content.isEmpty()
    ? null
    : viewCoverage({ position: new Vector3(...position), target: new Vector3(...target), ...lens }, content);
}

/** Fits an opening view to content from its present direction. */
export function fittedView({ fov, ...camera }: SceneCamera, content: Box3): FittedView {
  const from = new Vector3(...camera.position).sub(new Vector3(...camera.target));
  const { position, target } = frameBox(content, from, { fov, aspect: FRAME_ASPECT });
  return { position: position.toArray(), target: target.toArray() };
}

/** Fits the default opening view to content; null where it fits, for a chosen view, and without content. */
export function fittedDefaultView(camera: SceneCamera, content: Box3): FittedView | null {
  const coverage = openingCoverage(camera, content);
  const fits = coverage?.isWhole === true && coverage.share >= LEAST_SHARE;
  return coverage === null || fits || !isDefaultView(camera) ? null : fittedView(camera, content);
}

function isFlat(box: Box3): boolean {
  const { x, y, z } = box.getSize(new Vector3());
  return y < FLATNESS * Math.max(x, z);
}

/** Measures a box in a view. */
export function viewCoverage(view: MeasuredView, box: Box3): ViewCoverage {
  const measured = measureIn(view)(box);
  const { x, y, ahead } = measured;
  return {
    isWhole: isWhole(measured),
    isInside: box.containsPoint(view.position),
    share: ahead === 0 ? 0 : Math.max((x.max - x.min) / (2 * FRAME_ASPECT), (y.max - y.min) / 2),
  };
}
