import type { Mark } from '../managers/history.ts';
import type { Dragging, SceneWriter, Selecting, UserInterface, ViewedScene } from '../parts.ts';
import { duplicateSelection } from './selection.ts';

/**
 * Starts to drag the selection, or new copies of it. Copying and moving are one history step, whose mark is
 * returned. Returns null if nothing can be dragged.
 */
export function startDrag(
  editor: Dragging & SceneWriter & Selecting & UserInterface & ViewedScene,
  { isCopied }: { isCopied: boolean },
): { mark: Mark | null } | null {
  const { drag, history, isReadOnly } = editor;
  const mark = isCopied && !isReadOnly.value ? history.mark() : null;
  if (mark) {
    duplicateSelection(editor, mark);
  }
  if (drag.start()) {
    return { mark };
  }
  if (mark) {
    history.bail();
  }
  return null;
}
