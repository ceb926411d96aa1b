import type { Matrix4 } from 'three';
import { roundTo } from '../../../kernels/round-measure.ts';
import type { ScreenPoint } from '../../../managers/camera.ts';
import type { SceneReader, Selecting, ViewedScene } from '../../../parts.ts';
import { visibleSurfaces } from '../../../queries/pick.ts';
import { LEVEL } from '../../../queries/placement.ts';
import { wallOf } from './opening-place.ts';
import { levelMatrix, type PlanLevel, worldPoint } from './plan-level.ts';
import { levelOf } from './wall-plan.ts';

/**
 * Plan level for drawing at a viewport point: that of the wall there, else of the first surface that is
 * level, else the plan's ground.
 */
export function drawingLevelAt(editor: ViewedScene, parent: string | null, at: ScreenPoint): PlanLevel {
  const ground = { parent, height: 0 };
  const toPlan = levelMatrix(editor, ground).invert();
  for (const { id, point, normal } of visibleSurfaces(editor, at)) {
    const wall = wallOf(editor, id);
    const level = wall === null ? null : levelOf(editor, wall);
    if (level) {
      return { parent, height: roundLevel(worldPoint(editor, level, [0, 0]).applyMatrix4(toPlan).y) };
    }
    if (wall === null && normal.clone().transformDirection(toPlan).y >= LEVEL) {
      return { parent, height: roundLevel(point.clone().applyMatrix4(toPlan).y) };
    }
  }
  return ground;
}

/** Groups in whose plans the user may draw: the primary selected node and its ancestors, innermost first. */
export function plansOf(
  { scene, selection, visibility }: SceneReader & Selecting,
  id = selection.primary,
): string[] {
  const chain = id === null || !scene.node(id) ? [] : [id, ...scene.ancestorsOf(id)];
  return chain.filter(
    (one) => scene.isHolder(one) && visibility.isReachable(one) && hasExtent(scene.worldOf(one)),
  );
}

/** Heights in a plan at which walls start or end, and its ground, in ascending order. */
export function heightsIn({ scene }: SceneReader, parent: string | null): number[] {
  const walls = scene.nodesOf('wall').filter(([id]) => scene.parentOf(id) === parent);
  const all = walls.flatMap(([, { position, props }]) => [position[1], position[1] + props.height]);
  return [...new Set([0, ...all].map(roundLevel))].toSorted((a, b) => a - b);
}

function hasExtent(matrix: Matrix4): boolean {
  return matrix.determinant() !== 0;
}

/** Rounds to 0.1 mm, as rays hit one floor at slightly different heights. */
function roundLevel(value: number): number {
  return roundTo(value, 4);
}
