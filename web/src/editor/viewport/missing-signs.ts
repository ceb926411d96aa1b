import { showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import type { SceneView } from '../../scene/scene-view.ts';
import type { Editor } from '../editor.ts';

/** Keeps the editor told which signs of texts their fonts lack, by what the view draws; returns the undoing. */
export function tellMissingSigns(editor: Editor, view: Pick<SceneView, 'follow' | 'nodes'>): () => void {
  return view.follow(({ drawn }) => {
    const before = editor.missingSigns.get();
    const next = new Map(before);
    for (const id of drawn) {
      const missing = view.nodes.extrasOf(id)?.missing;
      const node = editor.scene.node(id);
      // A file may say anything of itself.
      const isMade = node !== undefined && !showsFile(node.kind);
      if (isMade && Array.isArray(missing) && missing.length > 0) {
        next.set(id, missing.map(String));
      } else {
        next.delete(id);
      }
    }
    if (next.size > 0 || before.size > 0) {
      editor.missingSigns.set(next);
    }
  });
}
