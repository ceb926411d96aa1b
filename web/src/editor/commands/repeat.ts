import { isGeneratedId, ownerOf } from '@diorama/shared/scene/copies/generated-id.ts';
import {
  addOverrides,
  overridesOfCopies,
  withComponentAsGroup,
} from '@diorama/shared/scene/copies/overrides-of-copies.ts';
import { replaceByCopies } from '@diorama/shared/scene/copies/replace-by-copies.ts';
import { writtenId } from '@diorama/shared/scene/copies/write-node.ts';
import { MAX_NODES } from '@diorama/shared/scene/defaults.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { withRenamed } from '@diorama/shared/scene/nodes/kinds.ts';
import { groupNodes, type NewNode, replaceByGroup } from '@diorama/shared/scene/ops.ts';
import { newSceneId } from '@diorama/shared/scene/scene-id.ts';
import { quantityOf } from '../../scene/measure/quantity.ts';
import { firstRepeat } from '../kernels/first-repeat.ts';
import type { DrawnScene, Nudging, SceneWriter, Selecting, UserInterface } from '../parts.ts';
import { roundParts } from '../queries/local-transform.ts';
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
  const repeats = freeRepeats(editor).map((id) => writtenId(editor.ydoc, id));
  if (repeats.length === 0) {
    return;
  }
  const { shared } = editor.scene;
  const shown = writtenScene(editor);
  const generated = Object.keys(shown.nodes).filter((id) => repeats.includes(ownerOf(id) ?? ''));
  const count = Object.keys(shared.value.nodes).length + generated.length;
  if (count > MAX_NODES) {
    editor.ui.notify('repeat.tooMany', { count, most: MAX_NODES });
    return;
  }
  const named = new Map(generated.map((id) => [id, newSceneId()]));
  const overrides = overridesOfCopies(
    { stored: shared.value.nodes, shown: editor.scene.document.value.nodes, plain: shown.nodes },
    { component: editedComponent(editor), named, repeats },
  );
  if (overrides === null) {
    editor.ui.notify('repeat.overridden');
    return;
  }
  const nameOf = createNamer(editor);
  const rename = (id: string) => named.get(id) ?? writtenId(editor.ydoc, id);
  const made = repeats.map((id) => [id, copiesOf(id, shown, { named, rename, nameOf })] as const);
  editor.edit(() => {
    for (const [id, copies] of made) {
      replaceByGroup(editor.ydoc, id, copies);
    }
    replaceByCopies(editor.ydoc, shown, named);
    addOverrides(editor.ydoc, overrides);
  });
}

/** The component that is edited within an instance; null for none. */
function editedComponent({ scene }: SceneWriter): string | null {
  const edited = scene.node(scene.edited.value ?? '');
  return edited?.kind === 'instance' ? edited.props.component : null;
}

/** The scene with generated nodes, and those of the edited component in place of what an instance makes of them. */
function writtenScene(editor: SceneWriter): SceneDocument {
  const { shared, document } = editor.scene;
  const { nodes } = withComponentAsGroup(shared.value, editedComponent(editor));
  return { ...shared.value, nodes: { ...document.value.nodes, ...nodes } };
}

/** Plain nodes in place of those that a node generates itself; others of them generate their own. */
function copiesOf(
  owner: string,
  { nodes }: SceneDocument,
  {
    named,
    rename,
    nameOf,
  }: {
    named: ReadonlyMap<string, string>;
    rename: (id: string) => string;
    nameOf: (name: string) => string;
  },
): NewNode[] {
  return [...named].flatMap(([original, id]): NewNode[] => {
    const node = ownerOf(original) === owner ? ownMember(nodes, original) : undefined;
    if (!node) {
      return [];
    }
    const { index: _index, ...rest } = withRenamed(node, rename);
    const { position, rotation, scale } = roundParts(node, ['position', 'rotation', 'scale']);
    const parent = named.get(node.parent ?? '') ?? null;
    const name = parent === null ? nameOf(node.name) : node.name;
    // The same kind and props.
    return [{ ...rest, id, parent, name, position, rotation, scale } as NewNode];
  });
}
