import type { Editor } from '../editor.ts';

/** Unlocked text nodes among some ids. */
export function textNodesIn(editor: Editor, ids: Iterable<string>): string[] {
  return [...ids].filter((id) => editor.scene.node(id)?.kind === 'text' && !editor.scene.isLocked(id));
}
