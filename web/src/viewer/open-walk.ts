import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import { ScenePicker } from '../scene/picker.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
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
  const raycaster = new Raycaster();
  const floor = Math.min(view.boundsOf().min.y, 0);
  const before = rig.view;
  const aim = (x: number, y: number) => {
    const { left, top, width, height } = host.getBoundingClientRect();
    const at = new Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2);
    raycaster.setFromCamera(at, rig.camera);
    return raycaster.ray.clone();
  };
  return new Walker({
    host,
    from: before,
    show: (next) => rig.look(next, { isSmooth: false }),
    cast: (from, way, far) => {
      raycaster.set(from, way);
      raycaster.far = far;
      const [hit] = picker.pickAll(raycaster);
      raycaster.far = Number.POSITIVE_INFINITY;
      return hit && hit.distance <= far ? { distance: hit.distance, normal: hit.normal } : null;
    },
    doors: new Doors({
      hit: (ray) => {
        raycaster.ray.copy(ray);
        return picker.pickAll(raycaster)[0] ?? null;
      },
      nodeOf: (id) => view.document?.nodes[id],
      showAs: (id, props) => view.showAs(id, props),
    }),
    rayAt: aim,
    placeAt: (x, y) => {
      aim(x, y);
      const [hit] = picker.pickAll(raycaster);
      if (hit) {
        return Math.abs(hit.normal.y) >= LEVEL ? hit.point : null;
      }
      return raycaster.ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -floor), new Vector3());
    },
    floor,
    words: { leave: t('walk.leave'), keys: t('walk.keys'), touch: t('walk.touch') },
    onLeave: () => {
      onEnd();
      rig.look(before, { isSmooth: true });
    },
  });
}
