import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { Vector3 } from 'three';
import { onPlane } from '../../../kernels/geometry.ts';
import type { ScreenPoint } from '../../../managers/camera.ts';
import type { SceneReader, ViewedScene, Viewpoint } from '../../../parts.ts';
import { pickSurface } from '../../../queries/pick.ts';
import type { Walls } from './kernels/walls.ts';
import { GROUND, levelMatrix, type PlanLevel, planPointAt, planPointOf, rayOn } from './plan-level.ts';
import { levelOf, wallsOn } from './wall-plan.ts';

/** Point on a level, and the level's walls. */
export type WallPoint = { level: PlanLevel; at: PlanPoint; there: Walls };

/** Opening under a viewport point that can be selected. */
export function openingAt(editor: ViewedScene, point: ScreenPoint): string | null {
  const hit = pickSurface(editor, point);
  const isFree = hit !== null && editor.visibility.isReachable(hit.id);
  return isFree && editor.scene.node(hit.id)?.kind === 'opening' ? hit.id : null;
}

/**
 * Plan position of a viewport point: on the wall under it, else on the ground. Without a wall under the
 * pointer, a moved opening stays in the plane of its wall (`home`), so that it can slide to the wall's ends.
 */
export function wallPointAt(
  editor: ViewedScene,
  point: ScreenPoint,
  home: string | null = null,
): WallPoint | null {
  const hit = pickSurface(editor, point);
  const wall = hit && wallOf(editor, hit.id);
  const level = wall === null ? null : levelOf(editor, wall);
  if (hit && level && levelMatrix(editor, level).determinant() !== 0) {
    return { level, at: planPointOf(editor, level, hit.point), there: wallsOn(editor, level) };
  }
  if (home !== null) {
    return onOwnWall(editor, point, home);
  }
  const at = planPointAt(editor, GROUND, { at: point });
  return at && { level: GROUND, at, there: wallsOn(editor, GROUND) };
}

/** Wall that a node is, or is a descendant of. */
export function wallOf({ scene }: SceneReader, id: string): string | null {
  const node = scene.node(id);
  return node?.kind === 'wall' ? id : node?.kind === 'opening' ? scene.parentOf(id) : null;
}

function onOwnWall(editor: SceneReader & Viewpoint, point: ScreenPoint, home: string): WallPoint | null {
  const level = levelOf(editor, home);
  const there = level && wallsOn(editor, level);
  const wall = there?.walls.get(home);
  const line = wall && wallLine(wall);
  const ray = level && rayOn(editor, level, point);
  if (!level || !there || !line || !ray) {
    return null;
  }
  const [origin, normal] = [
    new Vector3(line.start[0], 0, line.start[1]),
    new Vector3(line.left[0], 0, line.left[1]),
  ];
  const at = onPlane(ray, origin, normal);
  if (!at) {
    return null;
  }
  const far = Math.min(Math.max(placeOn(line, [at.x, at.z]).far, 0), line.length);
  return { level, at: pointOn(line, far, 0), there };
}
