import { Box3, Vector3 } from 'three';
import type { Editor } from '../editor.ts';

/** What is looked at of a thing without a surface, in metres. */
const MARK_RADIUS = 0.5;

/** Brings the selection into view, or everything when nothing is selected. */
export function focusSelection(editor: Editor): void {
  const ids = editor.selection.get();
  const box = boundsOf(editor, ids.length === 0 ? Object.keys(editor.scene.get().nodes) : ids);
  if (!box.isEmpty()) {
    editor.camera.bringIntoView(box);
  }
}

/** Goes to the view that the scene opens with. */
export function goToOpeningView({ camera, scene }: Editor): void {
  const { position, target, fov } = scene.get().camera;
  camera.go({ position: new Vector3(...position), target: new Vector3(...target), fov });
}

/** The bounds of nodes; those without a surface count as a small box around where they stand. */
export function boundsOf({ probe, scene }: Editor, ids: readonly string[]): Box3 {
  const box = probe?.boundsOf(ids) ?? new Box3();
  if (!box.isEmpty()) {
    return box;
  }
  for (const id of ids) {
    const at = new Vector3().setFromMatrixPosition(scene.worldOf(id));
    box.expandByPoint(at.clone().addScalar(MARK_RADIUS)).expandByPoint(at.clone().addScalar(-MARK_RADIUS));
  }
  return box;
}
