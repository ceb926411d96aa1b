/** A growing little-endian buffer, as every number in a crate file is little-endian. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  /** @param capacity bytes to begin with; the buffer doubles when it is full. */
  constructor(capacity = 1 << 16) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Bytes written so far, which is also the offset of the next one. */
  get length(): number {
    return this.#length;
  }

  u8(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  u16(value: number): void {
    this.#reserve(2);
    this.#view.setUint16(this.#length, value, true);
    this.#length += 2;
  }

  u32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  u64(value: number | bigint): void {
    this.#reserve(8);
    this.#view.setBigUint64(this.#length, BigInt(value), true);
    this.#length += 8;
  }

  f64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  bytes(source: Uint8Array): void {
    this.#reserve(source.length);
    this.#bytes.set(source, this.#length);
    this.#length += source.length;
  }

  /** Fills with zeros up to the next multiple of `size` and returns that offset. */
  align(size: number): number {
    const padding = (size - (this.#length % size)) % size;
    this.#reserve(padding);
    this.#length += padding;
    return this.#length;
  }

  /** Overwrites eight bytes written earlier: for offsets known only at the end. */
  patchU64(offset: number, value: number): void {
    this.#view.setBigUint64(offset, BigInt(value), true);
  }

  /** Returns a copy of the written bytes. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(extra: number): void {
    const needed = this.#length + extra;
    if (needed <= this.#bytes.length) {
      return;
    }
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, needed));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
