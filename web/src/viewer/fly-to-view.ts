import type { SavedView } from '@diorama/shared/scene/saved-views.ts';
import { Ray } from 'three';
import { ScenePicker } from '../scene/picker.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';

/** Flies to a saved view. The target becomes the first surface in view, else a point at the current distance. */
export function flyToView(
  canvas: SceneCanvas,
  { position, ahead, fov }: SavedView,
  picker = new ScenePicker(canvas.view),
): void {
  const hit = picker.pick(new Ray(position, ahead));
  const { position: eye, target } = canvas.rig.view;
  const depth = hit?.distance ?? eye.distanceTo(target);
  canvas.camera.look({
    position: position.clone(),
    target: position.clone().addScaledVector(ahead, depth),
    fov,
  });
}
