const HASH_BITS = 14;
const MIN_MATCH = 4;
const MAX_DISTANCE = 0xffff;
/**
 * The format requires the last match to begin at least 12 bytes before the end, and the last 5 bytes to
 * be literals.
 */
const MATCH_LIMIT = 12;
const LITERAL_TAIL = 5;
/** A length nibble of 15 means that more bytes follow, each adding up to 255. */
const NIBBLE_MAX = 15;

/**
 * Compresses into what OpenUSD calls "fast compression": one byte counting further chunks (0: there is one) and an LZ4 block.
 * Greedy with one candidate a hash, which gives up a few per cent of size for linear time. At most 2 GB.
 */
export function compressLz4(source: Uint8Array): Uint8Array {
  const encoder = new BlockEncoder(source);
  const heads = new Int32Array(1 << HASH_BITS).fill(-1);
  let at = 0;
  while (at < source.length - MATCH_LIMIT) {
    const hash = hashAt(source, at);
    const candidate = heads[hash] ?? -1;
    heads[hash] = at;
    const length = candidate >= 0 && at - candidate <= MAX_DISTANCE ? matchLength(source, candidate, at) : 0;
    if (length < MIN_MATCH) {
      at += 1;
      continue;
    }
    encoder.sequence(at, at - candidate, length);
    at += length;
  }
  return encoder.finish();
}

function hashAt(source: Uint8Array, at: number): number {
  const word =
    byte(source, at) |
    (byte(source, at + 1) << 8) |
    (byte(source, at + 2) << 16) |
    (byte(source, at + 3) << 24);
  return Math.imul(word, 2654435761) >>> (32 - HASH_BITS);
}

function matchLength(source: Uint8Array, candidate: number, at: number): number {
  const limit = source.length - LITERAL_TAIL - at;
  let length = 0;
  while (length < limit && source[candidate + length] === source[at + length]) {
    length += 1;
  }
  return length;
}

function byte(source: Uint8Array, at: number): number {
  return source[at] ?? 0;
}

/** Writes sequences (literals, then a match) and the closing literals of one block. */
class BlockEncoder {
  readonly #source: Uint8Array;
  readonly #out: Uint8Array;
  #length = 1;
  #anchor = 0;

  constructor(source: Uint8Array) {
    this.#source = source;
    this.#out = new Uint8Array(source.length + Math.ceil(source.length / 255) + 32);
  }

  /** Literals from the last match up to `at`, then `length` bytes copied from `distance` back. */
  sequence(at: number, distance: number, length: number): void {
    const token = this.#literals(at);
    this.#put(distance & 0xff);
    this.#put(distance >> 8);
    const rest = length - MIN_MATCH;
    this.#out[token] = byte(this.#out, token) | Math.min(rest, NIBBLE_MAX);
    this.#extend(rest);
    this.#anchor = at + length;
  }

  finish(): Uint8Array {
    this.#literals(this.#source.length);
    return this.#out.subarray(0, this.#length);
  }

  /** @returns the offset of the token, whose low nibble the match fills in. */
  #literals(end: number): number {
    const token = this.#length;
    const count = end - this.#anchor;
    this.#put(Math.min(count, NIBBLE_MAX) << 4);
    this.#extend(count);
    this.#out.set(this.#source.subarray(this.#anchor, end), this.#length);
    this.#length += count;
    return token;
  }

  #extend(length: number): void {
    if (length < NIBBLE_MAX) {
      return;
    }
    let rest = length - NIBBLE_MAX;
    while (rest >= 255) {
      this.#put(255);
      rest -= 255;
    }
    this.#put(rest);
  }

  #put(value: number): void {
    this.#out[this.#length] = value;
    this.#length += 1;
  }
}
