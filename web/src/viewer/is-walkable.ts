import type { SceneCanvas } from '../scene/scene-canvas.ts';

/** Smallest width of a scene for walking, in metres. */
const MIN_SIZE = 3;

/** Whether a scene is large enough for walking and has a perspective camera. */
export function isWalkable({ view, rig }: SceneCanvas): boolean {
  const { min, max } = view.boundsOf();
  return rig.camera.type === 'PerspectiveCamera' && Math.max(max.x - min.x, max.z - min.z) >= MIN_SIZE;
}
