import { Box3, Vector3 } from 'three';
import type { DrawnScene, SceneReader } from '../parts.ts';

/** Framing radius of a node without a surface, in metres. */
const MARK_RADIUS = 0.5;

/** Bounds of nodes; those without a surface count as a small box around their origin. */
export function boundsOf({ queries, scene }: DrawnScene & SceneReader, ids: readonly string[]): Box3 {
  const box = queries?.boundsOf(ids) ?? new Box3();
  if (!box.isEmpty()) {
    return box;
  }
  for (const id of ids) {
    const at = new Vector3().setFromMatrixPosition(scene.worldOf(id));
    box.expandByPoint(at.clone().addScalar(MARK_RADIUS)).expandByPoint(at.clone().addScalar(-MARK_RADIUS));
  }
  return box;
}
