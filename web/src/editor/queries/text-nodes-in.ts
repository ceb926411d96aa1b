import type { SceneReader } from '../parts.ts';

/** Unlocked text nodes among some ids. */
export function textNodesIn(editor: SceneReader, ids: Iterable<string>): string[] {
  return [...ids].filter((id) => editor.scene.node(id)?.kind === 'text' && !editor.scene.isLocked(id));
}
