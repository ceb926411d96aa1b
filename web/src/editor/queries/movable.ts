import { Box3, Vector3 } from 'three';
import type { DrawnScene, Permission, SceneReader, Selecting } from '../parts.ts';
import { isMovable } from './gizmo-frame.ts';

/** Outermost selected nodes that can be moved; empty if the scene is read-only. */
export function movable(editor: Permission & SceneReader & Selecting): string[] {
  const { selection, isReadOnly } = editor;
  return isReadOnly.value ? [] : selection.outermost.filter((id) => isMovable(editor, id));
}

/** World size of the movable selection in metres; 0 without a surface. */
export function selectionSize(
  editor: DrawnScene & Permission & SceneReader & Selecting,
): readonly [number, number, number] {
  const box = editor.queries?.boundsOf(movable(editor)) ?? new Box3();
  const { x, y, z } = box.getSize(new Vector3());
  return [x, y, z];
}
