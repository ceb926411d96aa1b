/** Values by key, the least recently used of which are dropped beyond a sum of bytes. Values of one key are made once. */
export class ByteCache {
  readonly #values = new Map<string, Uint8Array>();
  readonly #making = new Map<string, Promise<Uint8Array | null>>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The value of a key, made where there is none. A failure and null are not kept. */
  async get(key: string, make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
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

  async #make(key: string, make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
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

  #keep(key: string, value: Uint8Array): void {
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
