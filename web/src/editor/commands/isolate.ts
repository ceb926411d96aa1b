import { sourceInRepeats } from '@diorama/shared/scene/copies/generated-id.ts';
import { roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { withDescendants } from '@diorama/shared/scene/resolve.ts';
import type { DrawnScene, SceneReader, Selecting } from '../parts.ts';

/** Hides all but the selection and the lights, for this user only; shows everything if already isolated. */
export function toggleIsolation(editor: DrawnScene & SceneReader & Selecting): void {
  const { scene, selection, hidden } = editor;
  if (hidden.value.size > 0 || selection.ids.value.length === 0) {
    hidden.value = new Set();
    return;
  }
  const kept = new Set(withDescendants(scene.hierarchy, selection.ids.value));
  for (const id of selection.ids.value) {
    for (const above of scene.ancestorsOf(id)) {
      kept.add(above);
    }
  }
  const { nodes } = scene.document.value;
  const others = Object.entries(nodes).filter(
    ([id, node]) => !kept.has(sourceInRepeats(id)) && roleOf(node.kind) === 'surface',
  );
  hidden.value = new Set(others.map(([id]) => id));
}
