import { MathUtils, Vector3 } from 'three';
import type { View } from './framing.ts';

/** The widest window that a view is kept from, as width by height: what was seen in it is still meant to be. */
const WIDEST = 2.4;
/** What looks up or down by no more than this off the straight has no side that could be told. */
const STRAIGHT = 1e-12;
/** What is at the very edge counts as seen. */
const EDGE = 1.05;

/**
 * The view that somebody had of a place, for who wants to see that place now: as it was while the place is in it, else from
 * the same side and as far away, looking at where the place has come to.
 * @param kept - `fov` is its vertical angle in degrees
 */
export function viewOfPlace(kept: View & { fov: number }, place: Vector3): View {
  const { position, target } = kept;
  return isInView(kept, place)
    ? { position: position.clone(), target: target.clone() }
    : { position: position.clone().sub(target).add(place), target: place.clone() };
}

function isInView({ position, target, fov }: View & { fov: number }, place: Vector3): boolean {
  const forward = target.clone().sub(position).normalize();
  const right = forward.clone().cross(new Vector3(0, 1, 0));
  if (right.lengthSq() < STRAIGHT) {
    // Straight from above or below it is as good as any.
    right.set(1, 0, 0);
  }
  right.normalize();
  const up = right.clone().cross(forward);
  const way = place.clone().sub(position);
  const depth = way.dot(forward);
  const half = Math.tan(MathUtils.degToRad(fov) / 2) * depth * EDGE;
  return depth > 0 && Math.abs(way.dot(up)) <= half && Math.abs(way.dot(right)) <= half * WIDEST;
}
