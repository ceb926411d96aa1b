import { Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { boundsOf } from '../queries/bounds-of.ts';

/** Brings the selection into view, or everything when nothing is selected. */
export function focusSelection(editor: Editor): void {
  const ids = editor.selection.get();
  const box = boundsOf(editor, ids.length === 0 ? Object.keys(editor.scene.get().nodes) : ids);
  if (!box.isEmpty()) {
    editor.camera.bringIntoView(box);
  }
}

/** The sides a scene is looked at from, and the key of each; the opposite one needs Ctrl as well. */
export const VIEW_SIDES = [
  { id: 'front', key: '1', direction: [0, 0, 1] },
  { id: 'back', key: 'Mod+1', direction: [0, 0, -1] },
  { id: 'right', key: '3', direction: [1, 0, 0] },
  { id: 'left', key: 'Mod+3', direction: [-1, 0, 0] },
  { id: 'top', key: '7', direction: [0, 1, 0] },
  { id: 'bottom', key: 'Mod+7', direction: [0, -1, 0] },
] as const;

/** Goes around to a side of what is looked at, as far away as now. */
export function lookFrom({ camera }: Editor, direction: readonly [number, number, number]): void {
  const { position, target, fov } = camera.get();
  // Straight from above or below there would be no way to tell what is up.
  const way = new Vector3(...direction).add(new Vector3(0, 0, Math.abs(direction[1]) * 1e-3)).normalize();
  camera.go({ position: target.clone().addScaledVector(way, position.distanceTo(target)), target, fov });
}

/** Shows the scene without perspective, or with it again. */
export function togglePerspective({ camera, following }: Editor): void {
  const wanted = camera.projection === 'perspective' ? 'orthographic' : 'perspective';
  // The view of whoever is followed is not the person's to change.
  following?.stop();
  camera.setProjection(wanted);
}

/** Goes to the view that the scene opens with. */
export function goToOpeningView({ camera, scene }: Editor): void {
  const { position, target, fov, projection } = scene.get().camera;
  camera.go({ position: new Vector3(...position), target: new Vector3(...target), fov }, projection);
}
