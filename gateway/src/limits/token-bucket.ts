/** Tokens at most, and tokens that come back each second. */
export type TokenBucketLimit = { capacity: number; perSecond: number };

/** Limits a rate and allows bursts. Times are milliseconds of one clock. */
export class TokenBucket {
  readonly #limit: TokenBucketLimit;
  #left: number;
  #at: number;

  constructor(limit: TokenBucketLimit, now: number) {
    this.#limit = limit;
    this.#left = limit.capacity;
    this.#at = now;
  }

  /** Takes tokens; false, and none taken, where fewer are left. */
  take(now: number, tokens = 1): boolean {
    this.#refill(now);
    if (this.#left < tokens) {
      return false;
    }
    this.#left -= tokens;
    return true;
  }

  /** Takes tokens, also more than are left. @returns the milliseconds until the debt is paid, 0 without one. */
  spend(now: number, tokens: number): number {
    this.#refill(now);
    this.#left -= tokens;
    return this.#left >= 0 ? 0 : (-this.#left / this.#limit.perSecond) * 1_000;
  }

  /** Tokens that may be taken; negative while there is a debt. */
  left(now: number): number {
    this.#refill(now);
    return this.#left;
  }

  /** Whether nothing was taken for long enough that a new bucket would be the same. */
  isFull(now: number): boolean {
    this.#refill(now);
    return this.#left >= this.#limit.capacity;
  }

  #refill(now: number): void {
    const { capacity, perSecond } = this.#limit;
    this.#left = Math.min(this.#left + ((now - this.#at) / 1_000) * perSecond, capacity);
    this.#at = now;
  }
}

const PRUNE_MS = 60_000;

/** Buckets of one limit by key. Full ones are forgotten, as new ones would be the same. */
export class TokenBuckets {
  readonly #limit: TokenBucketLimit;
  readonly #byKey = new Map<string, TokenBucket>();
  #prunedAt = 0;

  constructor(limit: TokenBucketLimit) {
    this.#limit = limit;
  }

  of(key: string, now: number): TokenBucket {
    if (now - this.#prunedAt > PRUNE_MS) {
      this.#prune(now);
    }
    const bucket = this.#byKey.get(key) ?? new TokenBucket(this.#limit, now);
    this.#byKey.set(key, bucket);
    return bucket;
  }

  #prune(now: number): void {
    this.#prunedAt = now;
    for (const [key, bucket] of this.#byKey) {
      if (bucket.isFull(now)) {
        this.#byKey.delete(key);
      }
    }
  }
}
