import { TokenBuckets } from '../limits/token-bucket.ts';

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

/** What users, or the visitors of one network, may send over all sockets of this process. */
export class HolderBudgets {
  readonly #presence = new TokenBuckets(PRESENCE);
  readonly #presenceBytes = new TokenBuckets(PRESENCE_BYTES);
  readonly #input = new TokenBuckets(INPUT);

  /** @returns false where the state must not be passed on */
  takePresence(holder: string, bytes: number): boolean {
    const now = performance.now();
    return this.#presenceBytes.of(holder, now).take(now, bytes) && this.#presence.of(holder, now).take(now);
  }

  /** Charges for a message. @returns the milliseconds for which the socket must not be read. */
  spendInput(holder: string, bytes: number): number {
    const now = performance.now();
    return this.#input.of(holder, now).spend(now, bytes + MESSAGE_COST);
  }
}
