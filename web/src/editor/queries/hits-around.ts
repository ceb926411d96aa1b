import { placesAround } from '../../scene/measure/snap-to-surface.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { DrawnScene, Viewpoint } from '../parts.ts';
import type { SceneHit } from '../scene-queries.ts';

/**
 * Nearest hits at a viewport point and at points `reach` pixels around it, so that corners and edges snap
 * from outside too. Undefined where there is none; the point itself comes first.
 */
export function hitsAround(
  { camera, queries }: DrawnScene & Viewpoint,
  at: ScreenPoint,
  reach: number,
  without?: ReadonlySet<string>,
): (SceneHit | undefined)[] {
  return placesAround(at, reach).map((place) => queries?.hits(camera.rayAt(place), without)[0]);
}
