import type { Editor } from '../editor.ts';

/** The texts among some nodes that may be changed. */
export function textsAmong(editor: Editor, ids: Iterable<string>): string[] {
  return [...ids].filter((id) => editor.scene.node(id)?.kind === 'text' && !editor.scene.isLocked(id));
}
