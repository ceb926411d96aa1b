import { PerspectiveCamera, type Ray, Raycaster, Vector2, Vector3 } from 'three';
import type { Frame } from './framing.ts';
import type { AnyCamera } from './scene-camera.ts';

type Size = Pick<Frame, 'width' | 'height'>;

const raycaster = new Raycaster();

/** Ray from the eye through a point of a viewport, in CSS pixels from its top left corner. */
export function rayThrough(camera: AnyCamera, { width, height }: Size, at: { x: number; y: number }): Ray {
  raycaster.setFromCamera(new Vector2((at.x / width) * 2 - 1, 1 - (at.y / height) * 2), camera);
  return raycaster.ray.clone();
}

/** Metres per CSS pixel at a point of the scene. */
export function metresPerPixelAt(camera: AnyCamera, { height }: Size, point: Vector3): number {
  if (camera instanceof PerspectiveCamera) {
    const depth = point.clone().sub(camera.position).dot(camera.getWorldDirection(new Vector3()));
    return (2 * Math.max(depth, 1e-3) * Math.tan((camera.getEffectiveFOV() * Math.PI) / 360)) / height;
  }
  return (camera.top - camera.bottom) / camera.zoom / height;
}
