/**
 * Cache of values by key, with a limit on the sum of bytes. It drops the least recently used ones. Concurrent
 * requests for one key share one creation. `length` of a value is its number of bytes.
 */
export class ByteCache<Value extends { readonly length: number } = Uint8Array> {
  readonly #values = new Map<string, Value>();
  readonly #making = new Map<string, Promise<Value | null>>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The value of a key, created where missing. A failure and null are not cached. */
  async get(key: string, make: () => Promise<Value | null>): Promise<Value | null> {
    const known = this.#values.get(key);
    if (known) {
      this.#values.delete(key);
      this.#values.set(key, known);
      return known;
    }
    const making = this.#making.get(key) ?? this.#make(key, make);
    this.#making.set(key, making);
    return making;
  }

  async #make(key: string, make: () => Promise<Value | null>): Promise<Value | null> {
    try {
      const value = await make();
      if (value) {
        this.#keep(key, value);
      }
      return value;
    } finally {
      this.#making.delete(key);
    }
  }

  #keep(key: string, value: Value): void {
    this.#values.set(key, value);
    this.#bytes += value.length;
    for (const [oldest, { length }] of this.#values) {
      if (this.#bytes <= this.#maxBytes) {
        return;
      }
      this.#values.delete(oldest);
      this.#bytes -= length;
    }
  }
}
