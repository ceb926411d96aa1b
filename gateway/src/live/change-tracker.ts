/** Longest duration of a transaction whose changes are still delivered, in milliseconds. */
const PATIENCE_MS = 60_000;
/** Limit of missing numbers that are waited for. */
const MAX_MISSING = 10_000;

/**
 * Tracks the seen changes. Numbers are assigned before the commit, so some below the newest may still appear.
 * Those are queried again, for as long as a transaction may take.
 */
export interface ChangeTracker {
  /** All changes up to this number are known, or will never appear. */
  readonly safe: number;
  /** The largest number that was seen. */
  readonly newest: number;
  /** Numbers below the newest that have not been seen. */
  missing(): number[];
  /** Takes note of numbers; an unseen one is waited for from `now` on, in milliseconds. */
  note(seqs: readonly number[], now: number): void;
}

/** @param start everything up to this number counts as seen. */
export function createChangeTracker(start: number): ChangeTracker {
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
        for (let unseen = Math.max(newest + 1, seq - MAX_MISSING); unseen < seq; unseen += 1) {
          missing.set(unseen, now);
        }
        newest = Math.max(newest, seq);
      }
      for (const [seq, since] of missing) {
        // In the order in which they were missed, which is that of their numbers too.
        if (since > now - PATIENCE_MS && missing.size <= MAX_MISSING) {
          break;
        }
        missing.delete(seq);
      }
    },
  };
}
