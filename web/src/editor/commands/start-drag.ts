import type { Editor } from '../editor.ts';
import type { Mark } from '../managers/history.ts';
import { duplicateSelection } from './selection.ts';

/**
 * Starts to drag the selection, or copies of it that are selected instead; the copies and where they end up are one step
 * of the history, of which the answer has the mark. Null when there is nothing to drag.
 */
export function startDrag(editor: Editor, { isCopied }: { isCopied: boolean }): { mark: Mark | null } | null {
  const { drag, history, isReadOnly } = editor;
  const mark = isCopied && !isReadOnly.get() ? history.mark() : null;
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
