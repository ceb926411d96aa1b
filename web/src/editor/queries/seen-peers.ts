import type { Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import type { PersonHere } from '../kernels/people-here.ts';

/** A camera nearer to the own eye than this share of what is looked at is no more than lines in the face. */
const NEAR_SHARE = 0.05;

/**
 * The camera of somebody else as it is to be drawn: none of who follows another camera, of who is followed, whose view is
 * one's own, and none that is behind the eye or in it.
 */
export function seenCamera(
  { camera, glide, following }: Editor,
  { person, clientId, following: whom }: PersonHere,
): { eye: Vector3; target: Vector3 } | null {
  const { eye, target } = glide?.places.get().get(clientId) ?? {};
  if (!eye || !target || whom !== null || following?.followed.get()?.uuid === person.uuid) {
    return null;
  }
  const own = camera.get();
  const isInEye = eye.distanceTo(own.position) < NEAR_SHARE * own.position.distanceTo(own.target);
  return isInEye || !isInFront(camera.project(eye).depth) ? null : { eye, target };
}

/** Where somebody else points to, when that is before the eye. */
export function seenCursor({ camera, glide }: Editor, { clientId }: PersonHere): Vector3 | null {
  const { cursor } = glide?.places.get().get(clientId) ?? {};
  return cursor && isInFront(camera.project(cursor).depth) ? cursor : null;
}

function isInFront(depth: number): boolean {
  return depth >= -1 && depth < 1;
}
