import { placesAround } from '../../scene/measure/catch-point.ts';
import type { Editor } from '../editor.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { ProbeHit } from '../probe.ts';

/**
 * Nearest hits at a viewport point and at points `reach` pixels around it, so that corners and edges snap
 * from outside too. Undefined where there is none; the point itself comes first.
 */
export function hitsAround(
  { camera, probe }: Editor,
  at: ScreenPoint,
  reach: number,
  without?: ReadonlySet<string>,
): (ProbeHit | undefined)[] {
  return placesAround(at, reach).map((place) => probe?.hits(camera.rayAt(place), without)[0]);
}
