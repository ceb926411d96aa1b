import type { Ray, Vector3 } from 'three';
import { ScenePicker } from '../picker.ts';
import { eyeOf } from '../scene-camera.ts';
import type { SceneCanvas } from '../scene-canvas.ts';
import { metresPerPixelAt, rayThrough } from '../viewport-rays.ts';
import { type Point, type SnappedPoint, snapToSurface } from './snap-to-surface.ts';

/** Creates the snapping function of a canvas; positions are in CSS pixels from its upper left corner. */
export function createCanvasSnapper(canvas: SceneCanvas): (at: Point) => SnappedPoint | null {
  const { view, rig } = canvas;
  const picker = new ScenePicker(view);
  const context = {
    rayAt: (at: Point) => rayThrough(rig.camera, canvas.size, at),
    hit: (ray: Ray) => picker.pick(ray),
    boundsOf: (id: string) => view.boundsOf([id]),
    project: canvas.project,
    eye: () => rig.view.position,
    eyeOf: (point: Vector3) => eyeOf(rig.camera, point),
    metresPerPixel: (point: Vector3) => metresPerPixelAt(rig.camera, canvas.size, point),
  };
  return (at) => snapToSurface(context, at);
}
