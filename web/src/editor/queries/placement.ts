import { isMarked, showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import { Box3, Vector3 } from 'three';
import { onPlane } from '../kernels/geometry.ts';
import { placeNear } from '../kernels/placement.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { ViewedScene, Viewpoint } from '../parts.ts';
import { pickSurface } from './pick.ts';

/** Largest distance between a ground point near the horizon and the camera target, in metres. */
const FURTHEST = 50;
/** Smallest upward component of a surface normal to place objects on it. */
export const LEVEL = 0.7;
/** Assumed size of a model until its size is known, in metres. */
export const UNKNOWN_SIZE: Readonly<Vector3> = new Vector3(1, 1, 1);
/** Assumed size of a node without a surface, such as a light, in metres. */
const MARK_SIZE = 0.5;
/** Largest height of an object on the ground that counts as a floor and not as an obstacle, in metres. */
const FLOOR_HEIGHT = 0.3;

/**
 * Ground point (Y = 0) at a viewport point, or at the centre of the free area for null. If no
 * ground is visible, the ground below the ray at the target's distance.
 */
export function groundAt(editor: Viewpoint, at: ScreenPoint | null): Vector3 {
  const { camera } = editor;
  const { target } = camera.pose.value;
  const point = at ?? camera.middle;
  const ground = onPlane(camera.rayAt(point), new Vector3(), new Vector3(0, 1, 0));
  const isNear = ground && ground.distanceTo(target) < FURTHEST;
  return isNear ? ground : (uprightAt(editor, point) ?? target).clone().setY(0);
}

/**
 * Point on the vertical plane through the camera target that faces the eye; null straight from above or
 * below.
 */
export function uprightAt({ camera }: Viewpoint, at: ScreenPoint): Vector3 | null {
  const { position, target } = camera.pose.value;
  const normal = position.clone().sub(target).setY(0);
  return normal.lengthSq() > 0 ? onPlane(camera.rayAt(at), target, normal.normalize()) : null;
}

/**
 * Place of a dropped object, the node below it, and a steep face at the drop point with its normal, where
 * pictures hang.
 */
export type Placement = {
  point: Vector3;
  on: string | null;
  face: { point: Vector3; normal: Vector3 } | null;
};

/** Largest vertical component of the normal of a face that hangs pictures. */
const STEEP = 0.5;

/**
 * Place of an object dropped at a viewport point: on the surface there if it is level, else on the ground
 * before it. Objects are never attached to a side face.
 */
export function dropPlacementAt(editor: ViewedScene, at: ScreenPoint): Placement {
  const surface = pickSurface(editor, at);
  if (!surface) {
    return { point: groundAt(editor, at), on: null, face: null };
  }
  if (surface.normal.y >= LEVEL) {
    return { point: surface.point, on: surface.id, face: null };
  }
  const { point, normal } = surface;
  const face = Math.abs(normal.y) < STEEP ? { point, normal } : null;
  return { point: point.clone().setY(0), on: null, face };
}

/** Object to place, nodes to ignore, and boxes of objects that are not in the scene yet. */
type Foot = { size: Vector3; at: Vector3; without?: readonly string[]; obstacles?: readonly Box3[] };

/** Free place nearest to a point for the centre of an object's base. */
export function placeFoot(editor: ViewedScene, { size, at, without = [], obstacles = [] }: Foot): Vector3 {
  const { others, floors } = neighbours(editor, without);
  const foot = placeNear({ size, at, others: [...others, ...obstacles] });
  if (at.y !== 0) {
    return foot;
  }
  const below = floors.filter((floor) => floor.containsPoint(foot.clone().setY(floor.max.y)));
  return foot.setY(Math.max(0, ...below.map(({ max }) => max.y)));
}

/** Obstacles and floors for new objects. A box that contains the eye is no obstacle. */
function neighbours(
  { scene, queries, camera, visibility }: ViewedScene,
  without: readonly string[],
): { others: Box3[]; floors: Box3[] } {
  const eye = camera.pose.value.position;
  const others: Box3[] = [];
  const floors: Box3[] = [];
  for (const [id, node] of Object.entries(scene.document.value.nodes)) {
    if (!visibility.isVisible(id) || scene.isHolder(id) || without.includes(id)) {
      continue;
    }
    const position = new Vector3().setFromMatrixPosition(scene.worldOf(id));
    const drawn = queries?.boundsOf([id]) ?? new Box3();
    const isComing = showsFile(node.kind) && drawn.isEmpty();
    const bounds = isMarked(node.kind)
      ? new Box3().setFromCenterAndSize(position, new Vector3().setScalar(MARK_SIZE))
      : isComing
        ? boxAt(position)
        : drawn;
    if (bounds.isEmpty() || bounds.containsPoint(eye)) {
      continue;
    }
    const isFloor = isWide(bounds) && bounds.max.y <= FLOOR_HEIGHT;
    (isFloor ? floors : others).push(bounds);
  }
  return { others, floors };
}

/** Box of {@link UNKNOWN_SIZE} on a base point. */
export function boxAt(foot: Vector3): Box3 {
  const middle = foot.clone().setY(foot.y + UNKNOWN_SIZE.y / 2);
  return new Box3().setFromCenterAndSize(middle, UNKNOWN_SIZE);
}

/** Centre of a box's bottom. */
export function footOf(bounds: Box3): Vector3 {
  return bounds.getCenter(new Vector3()).setY(bounds.min.y);
}

function isWide(bounds: Box3): boolean {
  const { x, z } = bounds.getSize(new Vector3());
  return Math.min(x, z) >= 2;
}
