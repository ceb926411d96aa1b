/** Values that are made once a key and disposed of when nobody uses them any more. */
export class Counted<T> {
  readonly #entries = new Map<string, { value: T; uses: number }>();
  readonly #dispose: (value: T) => void;

  constructor(dispose: (value: T) => void) {
    this.#dispose = dispose;
  }

  /** The value of a key, made at its first use. Each call needs one {@link release}. */
  acquire(key: string, make: () => T): T {
    const entry = this.#entries.get(key) ?? { value: make(), uses: 0 };
    entry.uses += 1;
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Ends one use. */
  release(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) {
      return;
    }
    entry.uses -= 1;
    if (entry.uses === 0) {
      this.#entries.delete(key);
      this.#dispose(entry.value);
    }
  }
}
