import { type EffectName, PAUSED_FIRST } from './effect-list.ts';

/** Frame time that counts as slow, in milliseconds: 30 frames a second, with some tolerance. */
const SLOW_MS = 40;
/** A longer frame was delayed by another cause, such as a tab in the background. */
const HELD_UP_MS = 250;
/** Number of slow frames in a row before an effect is paused, so that one hitch pauses none. */
const PATIENCE = 15;

/**
 * Detects slow frames and chooses the next effect to pause. Paused effects return when the effects are edited; an
 * automatic return would flicker.
 */
export class FrameBudget {
  readonly #onLate: (name: EffectName) => void;
  #request = 0;
  #slow = 0;

  /** @param onLate - called with the effect to pause */
  constructor(onLate: (name: EffectName) => void) {
    this.#onLate = onLate;
  }

  /**
   * Measures the frame that is rendered now with these effects, until the browser could render the next one. Rare
   * frames, as during edits, do not count as slow.
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

  /** Resets the measurement after a change of the effects. */
  reset(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#slow = 0;
  }

  #count(passed: number, active: readonly EffectName[]): void {
    if (passed > HELD_UP_MS) {
      // The first frames of a movement may still compile programs.
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
