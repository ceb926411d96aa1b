import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import { MathUtils, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { distanceFactor } from './framing.ts';

/** A camera of either projection. */
export type AnyCamera = PerspectiveCamera | OrthographicCamera;

/** A camera of the projection that a document asks for; {@link aimCamera} puts it in place. */
export function createSceneCamera({ projection }: SceneCamera): AnyCamera {
  return projection === 'orthographic' ? new OrthographicCamera() : new PerspectiveCamera();
}

/**
 * Puts a camera where a document says, further away in a narrow viewport (width by height). Without perspective it
 * shows at the target's distance what one with it would.
 */
export function aimCamera(camera: AnyCamera, { position, target, fov }: SceneCamera, aspect: number): void {
  const middle = new Vector3(...target);
  camera.position
    .set(...position)
    .sub(middle)
    .multiplyScalar(distanceFactor(aspect))
    .add(middle);
  camera.zoom = 1;
  if (camera instanceof PerspectiveCamera) {
    camera.fov = fov;
  } else {
    camera.top = camera.position.distanceTo(middle) * Math.tan(MathUtils.degToRad(fov) / 2);
  }
  camera.lookAt(middle);
  shapeCamera(camera, aspect);
}

/** Follows the shape of the viewport, keeping what is seen from top to bottom. */
export function shapeCamera(camera: AnyCamera, aspect: number): void {
  if (camera instanceof PerspectiveCamera) {
    camera.aspect = aspect;
  } else {
    camera.bottom = -camera.top;
    camera.right = camera.top * aspect;
    camera.left = -camera.right;
  }
  camera.updateProjectionMatrix();
}
