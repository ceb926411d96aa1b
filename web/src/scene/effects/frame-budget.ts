import { type EffectName, PAUSED_FIRST } from './effect-list.ts';

/** Slower than this for a while is too slow: 30 frames a second, and some patience. In milliseconds. */
const SLOW_MS = 40;
/** Longer than this between two frames means that nothing moved. */
const STILL_MS = 250;
/** So many frames in a row must be slow, so that a hitch costs no effect. */
const PATIENCE = 15;

/**
 * Finds out that frames come too slowly while something moves, and says which effect to go without next. What was left out
 * comes back when the effects are chosen anew: on and off by itself would flicker.
 */
export class FrameBudget {
  #last: number | null = null;
  #slow = 0;

  /** Tells that a frame is drawn, with these effects. @returns the effect to go without from now on, or null */
  tell(now: number, active: readonly EffectName[]): EffectName | null {
    const passed = this.#last === null ? Number.POSITIVE_INFINITY : now - this.#last;
    this.#last = now;
    if (passed > STILL_MS) {
      // The first frames of a movement may still be making programs.
      this.#slow = 0;
      return null;
    }
    this.#slow = passed > SLOW_MS ? this.#slow + 1 : Math.max(0, this.#slow - 1);
    if (this.#slow < PATIENCE) {
      return null;
    }
    this.#slow = 0;
    return PAUSED_FIRST.find((name) => active.includes(name)) ?? null;
  }
}
