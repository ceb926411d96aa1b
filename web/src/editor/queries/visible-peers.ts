import type { Vector3 } from 'three';
import type { ConnectedPerson } from '../kernels/connected-people.ts';
import type { Collaboration, Viewpoint } from '../parts.ts';

/**
 * Smallest distance of a drawn camera from the eye, as a share of the target distance; nearer lines would
 * fill the view.
 */
const NEAR_SHARE = 0.05;

/**
 * Camera of another user to draw. Null if it follows a camera, is followed by this user, or is behind or
 * at the eye.
 */
export function visiblePeerCamera(
  { camera, interpolation, following }: Collaboration & Viewpoint,
  { person, clientId, following: whom }: ConnectedPerson,
): { eye: Vector3; target: Vector3 } | null {
  const { eye, target } = interpolation.places.value.get(clientId) ?? {};
  if (!eye || !target || whom !== null || following.followed.value?.uuid === person.uuid) {
    return null;
  }
  const own = camera.pose.value;
  const isInEye = eye.distanceTo(own.position) < NEAR_SHARE * own.position.distanceTo(own.target);
  return isInEye || !isInFront(camera.project(eye).depth) ? null : { eye, target };
}

/** Pointer position of another user, if it is in front of the eye. */
export function visiblePeerCursor(
  { camera, interpolation }: Collaboration & Viewpoint,
  { clientId }: ConnectedPerson,
): Vector3 | null {
  const { cursor } = interpolation.places.value.get(clientId) ?? {};
  return cursor && isInFront(camera.project(cursor).depth) ? cursor : null;
}

function isInFront(depth: number): boolean {
  return depth >= -1 && depth < 1;
}
