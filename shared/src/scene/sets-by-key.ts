const NOTHING: readonly string[] = [];

/** Sets of ids by key. */
export class SetsByKey {
  readonly #sets = new Map<string, Set<string>>();

  /** Number of keys. */
  get size(): number {
    return this.#sets.size;
  }

  of(key: string): readonly string[] {
    return [...(this.#sets.get(key) ?? NOTHING)];
  }

  add(key: string, value: string): void {
    this.#sets.set(key, (this.#sets.get(key) ?? new Set()).add(value));
  }

  delete(key: string, value: string): void {
    const set = this.#sets.get(key);
    set?.delete(value);
    if (set?.size === 0) {
      this.#sets.delete(key);
    }
  }
}
