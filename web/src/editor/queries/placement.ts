import { isMarked, showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import { Box3, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { onPlane } from '../kernels/geometry.ts';
import { standBeside } from '../kernels/placement.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { pickSurface } from './pick.ts';

/** A point far out at the horizon comes no further than this from what the camera looks at, in metres. */
const FURTHEST = 50;
/** A surface that looks up at least this much is one to stand on. */
export const LEVEL = 0.7;
/** The room that a model takes until it is known how large it is, in metres. */
export const UNKNOWN_SIZE: Readonly<Vector3> = new Vector3(1, 1, 1);
/** The room that a thing without a surface takes, such as a light, in metres. */
const MARK_SIZE = 0.5;
/** What is lower than this and lies on the ground is a floor, not in the way; in metres. */
const FLOOR_HEIGHT = 0.3;

/**
 * The ground, which is at Y = 0, at a point of the viewport; in the middle of what is free of it for none. Where no ground
 * is seen it is that below the point, as far away as what is looked at.
 */
export function groundAt(editor: Editor, at: ScreenPoint | null): Vector3 {
  const { camera } = editor;
  const { target } = camera.get();
  const point = at ?? camera.middle;
  const ground = onPlane(camera.rayAt(point), new Vector3(), new Vector3(0, 1, 0));
  const isNear = ground && ground.distanceTo(target) < FURTHEST;
  return isNear ? ground : (uprightAt(editor, point) ?? target).clone().setY(0);
}

/** The point of the upright plane through what is looked at that faces the eye; null straight from above or below. */
export function uprightAt({ camera }: Pick<Editor, 'camera'>, at: ScreenPoint): Vector3 | null {
  const { position, target } = camera.get();
  const normal = position.clone().sub(target).setY(0);
  return normal.lengthSq() > 0 ? onPlane(camera.rayAt(at), target, normal.normalize()) : null;
}

/** Where something stands, on what, and the steep face that it was dropped at, with its normal: pictures hang there. */
export type Landing = {
  point: Vector3;
  on: string | null;
  face: { point: Vector3; normal: Vector3 } | null;
};

/** A face that leans by less hangs pictures: the height of its normal. */
const STEEP = 0.5;

/**
 * Where something stands that is dropped at a point of the viewport: on the surface there if that is level, else on the
 * ground before it; never on the side of a thing.
 */
export function landingAt(editor: Editor, at: ScreenPoint): Landing {
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

/** What is to stand where: beside all that is there but `without`, and beside what is not there yet. */
type Foot = { size: Vector3; at: Vector3; without?: readonly string[]; beside?: readonly Box3[] };

/** The place as near to a point as something can stand, with the middle of its foot. */
export function placeFoot(editor: Editor, { size, at, without = [], beside = [] }: Foot): Vector3 {
  const { others, floors } = neighbours(editor, without);
  const foot = standBeside({ size, at, others: [...others, ...beside] });
  if (at.y !== 0) {
    return foot;
  }
  const below = floors.filter((floor) => floor.containsPoint(foot.clone().setY(floor.max.y)));
  return foot.setY(Math.max(0, ...below.map(({ max }) => max.y)));
}

/** What new things stand beside, and what they stand on. A room that the eye is in is in nobody's way. */
function neighbours(
  { scene, probe, camera }: Editor,
  without: readonly string[],
): { others: Box3[]; floors: Box3[] } {
  const eye = camera.get().position;
  const others: Box3[] = [];
  const floors: Box3[] = [];
  for (const [id, node] of Object.entries(scene.get().nodes)) {
    if (!node.visible || scene.isHolder(id) || without.includes(id)) {
      continue;
    }
    const position = new Vector3().setFromMatrixPosition(scene.worldOf(id));
    const drawn = probe?.boundsOf([id]) ?? new Box3();
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

/** The room that something of unknown size takes on a foot. */
export function boxAt(foot: Vector3): Box3 {
  const middle = foot.clone().setY(foot.y + UNKNOWN_SIZE.y / 2);
  return new Box3().setFromCenterAndSize(middle, UNKNOWN_SIZE);
}

/** The middle of the underside of a box. */
export function footOf(bounds: Box3): Vector3 {
  return bounds.getCenter(new Vector3()).setY(bounds.min.y);
}

function isWide(bounds: Box3): boolean {
  const { x, z } = bounds.getSize(new Vector3());
  return Math.min(x, z) >= 2;
}
