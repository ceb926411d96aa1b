import { FRAME_ASPECT } from './framing.ts';
import { prefersReducedMotion } from './prefers-reduced-motion.ts';
import type { CameraLens } from './scene-camera.ts';

/** Remaining share of the transition after one second. */
const LEFT = 0.004;
/** Differences too small to see, in degrees and as a share of the distance. */
const MIN = { angle: 0.01, distance: 1e-3, aspect: 1e-3 } as const;

/** Animates the camera's lens from one view to the next. */
export class LensTransition {
  #now: CameraLens;
  #ahead: CameraLens;

  constructor(lens: CameraLens) {
    this.#now = lens;
    this.#ahead = lens;
  }

  /** Current lens. */
  get now(): CameraLens {
    return this.#now;
  }

  /** Lens at the end of the transition. */
  get ahead(): CameraLens {
    return this.#ahead;
  }

  /** Shows so much at once. */
  set(lens: CameraLens): void {
    this.#now = lens;
    this.#ahead = lens;
  }

  go(lens: CameraLens): void {
    this.#ahead = lens;
  }

  /** Advances by seconds; true if the lens changed. */
  step(seconds: number): boolean {
    const [from, to] = [this.#now, this.#ahead];
    if (from === to) {
      return false;
    }
    const left = prefersReducedMotion() ? 0 : LEFT ** seconds;
    const isNear =
      Math.abs(to.fov - from.fov) < MIN.angle &&
      Math.abs(to.distance - from.distance) < to.distance * MIN.distance &&
      Math.abs(aspectOf(to) - aspectOf(from)) < MIN.aspect;
    this.#now =
      left === 0 || isNear
        ? to
        : {
            fov: to.fov + (from.fov - to.fov) * left,
            distance: to.distance + (from.distance - to.distance) * left,
            aspect: aspectOf(to) + (aspectOf(from) - aspectOf(to)) * left,
          };
    return true;
  }
}

function aspectOf({ aspect = FRAME_ASPECT }: CameraLens): number {
  return aspect;
}
