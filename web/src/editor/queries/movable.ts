import { Box3, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { isMovable } from './gizmo-frame.ts';

/** The outermost selected nodes that can be moved; none for who may only look. */
export function movable(editor: Editor): string[] {
  const { selection, isReadOnly } = editor;
  return isReadOnly.get() ? [] : selection.outermost.filter((id) => isMovable(editor, id));
}

/** How large what would be copied is along the axes of the scene, in metres; 0 of what has no surface. */
export function selectionSize(editor: Editor): readonly [number, number, number] {
  const box = editor.probe?.boundsOf(movable(editor)) ?? new Box3();
  const { x, y, z } = box.getSize(new Vector3());
  return [x, y, z];
}
