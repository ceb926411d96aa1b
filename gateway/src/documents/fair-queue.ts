/** Items of several owners, taken from one owner after the other. */
export class FairQueue<Item> {
  readonly #byOwner = new Map<string, Item[]>();
  readonly #most: { ofOwner: number; total: number };
  #size = 0;

  constructor(most: { ofOwner: number; total: number }) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** @returns false where the owner, or all together, have too many items waiting */
  add(owner: string, item: Item): boolean {
    const own = this.#byOwner.get(owner) ?? [];
    if (own.length >= this.#most.ofOwner || this.#size >= this.#most.total) {
      return false;
    }
    own.push(item);
    this.#byOwner.set(owner, own);
    this.#size += 1;
    return true;
  }

  /** Takes the oldest item of the owner whose turn it is. */
  take(): Item | undefined {
    const [first] = this.#byOwner;
    if (!first) {
      return undefined;
    }
    const [owner, own] = first;
    const item = own.shift();
    this.#size -= 1;
    this.#byOwner.delete(owner);
    if (own.length > 0) {
      // Last in the order of turns.
      this.#byOwner.set(owner, own);
    }
    return item;
  }
}
