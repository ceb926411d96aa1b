import { prefersStillness } from './prefers-stillness.ts';
import type { CameraLens } from './scene-camera.ts';

/** How much of the way is left after a second of it. */
const LEFT = 0.004;
/** Nobody sees the last of it, in degrees and as a share of the distance. */
const LEAST = { angle: 0.01, distance: 1e-3 } as const;

/** Brings how much is seen of a scene smoothly from one view to the next. */
export class LensGlide {
  #now: CameraLens;
  #ahead: CameraLens;

  constructor(lens: CameraLens) {
    this.#now = lens;
    this.#ahead = lens;
  }

  /** How much is seen now. */
  get now(): CameraLens {
    return this.#now;
  }

  /** How much will be seen at the end of the way. */
  get ahead(): CameraLens {
    return this.#ahead;
  }

  go(lens: CameraLens): void {
    this.#ahead = lens;
  }

  /** Moves on by seconds; true when something is seen differently now. */
  step(seconds: number): boolean {
    const [from, to] = [this.#now, this.#ahead];
    if (from === to) {
      return false;
    }
    const left = prefersStillness() ? 0 : LEFT ** seconds;
    const isNear =
      Math.abs(to.fov - from.fov) < LEAST.angle &&
      Math.abs(to.distance - from.distance) < to.distance * LEAST.distance;
    this.#now =
      left === 0 || isNear
        ? to
        : {
            fov: to.fov + (from.fov - to.fov) * left,
            distance: to.distance + (from.distance - to.distance) * left,
          };
    return true;
  }
}
