import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { Matrix4, type Ray, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { onPlane } from '../kernels/geometry.ts';
import type { ScreenPoint } from '../managers/camera.ts';

/** Where plans are drawn, such as those of walls: below one parent, at one height above that one's origin, in metres. */
export type PlanLevel = { parent: string | null; height: number };

/** The ground of the scene. */
export const GROUND: PlanLevel = { parent: null, height: 0 };

/** A point further from the eye than this is the horizon and not meant, in metres. */
const FURTHEST = 500;
const UP = new Vector3(0, 1, 0);
/** From the space of a level into that of the scene. */
export function levelMatrix({ scene }: Editor, { parent, height }: PlanLevel): Matrix4 {
  const world = parent === null ? new Matrix4() : scene.worldOf(parent);
  return world.multiply(new Matrix4().makeTranslation(0, height, 0));
}

/** Where a point of the viewport lies on a level, or so far above it; null towards the sky and the horizon. */
export function planPointAt(
  editor: Editor,
  level: PlanLevel,
  { at, above = 0 }: { at: ScreenPoint; above?: number },
): PlanPoint | null {
  const ray = rayOn(editor, level, at);
  const point = ray && onPlane(ray, new Vector3(0, above, 0), UP);
  if (!point) {
    return null;
  }
  // Without perspective rays begin far behind the eye.
  const isNear =
    point.clone().applyMatrix4(levelMatrix(editor, level)).distanceTo(editor.camera.get().position) <=
    FURTHEST;
  return isNear ? [point.x, point.z] : null;
}

/** The ray through a point of the viewport in the space of a level; null where that has no extent. */
export function rayOn(editor: Editor, level: PlanLevel, at: ScreenPoint): Ray | null {
  const matrix = levelMatrix(editor, level);
  return matrix.determinant() === 0 ? null : editor.camera.rayAt(at).applyMatrix4(matrix.invert());
}

/** A point of a level in the space of the scene, so far above it. */
export function worldPoint(editor: Editor, level: PlanLevel, [x, z]: PlanPoint, above = 0): Vector3 {
  return new Vector3(x, above, z).applyMatrix4(levelMatrix(editor, level));
}

/** Where a point of the scene lies on a level. */
export function planPointOf(editor: Editor, level: PlanLevel, point: Vector3): PlanPoint {
  const { x, z } = point.clone().applyMatrix4(levelMatrix(editor, level).invert());
  return [x, z];
}
