import { inflateSync, zstdDecompressSync } from 'node:zlib';
import { isKtx, MAX_INPUT_PIXELS } from '../output/images.ts';
import type { Pixels } from './transcode-basis.ts';

/** Position of each channel in a pixel of the file, by Vulkan's format number; null is opaque. */
const LAYOUTS: Readonly<Record<number, readonly [stride: number, ...channels: (number | null)[]]>> = {
  9: [1, 0, 0, 0, null],
  15: [1, 0, 0, 0, null],
  16: [2, 0, 0, 0, 1],
  22: [2, 0, 0, 0, 1],
  23: [3, 0, 1, 2, null],
  29: [3, 0, 1, 2, null],
  30: [3, 2, 1, 0, null],
  36: [3, 2, 1, 0, null],
  37: [4, 0, 1, 2, 3],
  43: [4, 0, 1, 2, 3],
  44: [4, 2, 1, 0, 3],
  50: [4, 2, 1, 0, 3],
};
const SCHEME = { none: 0, zstd: 2, zlib: 3 } as const;
const HEAD_BYTES = 80;
const LEVEL_BYTES = 24;
const OPAQUE = 255;
/** The header of a KTX2 file, or null for other files. */
export function ktxHead(bytes: Uint8Array) {
  if (bytes.length < HEAD_BYTES + LEVEL_BYTES || !isKtx(bytes)) {
    return null;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = (offset: number) => view.getUint32(offset, true);
  return {
    format: at(12),
    width: at(20),
    height: at(24),
    isFlat: at(24) > 0 && at(28) === 0,
    isArray: at(32) > 0,
    isCube: at(36) !== 1,
    scheme: at(44),
    /** Offset of the largest level. */
    start: Number(view.getBigUint64(HEAD_BYTES, true)),
    length: Number(view.getBigUint64(HEAD_BYTES + 8, true)),
  };
}

/**
 * Reads the largest level of a KTX2 file with uncompressed pixels, supercompressed by Zstandard or zlib or
 * not at all.
 * @returns null for other pixel formats.
 * @throws for damaged files, and for ones with too many pixels
 */
export function readPlainKtx(bytes: Uint8Array): Pixels | null {
  const head = ktxHead(bytes);
  const [stride, ...channels] = (head && LAYOUTS[head.format]) ?? [];
  if (!head || stride === undefined) {
    return null;
  }
  const { width, height } = head;
  if (width * height > MAX_INPUT_PIXELS) {
    throw new Error('The texture has too many pixels');
  }
  const size = width * height * stride;
  const packed = bytes.subarray(head.start, head.start + head.length);
  const plain = unpack(packed, head.scheme, size);
  if (plain.length !== size) {
    throw new Error('The texture is damaged');
  }
  const data = new Uint8Array(width * height * channels.length);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let i = 0; i < channels.length; i += 1) {
      const channel = channels[i] ?? null;
      data[pixel * channels.length + i] =
        channel === null ? OPAQUE : (plain[pixel * stride + channel] ?? OPAQUE);
    }
  }
  return { data, width, height };
}

function unpack(packed: Uint8Array, scheme: number, maxOutputLength: number): Uint8Array {
  switch (scheme) {
    case SCHEME.none:
      return packed;
    case SCHEME.zstd:
      return zstdDecompressSync(packed, { maxOutputLength });
    case SCHEME.zlib:
      return inflateSync(packed, { maxOutputLength });
    default:
      throw new Error('The texture is packed in a way that is not known');
  }
}
