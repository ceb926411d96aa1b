import { type EffectName, PAUSED_FIRST } from './effect-list.ts';

/** Slower than this for a while is too slow: 30 frames a second, and some patience. In milliseconds. */
const SLOW_MS = 40;
/** A frame that took longer than this was held up by something else, such as another tab in front. */
const HELD_UP_MS = 250;
/** So many frames in a row must be slow, so that a hitch costs no effect. */
const PATIENCE = 15;

/**
 * Finds out that frames take too long, and says which effect to go without next. What was left out comes back when the
 * effects are chosen anew: on and off by itself would flicker.
 */
export class FrameBudget {
  readonly #onLate: (name: EffectName) => void;
  #request = 0;
  #slow = 0;

  /** `onLate` is told the effect to go without from now on. */
  constructor(onLate: (name: EffectName) => void) {
    this.#onLate = onLate;
  }

  /**
   * Tells that a frame is drawn now, with these effects. It takes until the browser could draw another one, whether or not
   * that is asked for: frames that come now and then, as somebody edits, are not slow.
   */
  watch(active: readonly EffectName[]): void {
    if (this.#request !== 0) {
      return;
    }
    const startedAt = performance.now();
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.#count(performance.now() - startedAt, active);
    });
  }

  /** Forgets what has been slow, as other effects are on now. */
  reset(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#slow = 0;
  }

  #count(passed: number, active: readonly EffectName[]): void {
    if (passed > HELD_UP_MS) {
      // The first frames of a movement may still be making programs.
      this.#slow = 0;
      return;
    }
    this.#slow = passed > SLOW_MS ? this.#slow + 1 : Math.max(0, this.#slow - 1);
    if (this.#slow < PATIENCE) {
      return;
    }
    this.#slow = 0;
    const late = PAUSED_FIRST.find((name) => active.includes(name));
    if (late) {
      this.#onLate(late);
    }
  }
}
