import { inflateSync, zstdDecompressSync } from 'node:zlib';
import { MAX_INPUT_PIXELS } from '../output/images.ts';
import { ktxHead } from '../output/ktx-head.ts';
import type { Pixels } from './transcode-basis.ts';

/** Pixel size in bytes and offset of each channel, by Vulkan format number. Null is opaque alpha. */
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
const OPAQUE = 255;

/**
 * Reads the largest mip level of a KTX2 file with plain pixels, with Zstandard, zlib or no supercompression.
 * Returns null for other pixel formats.
 * @throws for damaged files, and for files over the pixel limit
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
