import { Plane, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { PeerView } from '../managers/peer-state.ts';
import { pickSurface } from './pick.ts';

const FLOOR = new Plane(new Vector3(0, 1, 0));
/** Nobody means a place of the floor further from the eye than this, in metres. */
const FURTHEST = 1000;

/** Where this person looks from and points to; who follows somebody else's camera looks from there. */
export function ownView(editor: Editor): PeerView {
  const { camera, tools, following } = editor;
  const pointer = tools.pointer.get();
  return {
    cursor: pointer && placeAt(editor, pointer),
    camera: following?.followed.get() ? null : camera.get(),
    isFlat: camera.projection === 'orthographic',
  };
}

/** What is pointed at: a surface, else the floor. */
function placeAt(editor: Editor, point: ScreenPoint): Vector3 | null {
  const surface = pickSurface(editor, point);
  if (surface) {
    return surface.point;
  }
  const ray = editor.camera.rayAt(point);
  const place = ray.intersectPlane(FLOOR, new Vector3());
  return place && place.distanceTo(editor.camera.get().position) <= FURTHEST ? place : null;
}
