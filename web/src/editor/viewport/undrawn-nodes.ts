import { isRepeated } from '@diorama/shared/scene/copies/generated-id.ts';
import { showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import type { SceneView } from '../../scene/scene-view.ts';
import type { DrawnScene, SceneReader } from '../parts.ts';

/** Keeps `editor.undrawn` in sync with the nodes whose file is not drawn. @returns function that stops */
export function trackUndrawn(editor: DrawnScene & SceneReader, view: SceneView): () => void {
  const isUndrawn = (id: string) => {
    const node = isRepeated(id) ? undefined : editor.scene.node(id);
    return node !== undefined && showsFile(node.kind) && !view.nodes.isDrawn(id);
  };
  const look = (ids: readonly string[]) => {
    const before = editor.undrawn.value;
    const changed = ids.filter((id) => isUndrawn(id) !== before.has(id));
    if (changed.length > 0) {
      const next = new Set(before);
      for (const id of changed) {
        if (!next.delete(id)) {
          next.add(id);
        }
      }
      editor.undrawn.value = next;
    }
  };
  look(Object.keys(editor.scene.document.value.nodes));
  return view.follow(({ drawn }) => look(drawn));
}
