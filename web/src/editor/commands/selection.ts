import { countDetached, detachInstances } from '@diorama/shared/scene/copies/components.ts';
import { isGeneratedId } from '@diorama/shared/scene/copies/generated-id.ts';
import { writtenId } from '@diorama/shared/scene/copies/write-node.ts';
import { MAX_NODES } from '@diorama/shared/scene/defaults.ts';
import {
  duplicateNodes,
  groupNodes,
  moveNodes,
  removeNodes,
  ungroupNodes,
  updateNodes,
} from '@diorama/shared/scene/ops.ts';
import { freeOffsets } from '../features/walls/model/walls.ts';
import type { Mark } from '../managers/history.ts';
import type {
  DrawnScene,
  Nudging,
  SceneReader,
  SceneWriter,
  Selecting,
  UserInterface,
  ViewedScene,
} from '../parts.ts';
import { offsetPatches } from '../queries/duplicate-offset.ts';
import { createNamer } from '../queries/names.ts';

/** Deletes the selected unlocked nodes with all descendants. */
export function deleteSelection(editor: SceneWriter & Selecting): void {
  const ids = freeOf(editor, editor.selection.outermost);
  if (ids.length > 0) {
    editor.edit(() => removeNodes(editor.ydoc, ids));
  }
}

/** The ids without nodes of instances, which are arranged in their component only. Shows a notice if there are any. */
function arrangeable(editor: SceneWriter & UserInterface, ids: readonly string[]): string[] {
  const own = ids.filter((id) => !isGeneratedId(writtenId(editor.ydoc, id)));
  if (own.length < ids.length) {
    editor.ui.notify('instance.closed');
  }
  return own;
}

/** Existing, unlocked nodes among the given ids. */
function freeOf({ scene }: SceneReader, ids: readonly string[]): string[] {
  return ids.filter((id) => scene.node(id) !== undefined && !scene.isLocked(id));
}

/**
 * Copies the selected nodes, with numbers behind their names, and selects the copies. They stand beside the originals; those of
 * an open step, such as a drag, stay where they are.
 */
export function duplicateSelection(
  editor: SceneWriter & Selecting & UserInterface & ViewedScene,
  mark: Mark | null = null,
): void {
  const ids = arrangeable(editor, editor.selection.outermost);
  if (ids.length > 0 && !editor.isReadOnly.value) {
    const nameOf = createNamer(editor);
    const originals = ids.map((id) => editor.scene.node(id));
    const offsets = freeOffsets(editor, originals);
    const aside = mark === null ? offsetPatches(editor, ids) : [];
    const patches = originals.map((node, i) => ({
      name: nameOf(node?.name ?? ''),
      ...offsets[i],
      ...aside[i],
    }));
    const copies = editor.edit(() => {
      const made = duplicateNodes(editor.ydoc, ids);
      updateNodes(editor.ydoc, new Map(made.map((id, i) => [id, patches[i] ?? {}])));
      return made;
    }, mark);
    editor.selection.set(copies);
  }
}

/** Groups the selected unlocked nodes, and selects the group. */
export function groupSelection(editor: SceneWriter & Selecting & UserInterface, name: string): void {
  const ids = arrangeable(editor, freeOf(editor, editor.selection.outermost));
  if (ids.length === 0 || editor.isReadOnly.value) {
    return;
  }
  const group = editor.edit(() => groupNodes(editor.ydoc, ids, { name }));
  if (group !== null) {
    editor.selection.set([group]);
  }
}

/** Whether the scene has room for the nodes of instances as plain nodes; shows a notice otherwise. */
export function hasRoomToDetach({ scene, ui }: SceneReader & UserInterface, ids: readonly string[]): boolean {
  const count = countDetached(scene.shared.value, ids);
  const hasRoom = ids.length === 0 || count <= MAX_NODES;
  if (!hasRoom) {
    ui.notify('repeat.tooMany', { count, most: MAX_NODES });
  }
  return hasRoom;
}

/** Ungroups the selected unlocked groups, and selects their former children. Instances become groups. */
export function ungroupSelection(editor: SceneWriter & Selecting & UserInterface): void {
  const holders = freeOf(editor, editor.selection.ids.value).filter((id) => editor.scene.isHolder(id));
  const groups = arrangeable(editor, holders);
  const instances = groups.filter((id) => editor.scene.node(id)?.kind === 'instance');
  const written = instances.map((id) => writtenId(editor.ydoc, id));
  if (groups.length > 0 && !editor.isReadOnly.value && hasRoomToDetach(editor, written)) {
    const freed = editor.edit(() => {
      detachInstances(editor.ydoc, written);
      return [
        ...instances,
        ...ungroupNodes(
          editor.ydoc,
          groups.filter((id) => !instances.includes(id)),
        ),
      ];
    });
    editor.selection.set(freed);
  }
}

/** Selects all root nodes that are neither locked nor hidden by this user. */
export function selectAll({ scene, selection, hidden }: DrawnScene & SceneReader & Selecting): void {
  const isSelectable = (id: string) => scene.node(id)?.locked === false && !hidden.value.has(id);
  selection.set(scene.children(null).filter(isSelectable));
}

export function renameNode(editor: SceneWriter, id: string, name: string): void {
  const trimmed = name.trim().slice(0, 200);
  if (trimmed !== '' && trimmed !== editor.scene.node(id)?.name) {
    editor.edit(() => updateNodes(editor.ydoc, new Map([[id, { name: trimmed }]])));
  }
}

/** Toggles visibility or lock of nodes: all get the opposite of the first node's value. */
export function toggleFlag(editor: SceneWriter, ids: readonly string[], flag: 'visible' | 'locked'): void {
  const first = editor.scene.node(ids[0] ?? '');
  if (first) {
    const patch = { [flag]: !first[flag] };
    editor.edit(() => updateNodes(editor.ydoc, new Map(ids.map((id) => [id, patch]))));
  }
}

/**
 * Moves unlocked nodes in the tree, before a sibling or to the end. They keep their world transform, or with
 * `keepsLocal` their local one.
 */
export function reparent(
  editor: Nudging & SceneWriter & UserInterface,
  ids: readonly string[],
  {
    parent,
    before,
    keepsLocal = false,
  }: { parent: string | null; before: string | null; keepsLocal?: boolean },
): void {
  editor.nudging.rest();
  const isOpen = parent === null || !isGeneratedId(writtenId(editor.ydoc, parent));
  const free = arrangeable(editor, isOpen ? freeOf(editor, ids) : ids);
  if (free.length === 0 || !isOpen) {
    return;
  }
  const own = free.map((id) => [id, editor.scene.node(id)] as const);
  editor.edit(() => {
    moveNodes(editor.ydoc, free, { parent, before });
    if (keepsLocal) {
      const patches = own.flatMap(([id, node]) =>
        node ? [[id, { position: node.position, rotation: node.rotation, scale: node.scale }] as const] : [],
      );
      updateNodes(editor.ydoc, new Map(patches));
    }
  });
}

/** Moves the selected nodes one position up or down among their siblings. */
export function shiftInTree(
  editor: Nudging & SceneWriter & Selecting & UserInterface,
  direction: -1 | 1,
): void {
  const [id] = editor.selection.outermost;
  if (id === undefined) {
    return;
  }
  const parent = editor.scene.parentOf(id);
  const siblings = editor.scene.children(parent);
  const at = siblings.indexOf(id);
  const target = direction === -1 ? at - 1 : at + 2;
  if (target >= 0 && at + direction < siblings.length) {
    reparent(editor, [id], { parent, before: siblings[target] ?? null });
  }
}
