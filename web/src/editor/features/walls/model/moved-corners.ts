import { type Box3, Vector3 } from 'three';
import type { DrawnScene, SceneReader } from '../../../parts.ts';

/** Largest number of nodes whose corners are used individually; above it, their common box is used. */
const MAX = 32;
const SIDES = ['min', 'max'] as const;

/** World corners of the nodes' own boxes; a point for nodes without a surface. */
export function boxCornersOf(
  { queries, scene }: DrawnScene & SceneReader,
  ids: ReadonlySet<string>,
  middle: Vector3,
): Vector3[] {
  const drawn = [...ids].filter((id) => queries?.isDrawn(id));
  if (!queries || drawn.length === 0) {
    return [middle.clone()];
  }
  if (drawn.length > MAX) {
    return boxCorners(queries.boundsOf(drawn));
  }
  return drawn.flatMap((id) => {
    const world = scene.worldOf(id);
    return boxCorners(queries.ownBoxOf(id)).map((corner) => corner.applyMatrix4(world));
  });
}

/** The eight corners of a box; none of an empty one. */
function boxCorners(box: Box3): Vector3[] {
  return box.isEmpty()
    ? []
    : SIDES.flatMap((x) => SIDES.flatMap((y) => SIDES.map((z) => new Vector3(box[x].x, box[y].y, box[z].z))));
}
