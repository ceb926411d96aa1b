import type { KeyInfo } from './tool.ts';

/** A key that is held longer than this was not tapped, in milliseconds. */
const TAP_MS = 350;

/** Tells keys that are tapped from those that are held while something else is done, such as Shift in a drag. */
export class KeyTaps {
  #held: { key: string; since: number } | null = null;

  /** A key is pressed: whichever was down before is being held for it. */
  down({ key, at }: KeyInfo): void {
    // A key that is held repeats itself.
    if (this.#held?.key !== key) {
      this.#held = { key, since: at };
    }
  }

  /** Something else was done meanwhile. */
  spoil(): void {
    if (this.#held) {
      this.#held.since = Number.NEGATIVE_INFINITY;
    }
  }

  /** A key is let go; true when that was a tap. */
  up({ key, at }: KeyInfo): boolean {
    const held = this.#held;
    this.#held = null;
    return held?.key === key && at - held.since <= TAP_MS;
  }
}
