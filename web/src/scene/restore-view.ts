import { MathUtils, type Vector3 } from 'three';
import { type View, viewAxesOf } from './framing.ts';

/**
 * Largest assumed aspect ratio of the window in which a view was stored; everything visible in it counts as in view.
 */
const WIDEST = 2.4;
/** Tolerance at the edges of the view. */
const EDGE = 1.05;

/**
 * View for returning to a place: the stored view if the place is visible in it. Otherwise, a view from the same
 * direction and distance, centred on the place.
 * @param kept - `fov` is its vertical angle in degrees
 */
export function restoreViewOf(kept: View & { fov: number }, place: Vector3): View {
  const { position, target } = kept;
  return isInView(kept, place)
    ? { position: position.clone(), target: target.clone() }
    : { position: position.clone().sub(target).add(place), target: place.clone() };
}

function isInView({ position, target, fov }: View & { fov: number }, place: Vector3): boolean {
  const { forward, right, up } = viewAxesOf({ position, target });
  const way = place.clone().sub(position);
  const depth = way.dot(forward);
  const half = Math.tan(MathUtils.degToRad(fov) / 2) * depth * EDGE;
  return depth > 0 && Math.abs(way.dot(up)) <= half && Math.abs(way.dot(right)) <= half * WIDEST;
}
