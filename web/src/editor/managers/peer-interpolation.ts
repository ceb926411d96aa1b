import { signal } from '@preact/signals-core';
import { Vector3 } from 'three';
import { Manager } from './manager.ts';
import type { PresenceManager } from './presence.ts';

/** Displayed positions of a peer in metres: pointer, camera eye and camera target. */
type PeerPositions = { cursor: Vector3 | null; eye: Vector3 | null; target: Vector3 | null };

/** Time constant of the interpolation, in seconds. */
const LAG = 0.07;
/** Largest time step, in seconds, to avoid jumps after a slow frame. */
const LONGEST_FRAME = 0.05;
/** Distance in metres at which the target counts as reached. */
const ARRIVED = 1e-3;
const KEYS = ['cursor', 'eye', 'target'] as const;

/** Interpolates the cameras and pointers of peers, which are sent only ten times a second. */
export class PeerInterpolation extends Manager {
  /** By client id; a new map after each {@link step} that has moved something. */
  readonly places = signal<ReadonlyMap<number, PeerPositions>>(new Map());
  readonly #presence: PresenceManager;
  #before = 0;

  constructor(presence: PresenceManager) {
    super();
    this.#presence = presence;
  }

  /** Advances to a time in milliseconds; returns whether the motion continues. */
  step(now: number): boolean {
    const share = 1 - Math.exp(-Math.min((now - this.#before) / 1000, LONGEST_FRAME) / LAG);
    this.#before = now;
    const known = this.places.value;
    let isMoving = false;
    let isChanged = known.size !== this.#presence.views.value.size;
    const places = new Map<number, PeerPositions>();
    for (const [clientId, { cursor, camera }] of this.#presence.views.value) {
      const ends = { cursor, eye: camera?.position ?? null, target: camera?.target ?? null };
      const before = known.get(clientId);
      const next: PeerPositions = { cursor: null, eye: null, target: null };
      for (const key of KEYS) {
        const place = towards(before?.[key] ?? null, ends[key], share);
        next[key] = place;
        isMoving ||= place !== ends[key];
        isChanged ||= place !== before?.[key];
      }
      places.set(clientId, next);
    }
    if (isChanged) {
      this.places.value = places;
    }
    return isMoving;
  }
}

/** A position without a previous one is not interpolated. */
function towards(from: Vector3 | null, to: Vector3 | null, share: number): Vector3 | null {
  if (!from || !to || from === to) {
    return to;
  }
  const next = new Vector3().lerpVectors(from, to, share);
  return next.distanceTo(to) < ARRIVED ? to : next;
}
