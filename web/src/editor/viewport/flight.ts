import type { Vector3 } from 'three';

type Place = { position: Vector3; target: Vector3 };

const SECONDS = 0.35;

/** Moves from one view to another within a moment; at once where the person wants no motion. */
export class Flight {
  #way: { from: Place; to: Place; time: number } | null = null;

  start(from: Place, to: Place): void {
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#way = { from, to, time: isStill ? SECONDS : 0 };
  }

  /** Ends the flight where it is. */
  stop(): void {
    this.#way = null;
  }

  /** The view after some more seconds, or null when there is no flight. */
  advance(seconds: number): Place | null {
    if (!this.#way) {
      return null;
    }
    const { from, to } = this.#way;
    // A frame that took long, such as the first one, must not be half of the flight.
    this.#way.time += Math.min(seconds, 0.05);
    const share = Math.min(this.#way.time / SECONDS, 1);
    const eased = 1 - (1 - share) ** 3;
    if (share === 1) {
      this.#way = null;
    }
    return {
      position: from.position.clone().lerp(to.position, eased),
      target: from.target.clone().lerp(to.target, eased),
    };
  }
}
