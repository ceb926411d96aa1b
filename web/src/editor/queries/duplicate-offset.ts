import type { NodeKind, SceneNode } from '@diorama/shared/scene/document.ts';
import { hostOf, isPlaceless, withRenamed } from '@diorama/shared/scene/nodes/kinds.ts';
import type { NodePatch } from '@diorama/shared/scene/ops.ts';
import { Matrix4, Vector3 } from 'three';
import type { SceneReader, ViewedScene } from '../parts.ts';
import { boundsOf } from './bounds-of.ts';
import { localTransformOf, roundParts } from './local-transform.ts';

/** Gap between a node and its copy, and the step to which their distance is rounded up, in metres. */
const GAP = 0.1;
/** Number of copies in a row that are passed before one may cover another. */
const MAX_COPIES = 200;

/** Kind and world position of a copy. */
type PlacedCopy = { kind: NodeKind; at: Vector3 };

/**
 * Transforms of copies beside their originals, to the right as the user sees them. Null for nodes whose place depends on
 * another node, such as a door in a wall.
 */
export function offsetPatches(editor: ViewedScene, ids: readonly string[]): (NodePatch | null)[] {
  const free = ids.filter((id) => {
    const node = editor.scene.node(id);
    // A copy may depend only on nodes that are copied with it.
    return node && isFreelyPlaced(withRenamed(node, (other) => (ids.includes(other) ? other : undefined)));
  });
  const shift = freeShift(
    editor,
    free.flatMap((id) => {
      const kind = editor.scene.node(id)?.kind;
      return kind ? [{ kind, at: new Vector3().setFromMatrixPosition(editor.scene.worldOf(id)) }] : [];
    }),
  );
  const way = new Matrix4().makeTranslation(shift);
  return ids.map((id) =>
    free.includes(id)
      ? roundParts(localTransformOf(editor, id, editor.scene.worldOf(id).premultiply(way)), ['position'])
      : null,
  );
}

/** Whether a node has a place that depends on no other node. */
export function isFreelyPlaced(node: Pick<SceneNode, 'kind' | 'props'> | undefined): boolean {
  return node !== undefined && hostOf(node.kind) === null && !isPlaceless(node);
}

/**
 * Shift of copies to the right past the nodes in their place.
 * Afterwards no copy has the position of a node of its kind. Zero if their place is free.
 */
export function freeShift(editor: ViewedScene, copies: readonly PlacedCopy[]): Vector3 {
  const taken = takenPlaces(editor, new Set(copies.map(({ kind }) => kind)));
  const shift = new Vector3();
  const under = copies.flatMap((copy) => taken.get(keyOf(copy, shift)) ?? []);
  if (under.length === 0) {
    return shift;
  }
  const way = stepAside(editor, under);
  for (let i = 0; i < MAX_COPIES && copies.some((copy) => taken.has(keyOf(copy, shift))); i += 1) {
    shift.add(way);
  }
  return shift;
}

/** Ids of the nodes of some kinds by place. */
function takenPlaces({ scene }: SceneReader, kinds: ReadonlySet<NodeKind>): Map<string, string[]> {
  const taken = new Map<string, string[]>();
  for (const kind of kinds) {
    for (const [id] of scene.nodesOf(kind)) {
      const at = new Vector3().setFromMatrixPosition(scene.worldOf(id));
      const key = keyOf({ kind, at }, new Vector3());
      const here = taken.get(key) ?? [];
      here.push(id);
      taken.set(key, here);
    }
  }
  return taken;
}

/** Key of a kind and a place, in whole millimetres. */
function keyOf({ kind, at }: PlacedCopy, shift: Vector3): string {
  const place = at.clone().add(shift).toArray();
  // Adding 0 turns -0 into 0.
  return [kind, ...place.map((value) => Math.round(value * 1000) + 0)].join(' ');
}

/** Along the axis of the ground that runs most to the right of the view, by as much as the nodes take. */
function stepAside(editor: ViewedScene, ids: readonly string[]): Vector3 {
  const { position, target } = editor.camera.pose.value;
  const right = target
    .clone()
    .sub(position)
    .cross(new Vector3(0, 1, 0));
  const size = boundsOf(editor, ids).getSize(new Vector3());
  const far = (length: number) => Math.ceil((length + GAP) / GAP - 1e-6) * GAP;
  return Math.abs(right.x) >= Math.abs(right.z)
    ? new Vector3(Math.sign(right.x || 1) * far(size.x), 0, 0)
    : new Vector3(0, 0, Math.sign(right.z) * far(size.z));
}
