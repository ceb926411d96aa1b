import { PerspectiveCamera, Vector3 } from 'three';
import type { AnyCamera } from './scene-camera.ts';

/** Where a camera sees a point from: its eye, or straight before the point where there is no perspective. */
export function eyeOf(camera: AnyCamera, point: Vector3): Vector3 {
  if (camera instanceof PerspectiveCamera) {
    return camera.position.clone();
  }
  const ahead = camera.getWorldDirection(new Vector3());
  const depth = point.clone().sub(camera.position).dot(ahead);
  return point.clone().addScaledVector(ahead, -depth);
}
