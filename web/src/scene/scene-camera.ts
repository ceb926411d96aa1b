import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import { MathUtils, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { type Frame, frameFactor, freeArea, type View, viewportFov } from './framing.ts';

/** A camera without perspective stands at least this much further back, in metres. */
const LEAST_BACK = 50;

/** A camera of either projection. */
export type AnyCamera = PerspectiveCamera | OrthographicCamera;

/** What a camera shows of a scene: the vertical angle in degrees, and the distance at which one without perspective shows the same. */
export type CameraLens = { fov: number; distance: number };

/** A camera of the projection that a document asks for; {@link aimCamera} puts it in place. */
export function createSceneCamera({ projection }: SceneCamera): AnyCamera {
  return projection === 'orthographic' ? new OrthographicCamera() : new PerspectiveCamera();
}

/** Puts a camera where a document says, and fits what it shows into a viewport. */
export function aimCamera(camera: AnyCamera, from: SceneCamera, frame: Frame): void {
  const target = new Vector3(...from.target);
  camera.position.set(...from.position);
  camera.zoom = 1;
  camera.lookAt(target);
  shapeCamera(camera, lensOf(from), frame);
}

/**
 * Puts a camera without perspective where a view is from, but further back: it sees what is beside the eye and behind it as
 * well, as nothing gets smaller.
 * @returns by how many metres
 */
export function placeFlat(camera: OrthographicCamera, { position, target }: View): number {
  const way = position.clone().sub(target);
  const back = LEAST_BACK + 2 * way.length();
  camera.position.copy(position).addScaledVector(way.normalize(), back);
  camera.lookAt(target);
  return back;
}

/** Where a camera sees a point from: itself, or straight before the point where there is no perspective. */
export function eyeOf(camera: AnyCamera, point: Vector3): Vector3 {
  if (camera instanceof PerspectiveCamera) {
    return camera.position.clone();
  }
  const forward = camera.getWorldDirection(new Vector3());
  const depth = point.clone().sub(camera.position).dot(forward);
  return point.clone().addScaledVector(forward, -Math.max(depth, 0));
}

/** A document's view: where from, and at what. */
export function viewOf({ position, target }: SceneCamera): View {
  return { position: new Vector3(...position), target: new Vector3(...target) };
}

/** The lens of a document's view. */
export function lensOf({ position, target, fov }: SceneCamera): CameraLens {
  return { fov, distance: new Vector3(...position).distanceTo(new Vector3(...target)) };
}

/**
 * Fits what a camera shows into a viewport: whole within the free area, whose middle becomes the middle of the view.
 * The camera stays where it is: moved back it might stand behind a wall.
 */
export function shapeCamera(camera: AnyCamera, { fov, distance }: CameraLens, frame: Frame): void {
  const { width, height } = frame;
  if (camera instanceof PerspectiveCamera) {
    camera.fov = viewportFov(fov, frame);
    camera.aspect = width / height;
  } else {
    camera.top = distance * Math.tan(MathUtils.degToRad(fov) / 2) * frameFactor(frame);
    camera.bottom = -camera.top;
    camera.right = (camera.top * width) / height;
    camera.left = -camera.right;
  }
  const free = freeArea(frame);
  camera.setViewOffset(width, height, width / 2 - free.x, height / 2 - free.y, width, height);
}
