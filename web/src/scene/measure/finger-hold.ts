import type { Point } from './catch-point.ts';

/** How long a finger rests until it aims and no longer turns the view, in milliseconds. */
const HOLD_MS = 350;
/** A finger that rests moves by up to so many CSS pixels. */
const STILL = 8;

/** Knows a finger that rests from one that turns the view. */
export class FingerHold {
  #start: Point | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A finger is put down; `onHeld` is called once it has rested. */
  begin(at: Point, onHeld: () => void): void {
    this.end();
    this.#start = at;
    this.#timer = setTimeout(() => {
      this.end();
      onHeld();
    }, HOLD_MS);
  }

  /** It is elsewhere now: far enough, it does not rest. */
  move({ x, y }: Point): void {
    if (this.#start && Math.hypot(x - this.#start.x, y - this.#start.y) > STILL) {
      this.end();
    }
  }

  /** It is lifted, lost, or joined by another. */
  end(): void {
    clearTimeout(this.#timer);
    this.#start = null;
  }
}
