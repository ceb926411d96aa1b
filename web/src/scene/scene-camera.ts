import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import { MathUtils, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { type Frame, frameFactor, freeArea, type View, viewportFov } from './framing.ts';

/** Minimum extra distance of an orthographic camera, in metres. */
const MIN_BACK = 50;

/** A camera of either projection. */
export type AnyCamera = PerspectiveCamera | OrthographicCamera;

/**
 * Lens of a camera: the vertical angle in degrees, the distance at which one without perspective shows the same, and the
 * aspect of the frame that is shown as a whole.
 */
export type CameraLens = { fov: number; distance: number; aspect?: number };

/** Position of a point in CSS pixels of a viewport. `depth` is beyond ±1 outside the clipping planes. */
export type Projected = { x: number; y: number; depth: number };

/** Projects a point of the scene to a viewport of a size in CSS pixels. */
export function projectTo(
  camera: AnyCamera,
  { width, height }: Pick<Frame, 'width' | 'height'>,
  point: Vector3,
): Projected {
  const { x, y, z } = point.clone().project(camera);
  return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, depth: z };
}

/** Creates a camera with a document's projection; {@link aimCamera} places it. */
export function createSceneCamera({ projection }: SceneCamera): AnyCamera {
  return projection === 'orthographic' ? new OrthographicCamera() : new PerspectiveCamera();
}

/** Places a camera at a document's view and fits its lens to a viewport. */
export function aimCamera(camera: AnyCamera, from: SceneCamera, frame: Frame, aspect?: number): void {
  const target = new Vector3(...from.target);
  camera.position.set(...from.position);
  camera.zoom = 1;
  camera.lookAt(target);
  fitCamera(camera, { ...cameraLensOf(from), aspect }, frame);
}

/**
 * Places an orthographic camera on the line of a view, but further back. It also shows objects beside and behind the
 * eye, at the same size.
 * @returns the extra distance, in metres
 */
export function placeFlat(camera: OrthographicCamera, { position, target }: View): number {
  const way = position.clone().sub(target);
  const back = MIN_BACK + 2 * way.length();
  camera.position.copy(position).addScaledVector(way.normalize(), back);
  camera.lookAt(target);
  return back;
}

/** Eye of a point: the camera's position, or for an orthographic camera straight in front of the point. */
export function eyeOf(camera: AnyCamera, point: Vector3): Vector3 {
  if (camera instanceof PerspectiveCamera) {
    return camera.position.clone();
  }
  const forward = camera.getWorldDirection(new Vector3());
  const depth = point.clone().sub(camera.position).dot(forward);
  return point.clone().addScaledVector(forward, -Math.max(depth, 0));
}

/** Eye and target of a document's camera. */
export function cameraViewOf({ position, target }: SceneCamera): View {
  return { position: new Vector3(...position), target: new Vector3(...target) };
}

/** Lens of a document's camera. */
export function cameraLensOf({ position, target, fov }: SceneCamera): CameraLens {
  return { fov, distance: new Vector3(...position).distanceTo(new Vector3(...target)) };
}

/**
 * Fits a camera's lens to a viewport: whole within the free area, which becomes the centre of the view. The camera's
 * position stays, because further back it might be behind a wall.
 */
export function fitCamera(camera: AnyCamera, { fov, distance, aspect }: CameraLens, frame: Frame): void {
  const { width, height } = frame;
  if (camera instanceof PerspectiveCamera) {
    camera.fov = viewportFov(fov, frame, aspect);
    camera.aspect = width / height;
  } else {
    camera.top = distance * Math.tan(MathUtils.degToRad(fov) / 2) * frameFactor(frame, aspect);
    camera.bottom = -camera.top;
    camera.right = (camera.top * width) / height;
    camera.left = -camera.right;
  }
  const free = freeArea(frame);
  camera.setViewOffset(width, height, width / 2 - free.x, height / 2 - free.y, width, height);
}
