import { Box3, type Vector3 } from 'three';
import { type Caught, catchPoint } from '../../../scene/measure/catch-point.ts';
import type { Editor } from '../../editor.ts';
import { lockToAxis } from '../../kernels/lock-to-axis.ts';
import type { ScreenPoint } from '../../managers/camera.ts';

/** Snap target under a pointer in the view, on an axis through `from` if given; null without one. */
export function catchInView(editor: Editor, at: ScreenPoint, from: Vector3 | null): Caught | null {
  const { camera, probe } = editor;
  const caught = catchPoint(
    {
      rayAt: (place) => camera.rayAt(place),
      hit: (ray) => probe?.hits(ray)[0],
      boundsOf: (id) => probe?.boundsOf([id]) ?? new Box3(),
      project: (point) => camera.project(point),
      eye: () => camera.get().position,
      eyeOf: (point) => camera.eyeOf(point),
      metresPerPixel: (point) => camera.metresPerPixel(point),
    },
    at,
  );
  if (!from) {
    return caught;
  }
  const isThing = caught !== null && !caught.isGround;
  const pointer = { ray: camera.rayAt(at), at, project: (point: Vector3) => camera.project(point) };
  const point = lockToAxis(from, isThing ? caught.point : null, pointer);
  return { kind: isThing ? caught.kind : 'surface', point, normal: isThing ? caught.normal : null };
}
