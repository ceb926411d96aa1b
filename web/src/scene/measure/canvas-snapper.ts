import { PerspectiveCamera, Raycaster, Vector2, Vector3 } from 'three';
import { ScenePicker } from '../picker.ts';
import { eyeOf } from '../scene-camera.ts';
import type { SceneCanvas } from '../scene-canvas.ts';
import { type Point, type SnappedPoint, snapToSurface } from './snap-to-surface.ts';

/** Creates the snapping function of a canvas; positions are in CSS pixels from its upper left corner. */
export function createCanvasSnapper(canvas: SceneCanvas): (at: Point) => SnappedPoint | null {
  const { view, rig } = canvas;
  const picker = new ScenePicker(view);
  const raycaster = new Raycaster();
  const depthOf = (point: Vector3) =>
    point.clone().sub(rig.camera.position).dot(rig.camera.getWorldDirection(new Vector3()));
  const context = {
    rayAt: ({ x, y }: Point) => {
      const { width, height } = canvas.size;
      raycaster.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), rig.camera);
      return raycaster.ray.clone();
    },
    hit: (ray: Raycaster['ray']) => {
      raycaster.ray.copy(ray);
      return picker.pickAll(raycaster)[0];
    },
    boundsOf: (id: string) => view.boundsOf([id]),
    project: (point: Vector3) => canvas.project(point),
    eye: () => rig.view.position,
    eyeOf: (point: Vector3) => eyeOf(rig.camera, point),
    metresPerPixel: (point: Vector3) => {
      const { camera } = rig;
      const { height } = canvas.size;
      return camera instanceof PerspectiveCamera
        ? (2 * depthOf(point) * Math.tan((camera.getEffectiveFOV() * Math.PI) / 360)) / height
        : (camera.top - camera.bottom) / camera.zoom / height;
    },
  };
  return (at) => snapToSurface(context, at);
}
