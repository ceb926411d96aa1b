import { Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { boundsOf } from '../queries/bounds-of.ts';

/** Frames the selection, or the whole scene without a selection. */
export function focusSelection(editor: Editor): void {
  const ids = editor.selection.get();
  const box = boundsOf(editor, ids.length === 0 ? Object.keys(editor.scene.get().nodes) : ids);
  if (!box.isEmpty()) {
    editor.camera.bringIntoView(box);
  }
}

/** Side views and their keys; Ctrl selects the opposite side. */
export const VIEW_SIDES = [
  { id: 'front', key: '1', direction: [0, 0, 1] },
  { id: 'back', key: 'Mod+1', direction: [0, 0, -1] },
  { id: 'right', key: '3', direction: [1, 0, 0] },
  { id: 'left', key: 'Mod+3', direction: [-1, 0, 0] },
  { id: 'top', key: '7', direction: [0, 1, 0] },
  { id: 'bottom', key: 'Mod+7', direction: [0, -1, 0] },
] as const;

/** Orbits the camera to a side of its target, at the current distance. */
export function lookFrom({ camera }: Editor, direction: readonly [number, number, number]): void {
  const { position, target, fov } = camera.get();
  // A small offset avoids an undefined up direction straight above or below.
  const way = new Vector3(...direction).add(new Vector3(0, 0, Math.abs(direction[1]) * 1e-3)).normalize();
  camera.go({ position: target.clone().addScaledVector(way, position.distanceTo(target)), target, fov });
}

/** Switches between perspective and orthographic projection. */
export function togglePerspective({ camera, following }: Editor): void {
  const wanted = camera.projection === 'perspective' ? 'orthographic' : 'perspective';
  // The view of a followed user cannot be changed.
  following?.stop();
  camera.setProjection(wanted);
}

/** Moves the camera to the scene's opening view. */
export function goToOpeningView({ camera, scene }: Editor): void {
  const { position, target, fov, projection } = scene.get().camera;
  camera.go({ position: new Vector3(...position), target: new Vector3(...target), fov }, projection);
}
