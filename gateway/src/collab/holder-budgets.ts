import { TokenBucket } from '../limits/token-bucket.ts';

/**
 * Presence of one user over all sockets: editors send up to 20 states a second while dragging and 10 while looking, from
 * the one tab in front, and each tab one state every 15 seconds.
 */
const PRESENCE = { capacity: 120, perSecond: 60 };
const PRESENCE_BYTES = { capacity: 1_000_000, perSecond: 200_000 };
/**
 * Bytes that one user's messages may cost. The bucket takes a scene of 10 MB that was edited offline at once.
 * After that it takes as many small edits a second as several hundred editors make.
 */
const INPUT = { capacity: 24_000_000, perSecond: 2_000_000 };
/** Fixed cost of a message besides its bytes. */
const MESSAGE_COST = 2_000;
const PRUNE_MS = 60_000;

/** Send budget of one user, or of the visitors of one network, over all sockets of this process. */
export class HolderBudget {
  readonly #presence = new TokenBucket(PRESENCE, performance.now());
  readonly #presenceBytes = new TokenBucket(PRESENCE_BYTES, performance.now());
  readonly #input = new TokenBucket(INPUT, performance.now());

  /** @returns false where the state must not be passed on */
  takePresence(bytes: number): boolean {
    const now = performance.now();
    return this.#presenceBytes.take(now, bytes) && this.#presence.take(now);
  }

  /** Charges for a message. @returns the milliseconds for which the socket must not be read. */
  spendInput(bytes: number): number {
    return this.#input.spend(performance.now(), bytes + MESSAGE_COST);
  }

  isUnused(): boolean {
    const now = performance.now();
    return [this.#presence, this.#presenceBytes, this.#input].every((bucket) => bucket.isFull(now));
  }
}

/** The budgets of all holders; an unused one is forgotten, as a new one would be the same. */
export class HolderBudgets {
  readonly #budgets = new Map<string, HolderBudget>();
  readonly #timer = setInterval(() => this.#prune(), PRUNE_MS).unref();

  of(holder: string): HolderBudget {
    const budget = this.#budgets.get(holder) ?? new HolderBudget();
    this.#budgets.set(holder, budget);
    return budget;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #prune(): void {
    for (const [holder, budget] of this.#budgets) {
      if (budget.isUnused()) {
        this.#budgets.delete(holder);
      }
    }
  }
}
