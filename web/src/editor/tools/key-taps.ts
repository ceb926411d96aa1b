import type { KeyInfo } from './tool.ts';

/** Longest time between press and release of a tap, in milliseconds. */
const TAP_MS = 350;

/** Distinguishes taps of modifier keys from holds, such as Shift during a drag. */
export class KeyTaps {
  #held: { key: string; since: number } | null = null;

  /** Key press; it turns a key that is already down into a hold. */
  down({ key, at }: KeyInfo): void {
    // Held keys send repeated events.
    if (this.#held?.key !== key) {
      this.#held = { key, since: at };
    }
  }

  /** Another input turns the pressed key into a hold. */
  cancel(): void {
    if (this.#held) {
      this.#held.since = Number.NEGATIVE_INFINITY;
    }
  }

  /** Key release; returns whether it was a tap. */
  up({ key, at }: KeyInfo): boolean {
    const held = this.#held;
    this.#held = null;
    return held?.key === key && at - held.since <= TAP_MS;
  }
}
