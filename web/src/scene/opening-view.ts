import { CAMERA_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { Box3, MathUtils, Vector3 } from 'three';
import { FRAME_ASPECT, frameBox, type View, viewAxesOf } from './framing.ts';

/** The corners of a box reach further than the surface in it. */
const TOLERANCE = 1.15;

/** Aspect of the widest usual screen. */
const WIDEST = 16 / 9;

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

/** Measures a box in a view; `fov` is its vertical angle in degrees. */
export function viewCoverage(
  { position, target, fov, projection }: View & Pick<SceneCamera, 'fov' | 'projection'>,
  box: Box3,
): ViewCoverage {
  const { forward, right, up } = viewAxesOf({ position, target });
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
