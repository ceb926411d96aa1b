import { describe, expect, it } from 'vitest';
import { pictureBytes } from './memory-need.ts';

/** The header of a KTX2 texture; its content is not read. */
function ktx(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(104);
  const view = new DataView(bytes.buffer);
  bytes.set([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]);
  view.setUint32(12, 37, true);
  view.setUint32(20, width, true);
  view.setUint32(24, height, true);
  return bytes;
}

describe('the decoded size of a picture', () => {
  it('is that of the pixels in the header of KTX2', async () => {
    expect(await pictureBytes(ktx(4096, 2048))).toBe(4096 * 2048 * 4);
  });

  it('is zero for KTX2 that will not be decoded', async () => {
    expect(await pictureBytes(ktx(100_000, 100_000))).toBe(0);
    expect(await pictureBytes(ktx(1, 1).subarray(0, 20))).toBe(0);
  });
});
