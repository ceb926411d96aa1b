/** So long a transaction may run and still have its changes told of. */
const PATIENCE_MS = 60_000;
/** More numbers that were never seen are not waited for. */
const MOST_MISSING = 10_000;

/**
 * Which changes have been seen. Their numbers are given before the commit, so of those below the newest some may still
 * appear: these are asked for again, as long as a transaction may take.
 */
export interface SeenChanges {
  /** Everything up to this number is known, or will not come any more. */
  readonly safe: number;
  /** The largest number that was seen. */
  readonly newest: number;
  /** Numbers below the newest that have not been seen. */
  missing(): number[];
  /** Takes note of numbers; an unseen one is waited for from `now` on, in milliseconds. */
  note(seqs: readonly number[], now: number): void;
}

/** @param start everything up to this number counts as seen. */
export function createSeenChanges(start: number): SeenChanges {
  let newest = start;
  const missing = new Map<number, number>();

  return {
    get safe() {
      const [oldest] = missing.keys();
      return oldest === undefined ? newest : oldest - 1;
    },
    get newest() {
      return newest;
    },
    missing: () => [...missing.keys()],
    note: (seqs, now) => {
      for (const seq of seqs.toSorted((a, b) => a - b)) {
        missing.delete(seq);
        for (let unseen = Math.max(newest + 1, seq - MOST_MISSING); unseen < seq; unseen += 1) {
          missing.set(unseen, now);
        }
        newest = Math.max(newest, seq);
      }
      for (const [seq, since] of missing) {
        // In the order in which they were missed, which is that of their numbers too.
        if (since > now - PATIENCE_MS && missing.size <= MOST_MISSING) {
          break;
        }
        missing.delete(seq);
      }
    },
  };
}
