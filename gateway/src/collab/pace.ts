/** How often something may be done: so often at once, for a moment in which more happens, and so often a second for good. */
export type PaceLimit = { atOnce: number; perSecond: number };

/** Counts how often something is done. */
export class Pace {
  readonly #limit: PaceLimit;
  #left: number;
  #at: number;

  /** @param now - in milliseconds, as for {@link take} */
  constructor(limit: PaceLimit, now: number) {
    this.#limit = limit;
    this.#left = limit.atOnce;
    this.#at = now;
  }

  /** Takes one; false where none is left. */
  take(now: number): boolean {
    const { atOnce, perSecond } = this.#limit;
    this.#left = Math.min(this.#left + ((now - this.#at) / 1000) * perSecond, atOnce);
    this.#at = now;
    if (this.#left < 1) {
      return false;
    }
    this.#left -= 1;
    return true;
  }
}
