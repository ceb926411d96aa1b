import { isGeneratedId, ownerOf } from '@diorama/shared/scene/copies/generated-id.ts';
import { replaceByCopies } from '@diorama/shared/scene/copies/replace-by-copies.ts';
import { writtenId } from '@diorama/shared/scene/copies/write-node.ts';
import { MAX_NODES } from '@diorama/shared/scene/defaults.ts';
import { withRenamed } from '@diorama/shared/scene/nodes/kinds.ts';
import { groupNodes, type NewNode, replaceByGroup } from '@diorama/shared/scene/ops.ts';
import { newSceneId } from '@diorama/shared/scene/scene-id.ts';
import { quantityOf } from '../../scene/measure/quantity.ts';
import { firstRepeat } from '../kernels/first-repeat.ts';
import type { DrawnScene, Nudging, SceneWriter, Selecting, UserInterface } from '../parts.ts';
import { roundParts } from '../queries/local-of.ts';
import { movable, selectionSize } from '../queries/movable.ts';
import { createNamer } from '../queries/names.ts';

/** Makes the selection the source of a repeat, with copies beside it, and selects the repeat. */
export function repeatSelection(editor: DrawnScene & Nudging & SceneWriter & Selecting, name: string): void {
  editor.nudging.rest();
  const ids = movable(editor);
  const { factor } = quantityOf('metres', editor.scene.document.value.unit);
  const props = firstRepeat(selectionSize(editor), factor);
  const repeat =
    ids.length > 0 ? editor.edit(() => groupNodes(editor.ydoc, ids, { kind: 'repeat', name, props })) : null;
  if (repeat !== null) {
    editor.selection.set([repeat]);
  }
}

/** Selected repeats that the user may change. */
export function freeRepeats({ scene, ydoc, selection, isReadOnly }: SceneWriter & Selecting): string[] {
  const isFree = (id: string) =>
    scene.node(id)?.kind === 'repeat' && !scene.isLocked(id) && !isGeneratedId(writtenId(ydoc, id));
  return isReadOnly.value ? [] : selection.ids.value.filter(isFree);
}

/** Makes the copies of the selected repeats plain nodes, in groups in place of the repeats, as one step. */
export function makeSingle(editor: SceneWriter & Selecting & UserInterface): void {
  const repeats = freeRepeats(editor);
  if (repeats.length === 0) {
    return;
  }
  const { shared, document } = editor.scene;
  const shown = { ...shared.value, nodes: document.value.nodes };
  const generated = Object.keys(shown.nodes).filter((id) => repeats.includes(ownerOf(id) ?? ''));
  const count = Object.keys(shared.value.nodes).length + generated.length;
  if (count > MAX_NODES) {
    editor.ui.tell('repeat.tooMany', { count, most: MAX_NODES });
    return;
  }
  const named = new Map(generated.map((id) => [id, newSceneId()]));
  const nameOf = createNamer(editor);
  const made = repeats.map((id) => [id, copiesOf(editor, id, { named, nameOf })] as const);
  editor.edit(() => {
    for (const [id, copies] of made) {
      replaceByGroup(editor.ydoc, writtenId(editor.ydoc, id), copies);
    }
    replaceByCopies(editor.ydoc, shown, named);
  });
}

/** Plain nodes in place of those that a node generates itself; others of them generate their own. */
function copiesOf(
  { scene, ydoc }: SceneWriter,
  owner: string,
  { named, nameOf }: { named: ReadonlyMap<string, string>; nameOf: (name: string) => string },
): NewNode[] {
  return [...named].flatMap(([original, id]): NewNode[] => {
    const node = ownerOf(original) === owner ? scene.node(original) : undefined;
    if (!node) {
      return [];
    }
    const { index: _index, ...rest } = withRenamed(node, (one) => named.get(one) ?? writtenId(ydoc, one));
    const { position, rotation, scale } = roundParts(node, ['position', 'rotation', 'scale']);
    const parent = named.get(node.parent ?? '') ?? null;
    const name = parent === null ? nameOf(node.name) : node.name;
    // The same kind and props.
    return [{ ...rest, id, parent, name, position, rotation, scale } as NewNode];
  });
}
