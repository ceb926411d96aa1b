import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { assertArchive } from './assert-archive.ts';
import { RefusedError } from './refused-error.ts';
import { openUsd } from './usd/layers.ts';

const LAYER = strToU8('#usda 1.0\n');
/** Offsets of the file counts in the end-of-archive record: of this volume, and of all. */
const COUNT_AT = 8;
const TOTAL_AT = 10;

/** An archive whose total count covers only the first file. */
function withHidden(files: Record<string, Uint8Array>): Uint8Array {
  const bytes = zipSync(files);
  const end = new DataView(bytes.buffer, bytes.length - 22);
  expect(end.getUint16(COUNT_AT, true)).toBe(Object.keys(files).length);
  end.setUint16(TOTAL_AT, 1, true);
  return bytes;
}

/** An archive with copies of one file in a separate Zip64 directory, which Zip64 readers follow. */
function withSecondList(copies: number, originalSize: number): Uint8Array {
  const first = zipSync({ 'a.usda': LAYER });
  const view = new DataView(first.buffer);
  const listAt = view.getUint32(first.length - 22 + 16, true);
  const entry = first.slice(listAt, first.length - 22);
  new DataView(entry.buffer).setUint32(24, originalSize, true);
  const list = new Uint8Array(entry.length * copies);
  for (let i = 0; i < copies; i += 1) {
    list.set(entry, i * entry.length);
  }
  const end = first.slice(first.length - 22);
  const at = first.length - 22;
  const record = new Uint8Array(56);
  const more = new DataView(record.buffer);
  more.setUint32(0, 0x06064b50, true);
  more.setBigUint64(24, BigInt(copies), true);
  more.setBigUint64(32, BigInt(copies), true);
  more.setBigUint64(40, BigInt(list.length), true);
  more.setBigUint64(48, BigInt(at), true);
  const locator = new Uint8Array(20);
  const place = new DataView(locator.buffer);
  place.setUint32(0, 0x07064b50, true);
  place.setBigUint64(8, BigInt(at + list.length), true);
  return Uint8Array.from([...first.subarray(0, at), ...list, ...record, ...locator, ...end]);
}

describe('assertArchive', () => {
  it('accepts a usual archive', () => {
    expect(() => assertArchive(zipSync({ 'a.usda': LAYER, 'b.png': new Uint8Array(1000) }))).not.toThrow();
  });

  it('rejects large files hidden by a wrong total count', () => {
    const bomb = withHidden({ 'a.usda': LAYER, 'b.usda': new Uint8Array(50_000_000) });
    expect(() => assertArchive(bomb)).toThrow('limit.unpacked-archive');
    expect(() => openUsd(bomb.slice().buffer)).toThrow(RefusedError);
  });

  it.each([
    ['too many files', 2_001, 10],
    ['files that are too large in total', 200, 9_000_000],
    ['a file that expands too far', 1, 60_000_000],
  ])('rejects %s in a Zip64 directory that other readers ignore', (_, copies, originalSize) => {
    const bytes = withSecondList(copies, originalSize);
    expect(() => assertArchive(bytes)).toThrow('limit.unpacked-archive');
    expect(() => openUsd(bytes.slice().buffer)).toThrow(RefusedError);
  });

  it('follows the Zip64 directory like the loaders', () => {
    expect(() => assertArchive(withSecondList(3, 10))).not.toThrow();
  });
});
