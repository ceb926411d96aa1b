import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { Matrix4, type Ray, Vector3 } from 'three';
import { onPlane } from '../../../kernels/geometry.ts';
import type { ScreenPoint } from '../../../managers/camera.ts';
import type { SceneReader, Viewpoint } from '../../../parts.ts';

/** Level of a plan: the parent group, and the height above its origin in metres. */
export type PlanLevel = { parent: string | null; height: number };

/** Ground of the scene. */
export const GROUND: PlanLevel = { parent: null, height: 0 };

/** Largest distance of a plan point from the eye, in metres; the horizon is ignored. */
const FURTHEST = 500;
const UP = new Vector3(0, 1, 0);
/** Matrix from a level's space to world space. */
export function levelMatrix({ scene }: SceneReader, { parent, height }: PlanLevel): Matrix4 {
  const world = parent === null ? new Matrix4() : scene.worldOf(parent);
  return world.multiply(new Matrix4().makeTranslation(0, height, 0));
}

/**
 * Point on a level, or at a height above it, at a viewport point; null towards the sky and the horizon.
 */
export function planPointAt(
  editor: SceneReader & Viewpoint,
  level: PlanLevel,
  { at, above = 0 }: { at: ScreenPoint; above?: number },
): PlanPoint | null {
  const ray = rayOn(editor, level, at);
  const point = ray && onPlane(ray, new Vector3(0, above, 0), UP);
  if (!point) {
    return null;
  }
  // Orthographic rays start far behind the eye.
  const isNear =
    point.clone().applyMatrix4(levelMatrix(editor, level)).distanceTo(editor.camera.pose.value.position) <=
    FURTHEST;
  return isNear ? [point.x, point.z] : null;
}

/** Ray through a viewport point in a level's space; null for a degenerate level. */
export function rayOn(editor: SceneReader & Viewpoint, level: PlanLevel, at: ScreenPoint): Ray | null {
  const matrix = levelMatrix(editor, level);
  return matrix.determinant() === 0 ? null : editor.camera.rayAt(at).applyMatrix4(matrix.invert());
}

/** World position of a level's point, at a height above it. */
export function worldPoint(editor: SceneReader, level: PlanLevel, [x, z]: PlanPoint, above = 0): Vector3 {
  return new Vector3(x, above, z).applyMatrix4(levelMatrix(editor, level));
}

/** Position of a world point on a level. */
export function planPointOf(editor: SceneReader, level: PlanLevel, point: Vector3): PlanPoint {
  const { x, z } = point.clone().applyMatrix4(levelMatrix(editor, level).invert());
  return [x, z];
}
