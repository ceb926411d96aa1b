import type { SceneCanvas } from '../scene/scene-canvas.ts';
import type { Walker } from '../scene/walk/walker.ts';
import type { Words } from './language.ts';

/** A scene smaller than this is looked at, not walked through; in metres across. */
const LEAST_SIZE = 3;

/** Whether there is room in a scene to walk, and perspective. */
export function isWalkable({ view, rig }: SceneCanvas): boolean {
  const { min, max } = view.boundsOf();
  return rig.camera.type === 'PerspectiveCamera' && Math.max(max.x - min.x, max.z - min.z) >= LEAST_SIZE;
}

/** Fetches what walks, and lets the visitor walk through the scene until they leave; returns the undoing. */
export function startWalk(options: {
  host: HTMLElement;
  canvas: SceneCanvas;
  words: Words;
  onEnd: () => void;
}): () => void {
  let isOver = false;
  let walker: Walker | null = null;
  const end = () => {
    isOver = true;
    walker?.dispose();
  };
  import('./open-walk.ts').then(
    ({ openWalk }) => {
      if (!isOver) {
        walker = openWalk(options);
      }
    },
    // What cannot be fetched leaves the scene as it is to look at.
    () => options.onEnd(),
  );
  return end;
}
