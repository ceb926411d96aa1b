import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { pointOn, type WallLine, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import type { Vector3 } from 'three';
import type { ScreenPoint } from '../../../managers/camera.ts';
import type { Permission, SceneReader, Selecting, Viewpoint } from '../../../parts.ts';
import { type PlanLevel, worldPoint } from './plan-level.ts';
import { levelOf, wallInPlan } from './wall-plan.ts';

/**
 * Handle that bends a wall: `at` is its world position on the middle of the wall, `above` metres over its
 * level.
 */
export type CurveHandle = { id: string; level: PlanLevel; line: WallLine; above: number; at: Vector3 };

/** Handle of a single selected wall, if it is editable and in a plan. */
export function curveHandle(editor: Permission & SceneReader & Selecting): CurveHandle | null {
  const { selection, isReadOnly } = editor;
  const [id, ...others] = selection.ids.value;
  const level = id === undefined || others.length > 0 ? null : levelOf(editor, id);
  if (id === undefined || level === null || isReadOnly.value) {
    return null;
  }
  const wall = wallInPlan(editor, id);
  const line = wall && wallLine(wall);
  if (!line) {
    return null;
  }
  const at = worldPoint(editor, level, pointOn(line, line.length / 2, 0), wall.height);
  return { id, level, line, above: wall.height, at };
}

/** Handle within a number of pixels of a viewport point. */
export function curveHandleAt(
  { camera }: Viewpoint,
  handle: CurveHandle | null,
  { point, reach }: { point: ScreenPoint; reach: number },
): CurveHandle | null {
  const seen = handle && camera.project(handle.at);
  const isNear = seen && seen.depth < 1 && Math.hypot(seen.x - point.x, seen.y - point.y) <= reach;
  return isNear ? handle : null;
}

/** Signed distance of a point to the left of a wall's chord. */
export function asideOf({ start, left }: WallLine, [x, z]: PlanPoint): number {
  return (x - start[0]) * left[0] + (z - start[1]) * left[1];
}
