import { ACTIONS_PER_SECOND } from '@diorama/shared/scene/interactions/limits.ts';

const SECOND_MS = 1_000;

/** Limits the actions within any second, so that a scene of mistakes stays usable. */
export class ActionBudget {
  #taken: number[] = [];

  /** Whether one more action is permitted at a time, in milliseconds; counts it if so. */
  take(now: number): boolean {
    this.#taken = this.#taken.filter((at) => at > now - SECOND_MS);
    if (this.#taken.length >= ACTIONS_PER_SECOND) {
      return false;
    }
    this.#taken.push(now);
    return true;
  }
}
