import { Ray, type Vector3 } from 'three';
import { ScenePicker } from './picker.ts';
import { eyeOf } from './scene-camera.ts';
import type { SceneCanvas } from './scene-canvas.ts';

/** A surface closer to the eye than this share of the distance occludes a point. */
const BEFORE = 0.99;

/** Whether a surface occludes a point. @param pick - returns the first surface on a ray */
export function isOccluded(
  { eye, point }: { eye: Vector3; point: Vector3 },
  pick: (ray: Ray) => { distance: number } | undefined,
): boolean {
  const way = point.clone().sub(eye);
  const distance = way.length();
  const hit = pick(new Ray(eye.clone(), way.normalize()));
  return hit !== undefined && hit.distance < distance * BEFORE;
}

/** Creates a function that tests whether a scene's surfaces occlude a point. */
export function occlusionOf(canvas: Pick<SceneCanvas, 'rig' | 'view'>): (point: Vector3) => boolean {
  const picker = new ScenePicker(canvas.view);
  return (point) => isOccluded({ eye: eyeOf(canvas.rig.camera, point), point }, (ray) => picker.pick(ray));
}
