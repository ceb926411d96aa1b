import { ScenePicker } from '../scene/picker.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import { rayThrough } from '../scene/viewport-rays.ts';
import { walkThrough } from '../scene/walk/walk-through.ts';
import type { Walker } from '../scene/walk/walker.ts';
import type { ViewerTranslate } from './language.ts';

/** Starts a visitor's walk through a scene from the current view. */
export function openWalk({
  host,
  canvas,
  t,
  onEnd,
}: {
  host: HTMLElement;
  canvas: SceneCanvas;
  t: ViewerTranslate;
  onEnd: () => void;
}): Walker {
  const { rig, view } = canvas;
  const picker = new ScenePicker(view);
  const before = rig.view;
  const scene = {
    pick: picker.pick.bind(picker),
    rayAt: (at: { x: number; y: number }) => rayThrough(rig.camera, canvas.size, at),
    bounds: view.boundsOf(),
    nodeOf: (id: string) => view.shown?.nodes[id],
    showAs: view.showAs.bind(view),
  };
  return walkThrough(scene, host, {
    host,
    from: before,
    show: (next) => rig.look(next, { isSmooth: false }),
    words: { leave: t('walk.leave'), keys: t('walk.keys'), touch: t('walk.touch') },
    onLeave: () => {
      onEnd();
      rig.look(before, { isSmooth: true });
    },
  });
}
