import { Plane, Ray, Vector3 } from 'three';
import { ScenePicker } from '../scene/picker.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import { rayThrough } from '../scene/viewport-rays.ts';
import { Doors } from '../scene/walk/doors.ts';
import { Walker } from '../scene/walk/walker.ts';
import type { ViewerTranslate } from './language.ts';

/** Upward component of a normal above which a surface can be walked on. */
const LEVEL = 0.6;

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
  const floor = Math.min(view.boundsOf().min.y, 0);
  const before = rig.view;
  const aim = (x: number, y: number) => {
    const { left, top, width, height } = host.getBoundingClientRect();
    return rayThrough(rig.camera, { width, height }, { x: x - left, y: y - top });
  };
  return new Walker({
    host,
    from: before,
    show: (next) => rig.look(next, { isSmooth: false }),
    cast: (from, way, far) => {
      const hit = picker.pick(new Ray(from, way), far);
      return hit && hit.distance <= far ? { distance: hit.distance, normal: hit.normal } : null;
    },
    doors: new Doors({
      hit: (ray) => picker.pick(ray) ?? null,
      nodeOf: (id) => view.document?.nodes[id],
      showAs: (id, props) => view.showAs(id, props),
    }),
    rayAt: aim,
    placeAt: (x, y) => {
      const ray = aim(x, y);
      const hit = picker.pick(ray);
      if (hit) {
        return Math.abs(hit.normal.y) >= LEVEL ? hit.point : null;
      }
      return ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -floor), new Vector3());
    },
    floor,
    words: { leave: t('walk.leave'), keys: t('walk.keys'), touch: t('walk.touch') },
    onLeave: () => {
      onEnd();
      rig.look(before, { isSmooth: true });
    },
  });
}
