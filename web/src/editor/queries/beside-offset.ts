import { hostOf, isPlaceless } from '@diorama/shared/scene/nodes/kinds.ts';
import type { NodePatch } from '@diorama/shared/scene/ops.ts';
import { Matrix4, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { boundsOf } from './bounds-of.ts';
import { localOf, roundParts } from './local-of.ts';
import { levelOf } from './wall-plan.ts';

/** The gap between a thing and its copy, in metres, and the step that the way to it is rounded up to. */
const GAP = 0.1;

/**
 * Transforms of copies beside their originals, to the right as the user sees them. Null for nodes whose place depends on
 * another node, such as a door in a wall, or on a plan.
 */
export function besidePatches(editor: Editor, ids: readonly string[]): (NodePatch | null)[] {
  const way = new Matrix4().makeTranslation(wayBeside(editor, ids));
  return ids.map((id) => {
    const node = editor.scene.node(id);
    const isFree =
      node && hostOf(node.kind) === null && !isPlaceless(node.kind) && levelOf(editor, id) === null;
    return isFree
      ? roundParts(localOf(editor, id, editor.scene.worldOf(id).premultiply(way)), ['position'])
      : null;
  });
}

/** Along the axis of the ground that runs most to the right of the view, by as much as the nodes take. */
function wayBeside(editor: Editor, ids: readonly string[]): Vector3 {
  const { position, target } = editor.camera.get();
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
