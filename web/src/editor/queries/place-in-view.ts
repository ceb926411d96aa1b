import { Box3, Vector3 } from 'three';
import { freeArea } from '../../scene/framing.ts';
import type { DrawnScene, ViewedScene } from '../parts.ts';
import { pickSurface, visibleSurfaces } from './pick.ts';
import { groundAt, LEVEL, placeFoot } from './placement.ts';

/** Largest share of a surface that a node may take along each side. */
const MOST_OF_SURFACE = 0.7;
/** Positions of nearer places that are tried, as shares of the distance from the eye to the first choice. */
const NEARER = [0.8, 0.65, 0.5, 0.35];
/** Distance of a new node from the surface that blocks the view, in metres. */
const GAP = 0.05;
/** Smallest distance behind a surface at which a point is hidden by it, in metres. */
const TOUCH = 1e-2;
/** Scale of the box whose corners are tested for visibility. */
const WITHIN = 0.9;
/** Least number of visible points, of the middle and the corners, of a visible box. */
const LEAST_SEEN = 5;

/** Place of a new node: the middle of its base, and whether it is visible there. */
type PlaceInView = { foot: Vector3; isVisible: boolean };

type Wanted = { point: Vector3; on: readonly string[] };

/**
 * Finds a place for a new node: on the surface or the ground at the middle of the view, beside existing nodes.
 * It is in front of a surface that blocks the view. Nearer places are tried if the node would be hidden.
 */
export function placeInView(editor: ViewedScene, size: Vector3): PlaceInView {
  const wanted = middleOfView(editor, size);
  const { position } = editor.camera.pose.value;
  const nearer = NEARER.map((share): Wanted => {
    const point = position.clone().lerp(wanted.point, share).setY(0);
    return { point, on: [] };
  });
  let first: Vector3 | null = null;
  for (const { point, on } of [wanted, ...nearer]) {
    const foot = placeFoot(editor, { size, at: point, without: on });
    first ??= foot;
    if (isBoxSeen(editor, boxOn(foot, size))) {
      return { foot, isVisible: true };
    }
  }
  return { foot: first ?? wanted.point, isVisible: false };
}

/** Brings a node with a bounding box into view if it is hidden, such as a new one behind a wall. */
export function revealNode(editor: ViewedScene, id: string, box: Box3): void {
  if (!isBoxSeen(editor, box, id)) {
    editor.camera.bringIntoView(box);
  }
}

/** Box of some size above the middle of its base. */
function boxOn(foot: Vector3, size: Vector3): Box3 {
  return new Box3().setFromCenterAndSize(foot.clone().setY(foot.y + size.y / 2), size);
}

/**
 * Whether most of a box is in the free area of the viewport, with nothing in front of it.
 * @param own id of the node of the box, which does not hide itself
 */
export function isBoxSeen(editor: ViewedScene, box: Box3, own?: string): boolean {
  const middle = box.getCenter(new Vector3());
  const half = box.getSize(new Vector3()).multiplyScalar(WITHIN / 2);
  const corners = Array.from({ length: 8 }, (_, i) =>
    new Vector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1).multiply(half).add(middle),
  );
  const seen = [middle, ...corners].map((point) => isPointSeen(editor, point, own));
  return seen[0] === true && seen.filter(Boolean).length >= LEAST_SEEN;
}

function isPointSeen(editor: ViewedScene, point: Vector3, own?: string): boolean {
  const { camera } = editor;
  const at = camera.project(point);
  const free = freeArea(camera.frame.value);
  const isInside =
    Math.abs(at.depth) <= 1 &&
    Math.abs(at.x - free.x) <= free.width / 2 &&
    Math.abs(at.y - free.y) <= free.height / 2;
  if (!isInside) {
    return false;
  }
  const ray = camera.rayAt(at);
  const distance = point.clone().sub(ray.origin).dot(ray.direction);
  const surface = visibleSurfaces(editor, at).find(({ id }) => id !== own);
  return !surface || surface.distance > distance - TOUCH;
}

function middleOfView(editor: ViewedScene, size: Vector3): Wanted {
  const surface = pickSurface(editor, editor.camera.middle);
  if (!surface) {
    return { point: groundAt(editor, null), on: [] };
  }
  if (surface.normal.y >= LEVEL && holds(editor, surface.id, size)) {
    return { point: surface.point, on: [surface.id] };
  }
  const { position } = editor.camera.pose.value;
  const back = position.clone().sub(surface.point).setY(0);
  const room = Math.max(size.x, size.z) / 2 + GAP;
  return { point: surface.point.clone().addScaledVector(back.normalize(), room).setY(0), on: [] };
}

/** Whether a node is wide enough for another one to stand on it. */
function holds({ queries }: DrawnScene, id: string, size: Vector3): boolean {
  const wide = (queries?.boundsOf([id]) ?? new Box3()).getSize(new Vector3()).multiplyScalar(MOST_OF_SURFACE);
  return size.x <= wide.x && size.z <= wide.z;
}
