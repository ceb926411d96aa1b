import { showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { reparent } from '../commands/selection.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { type DropPosition, dropPosition } from '../kernels/drop-position.ts';
import { rowsBetween, treeMove } from '../kernels/tree-moves.ts';
import { type TreeRow, treeRows } from '../kernels/tree-rows.ts';
import type { SceneReader } from '../parts.ts';

/** Rows of the scene's tree that are open, or that match a search. */
export function useOutlinerRows(query: string): readonly TreeRow[] {
  const editor = useEditor();
  const open = useSignalValue(editor.ui.openNodes);
  const hierarchy = useScene(() => editor.scene.hierarchy);
  // Subscribes to single nodes only during a search.
  const named = useScene(({ nodes }) => (query === '' ? null : nodes));
  // The parts of a file are known once it is drawn.
  const undrawn = useSignalValue(editor.undrawn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of a file depend on its drawing
  return useMemo(() => {
    const partsOf = (id: string) => (showsFileAt(editor, id) ? (editor.queries?.partsOf(id) ?? []) : []);
    return treeRows({ nodes: editor.scene.document.value.nodes, hierarchy, open, query, partsOf });
  }, [editor, named, hierarchy, open, query, undrawn]);
}

function showsFileAt({ scene }: SceneReader, id: string): boolean {
  const node = scene.node(id);
  return node !== undefined && showsFile(node.kind);
}

type RangeKeys = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Selection of rows by pointer and keys; `at` is the index of the primary node. */
export function useRowSelection(rows: readonly TreeRow[]) {
  const { selection, ui } = useEditor();
  const selected = useSignalValue(selection.ids);
  const primary = selected.at(-1) ?? null;
  const at = rows.findIndex(({ id }) => id === primary);
  /** Start of a range selected with Shift. */
  const anchor = useRef<string | null>(null);
  const toggle = (id: string, isOpen: boolean) => ui.openInOutliner([id], isOpen);
  const select = (id: string, { shiftKey, ctrlKey, metaKey }: RangeKeys) => {
    const from = selected.includes(anchor.current ?? '') ? anchor.current : primary;
    if (shiftKey && from !== null) {
      anchor.current = from;
      selection.set(rowsBetween(rows, from, id));
      return;
    }
    anchor.current = id;
    if (ctrlKey || metaKey) {
      selection.toggle(id);
    } else {
      selection.set([id]);
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const move = event.altKey ? null : treeMove(rows, at, event.key);
    if (!move) {
      return;
    }
    if ('to' in move) {
      select(move.to, event);
    } else {
      toggle(move.fold, move.isOpen);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { at, primary, select, toggle, handleKeyDown };
}

/** Moves dragged rows to the drop position. */
export function useRowDrop(rows: readonly TreeRow[], rowHeight: number) {
  const editor = useEditor();
  const [drop, setDrop] = useState<DropPosition | null>(null);
  const { scene, isReadOnly, ui } = editor;
  const handleDragOver = (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes('text/diorama-nodes') || isReadOnly.value) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
    const tree = {
      childrenOf: (id: string | null) => scene.children(id),
      parentOf: (id: string) => scene.parentOf(id),
    };
    setDrop(dropPosition({ rows, y, rowHeight, ...tree }));
  };
  const handleDrop = (event: DragEvent) => {
    const ids = event.dataTransfer.getData('text/diorama-nodes').split(',').filter(Boolean);
    if (drop && ids.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      const { parent, before } = drop;
      reparent(editor, ids, { parent, before, keepsLocal: event.ctrlKey || event.metaKey });
      if (parent !== null) {
        ui.openInOutliner([parent], true);
      }
    }
    setDrop(null);
  };
  return { drop, handleDragOver, handleDrop, handleDragLeave: () => setDrop(null) };
}
