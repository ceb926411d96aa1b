import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPlainKtx } from './read-plain-ktx.ts';

const START = 104;

/** A texture of two pixels beside each other. */
function ktx(format: number, { pixels, scheme = 0 }: { pixels: Uint8Array; scheme?: number }): Uint8Array {
  const bytes = new Uint8Array(START + pixels.length);
  bytes.set([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(bytes.buffer);
  view.setUint32(12, format, true);
  view.setUint32(20, 2, true);
  view.setUint32(24, 1, true);
  view.setUint32(44, scheme, true);
  view.setBigUint64(80, BigInt(START), true);
  view.setBigUint64(88, BigInt(pixels.length), true);
  bytes.set(pixels, START);
  return bytes;
}

describe('a KTX2 texture of plain pixels', () => {
  it.each([
    ['grey', 9, [7, 8], [7, 7, 7, 255, 8, 8, 8, 255]],
    ['gray and alpha', 16, [7, 1, 8, 2], [7, 7, 7, 1, 8, 8, 8, 2]],
    ['red, green and blue', 23, [1, 2, 3, 4, 5, 6], [1, 2, 3, 255, 4, 5, 6, 255]],
    ['blue, green and red', 30, [1, 2, 3, 4, 5, 6], [3, 2, 1, 255, 6, 5, 4, 255]],
    ['blue, green, red and alpha', 44, [1, 2, 3, 4, 5, 6, 7, 8], [3, 2, 1, 4, 7, 6, 5, 8]],
  ])('has its channels in the right order: %s', (_, format, pixels, expected) => {
    const read = readPlainKtx(ktx(format, { pixels: Uint8Array.from(pixels) }));
    expect([read?.width, read?.height, ...(read?.data ?? [])]).toEqual([2, 1, ...expected]);
  });

  it('is decompressed, and rejected if its length does not match', () => {
    const packed = (...pixels: number[]) =>
      readPlainKtx(ktx(9, { pixels: deflateSync(Uint8Array.from(pixels)), scheme: 3 }));
    expect([...(packed(7, 8)?.data ?? [])]).toEqual([7, 7, 7, 255, 8, 8, 8, 255]);
    expect(() => packed(7)).toThrow('The texture is damaged');
  });
});
