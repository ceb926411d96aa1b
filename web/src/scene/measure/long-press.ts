import type { Point } from './snap-to-surface.ts';

/** Time until a resting finger aims and no longer turns the view, in milliseconds. */
const HOLD_MS = 350;
/** Largest movement of a resting finger, in CSS pixels. */
const STILL = 8;

/** Distinguishes a resting finger from one that turns the view. */
export class LongPress {
  #start: Point | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Starts with a pressed finger; `onHeld` is called once it has rested. */
  begin(at: Point, onHeld: () => void): void {
    this.end();
    this.#start = at;
    this.#timer = setTimeout(() => {
      this.end();
      onHeld();
    }, HOLD_MS);
  }

  /** Handles a movement; a large one cancels the hold. */
  move({ x, y }: Point): void {
    if (this.#start && Math.hypot(x - this.#start.x, y - this.#start.y) > STILL) {
      this.end();
    }
  }

  /** Cancels the hold: the finger is lifted, lost, or joined by another. */
  end(): void {
    clearTimeout(this.#timer);
    this.#start = null;
  }
}
