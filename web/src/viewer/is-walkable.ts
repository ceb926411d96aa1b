import type { SceneCanvas } from '../scene/scene-canvas.ts';

/** A scene smaller than this is looked at, not walked through; in metres across. */
const LEAST_SIZE = 3;

/** Whether there is room in a scene to walk, and perspective. */
export function isWalkable({ view, rig }: SceneCanvas): boolean {
  const { min, max } = view.boundsOf();
  return rig.camera.type === 'PerspectiveCamera' && Math.max(max.x - min.x, max.z - min.z) >= LEAST_SIZE;
}
