import { Box3, type Vector3 } from 'three';
import { type SnappedPoint, snapToSurface } from '../../../scene/measure/snap-to-surface.ts';
import { lockToAxis } from '../../kernels/lock-to-axis.ts';
import type { ScreenPoint } from '../../managers/camera.ts';
import type { DrawnScene, Viewpoint } from '../../parts.ts';

/** Snap target under a pointer in the view, on an axis through `from` if given; null without one. */
export function snapInView(
  editor: DrawnScene & Viewpoint,
  at: ScreenPoint,
  from: Vector3 | null,
): SnappedPoint | null {
  const { camera, queries } = editor;
  const caught = snapToSurface(
    {
      rayAt: (place) => camera.rayAt(place),
      hit: (ray) => queries?.hits(ray)[0],
      boundsOf: (id) => queries?.boundsOf([id]) ?? new Box3(),
      project: (point) => camera.project(point),
      eye: () => camera.pose.value.position,
      eyeOf: (point) => camera.eyeOf(point),
      metresPerPixel: (point) => camera.metresPerPixel(point),
    },
    at,
  );
  if (!from) {
    return caught;
  }
  const isObject = caught !== null && !caught.isGround;
  const pointer = { ray: camera.rayAt(at), at, project: (point: Vector3) => camera.project(point) };
  const point = lockToAxis(from, isObject ? caught.point : null, pointer);
  return { kind: isObject ? caught.kind : 'surface', point, normal: isObject ? caught.normal : null };
}
