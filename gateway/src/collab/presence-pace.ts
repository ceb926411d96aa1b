/** Editors say twenty times a second what they drag, and ten times where they look. */
const PER_SECOND = 60;
const AT_ONCE = 120;

/**
 * How often a socket may say something of somebody's presence: what it says goes to everybody in the scene. It may save up
 * for a moment in which more happens.
 */
export class PresencePace {
  #left = AT_ONCE;
  #at: number;

  /** @param now - in milliseconds, as for {@link take} */
  constructor(now: number) {
    this.#at = now;
  }

  /** Takes one; false where none is left. */
  take(now: number): boolean {
    this.#left = Math.min(this.#left + ((now - this.#at) / 1000) * PER_SECOND, AT_ONCE);
    this.#at = now;
    if (this.#left < 1) {
      return false;
    }
    this.#left -= 1;
    return true;
  }
}
