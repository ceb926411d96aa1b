import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { zipStored } from './zip.ts';

const entries = [1, 30, 63, 64, 65, 1000].map((size, i) => ({
  name: `textures/${'n'.repeat(i * 7)}é.png`,
  bytes: new Uint8Array(size).fill(200 + i),
}));

describe('a stored zip', () => {
  it('is extracted by another reader, byte by byte', () => {
    const files = unzipSync(zipStored(entries));
    expect(Object.keys(files)).toEqual(entries.map(({ name }) => name));
    for (const { name, bytes } of entries) {
      expect(files[name]).toEqual(bytes);
    }
  });

  it('starts every file at a multiple of 64 bytes', () => {
    const zip = zipStored(entries);
    for (const { bytes } of entries) {
      const start = Buffer.from(zip).indexOf(Buffer.from(bytes));
      expect(start % 64).toBe(0);
    }
  });

  it('is the same for the same input', () => {
    expect(zipStored(entries)).toEqual(zipStored(entries));
  });
});
