import { Vector3 } from 'three';
import type { CameraPose } from '../managers/camera.ts';
import type {
  Collaboration,
  DrawnScene,
  SceneReader,
  Selecting,
  UserInterface,
  ViewedScene,
  Viewpoint,
} from '../parts.ts';
import { boundsOf } from '../queries/bounds-of.ts';
import { contentAspectOf } from '../queries/content-aspect-of.ts';

/** A view that is less far off, in metres, has not been moved. */
const STILL = 1e-3;
/** Space for the sides of the widest device, as a factor. */
const BESIDE_DEVICES = 1.12;

/** Frames the selection, or the whole scene without a selection. */
export function focusSelection(editor: Selecting & ViewedScene): void {
  const ids = editor.selection.ids.value;
  const box = boundsOf(editor, ids.length === 0 ? Object.keys(editor.scene.document.value.nodes) : ids);
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
export function lookFrom({ camera }: Viewpoint, direction: readonly [number, number, number]): void {
  const { position, target, fov } = camera.pose.value;
  // A small offset avoids an undefined up direction straight above or below.
  const way = new Vector3(...direction).add(new Vector3(0, 0, Math.abs(direction[1]) * 1e-3)).normalize();
  camera.go({ position: target.clone().addScaledVector(way, position.distanceTo(target)), target, fov });
}

/** Switches between perspective and orthographic projection. */
export function togglePerspective({ camera, following }: Collaboration & Viewpoint): void {
  const wanted = camera.projection === 'perspective' ? 'orthographic' : 'perspective';
  // The view of a followed user cannot be changed.
  following.stop();
  camera.setProjection(wanted);
}

/** Moves the camera to the scene's opening view. */
export function goToOpeningView(editor: ViewedScene): void {
  const { projection } = editor.scene.document.value.camera;
  editor.camera.go(openingPose(editor), projection);
  fitFrame(editor);
}

/** Fits the frame to what the opening view shows, once that is drawn, unless the person has moved the view meanwhile. */
export function fitOpeningFrame(editor: ViewedScene): void {
  const [now, opening] = [editor.camera.pose.value, openingPose(editor)];
  if (now.position.distanceTo(opening.position) < STILL && now.target.distanceTo(opening.target) < STILL) {
    fitFrame(editor);
  }
}

/** Draws what phones and desktops would show of the present view, with space around their sides, or no more. */
export function toggleDevices(editor: DrawnScene & UserInterface & Viewpoint): void {
  const { camera, ui } = editor;
  const areDevicesShown = !ui.state.value.areDevicesShown;
  ui.change({ areDevicesShown });
  camera.frameAspect.value =
    contentAspectOf(editor, camera.pose.value) * (areDevicesShown ? BESIDE_DEVICES : 1);
}

function fitFrame(editor: ViewedScene): void {
  editor.camera.frameAspect.value = contentAspectOf(editor, openingPose(editor));
}

function openingPose({ scene }: SceneReader): CameraPose {
  const { position, target, fov } = scene.document.value.camera;
  return { position: new Vector3(...position), target: new Vector3(...target), fov };
}
