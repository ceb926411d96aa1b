import { showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import type { SceneView } from '../../scene/scene-view.ts';
import type { SceneReader, ViewportState } from '../parts.ts';

/** Keeps `editor.missingGlyphs` in sync with the drawn texts. @returns function that stops */
export function trackMissingGlyphs(
  editor: SceneReader & ViewportState,
  view: Pick<SceneView, 'follow' | 'nodes'>,
): () => void {
  return view.follow(({ drawn }) => {
    const before = editor.missingGlyphs.value;
    const next = new Map(before);
    for (const id of drawn) {
      const missing = view.nodes.drawn.extrasOf(id)?.missing;
      const node = editor.scene.node(id);
      // Extras of a file may contain arbitrary data.
      const isMade = node !== undefined && !showsFile(node.kind);
      if (isMade && Array.isArray(missing) && missing.length > 0) {
        next.set(id, missing.map(String));
      } else {
        next.delete(id);
      }
    }
    if (next.size > 0 || before.size > 0) {
      editor.missingGlyphs.value = next;
    }
  });
}
