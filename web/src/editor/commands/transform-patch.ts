import type { NodePatch } from '@diorama/shared/scene/ops.ts';
import type { Matrix4 } from 'three';
import { detachFromSurface } from '../features/annotations/model/annotations.ts';
import { levelOf } from '../features/walls/model/wall-plan.ts';
import { scaledWall } from '../features/walls/model/walls.ts';
import type { DragParts } from '../kernels/drag.ts';
import type { SceneReader } from '../parts.ts';
import { localMatrixOf, writtenParts } from '../queries/local-transform.ts';

/** Patches that move nodes to world matrices. A wall in a plan is scaled through its lengths. */
export function transformPatch(
  editor: SceneReader,
  worlds: ReadonlyMap<string, Matrix4>,
  parts: DragParts,
): Map<string, NodePatch> {
  const patches = new Map<string, NodePatch>();
  for (const [id, world] of worlds) {
    const isSized = parts.includes('scale') && levelOf(editor, id) !== null;
    const wall = isSized ? scaledWall(editor, id, localMatrixOf(editor, id, world)) : null;
    const own: NodePatch = {
      ...writtenParts(editor, id, { world, parts }),
      ...(parts.includes('position') ? detachFromSurface(editor, id) : {}),
    };
    for (const [one, patch] of wall ?? [[id, own] as const]) {
      patches.set(one, patch);
    }
  }
  return patches;
}
