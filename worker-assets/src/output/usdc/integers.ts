import { compressLz4 } from './lz4.ts';

/** Storage of a difference: as the commonest one (no bytes), or in one, two or four bytes. */
const CODE = { common: 0, byte: 1, short: 2, word: 3 } as const;

/**
 * Encodes 32-bit integers for a crate file: differences to the predecessor, the commonest of them in
 * two bits.
 * The others take two bits and the bytes they need; all of it is compressed with LZ4.
 */
export function encodeIntegers(values: ArrayLike<number>): Uint8Array {
  const count = values.length;
  const common = commonestDifference(values);
  const codesAt = 4;
  const bytes = new Uint8Array(codesAt + Math.ceil(count / 4) + count * 4);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, common, true);
  let end = codesAt + Math.ceil(count / 4);
  let previous = 0;
  for (let i = 0; i < count; i += 1) {
    const value = values[i] ?? 0;
    const difference = (value - previous) | 0;
    previous = value;
    const code = difference === common ? CODE.common : codeFor(difference);
    const slot = codesAt + (i >> 2);
    bytes[slot] = (bytes[slot] ?? 0) | (code << ((i & 3) * 2));
    end = writeDifference(view, end, code, difference);
  }
  return compressLz4(bytes.subarray(0, end));
}

function commonestDifference(values: ArrayLike<number>): number {
  const counts = new Map<number, number>();
  let previous = 0;
  let best = 0;
  let bestCount = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? 0;
    const difference = (value - previous) | 0;
    previous = value;
    const count = (counts.get(difference) ?? 0) + 1;
    counts.set(difference, count);
    if (count > bestCount) {
      best = difference;
      bestCount = count;
    }
  }
  return best;
}

function codeFor(difference: number): number {
  if (difference >= -0x80 && difference < 0x80) {
    return CODE.byte;
  }
  return difference >= -0x8000 && difference < 0x8000 ? CODE.short : CODE.word;
}

function writeDifference(view: DataView, at: number, code: number, difference: number): number {
  switch (code) {
    case CODE.byte:
      view.setInt8(at, difference);
      return at + 1;
    case CODE.short:
      view.setInt16(at, difference, true);
      return at + 2;
    case CODE.word:
      view.setInt32(at, difference, true);
      return at + 4;
    default:
      return at;
  }
}
