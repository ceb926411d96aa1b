import { placesAround } from '../../scene/measure/catch-point.ts';
import type { Editor } from '../editor.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { ProbeHit } from '../probe.ts';

/**
 * What is under a point of the viewport, and what is `reach` pixels beside it: corners and edges are caught from beside a
 * thing as well. The nearest surface of each, undefined where there is none; the point itself comes first.
 */
export function hitsAround(
  { camera, probe }: Editor,
  at: ScreenPoint,
  reach: number,
  without?: ReadonlySet<string>,
): (ProbeHit | undefined)[] {
  return placesAround(at, reach).map((place) => probe?.hits(camera.rayAt(place), without)[0]);
}
