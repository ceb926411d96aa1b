import { Plane, Vector3 } from 'three';
import type { ScreenPoint } from '../managers/camera.ts';
import type { PeerView } from '../managers/peer-state.ts';
import type { Collaboration, ToolSwitch, ViewedScene } from '../parts.ts';
import { pickSurface } from './pick.ts';

const FLOOR = new Plane(new Vector3(0, 1, 0));
/** Largest distance of a floor point from the eye that is shared, in metres. */
const FURTHEST = 1000;

/** Camera and pointer of this user to share; the camera is null while following another user. */
export function localView(editor: Collaboration & ToolSwitch & ViewedScene): PeerView {
  const { camera, tools, following } = editor;
  const pointer = tools.pointer.value;
  return {
    cursor: pointer && placeAt(editor, pointer),
    camera: following.followed.value ? null : camera.pose.value,
    isFlat: camera.projection === 'orthographic',
  };
}

/** Pointed place: on a surface, else on the floor. */
function placeAt(editor: ViewedScene, point: ScreenPoint): Vector3 | null {
  const surface = pickSurface(editor, point);
  if (surface) {
    return surface.point;
  }
  const ray = editor.camera.rayAt(point);
  const place = ray.intersectPlane(FLOOR, new Vector3());
  return place && place.distanceTo(editor.camera.pose.value.position) <= FURTHEST ? place : null;
}
