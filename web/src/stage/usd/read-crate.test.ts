import { ARRAY, crateLayer, f64, INLINED, u8, u32, u64 } from '@diorama/shared/domain/test/crate-layer.ts';
import { describe, expect, it } from 'vitest';
import { readCrate } from './read-crate.ts';

const said = (value: Parameters<typeof crateLayer>[0]) => readCrate(crateLayer(value))['/A']?.fields.said;
const PREPENDED = 0x20;
const DELETED = 0x08;

describe('a binary USD layer', () => {
  it('lists its references, skipping their custom data', () => {
    const entry = [...u32(3), ...u64(8), ...u64(0)];
    const reference = (asset: number, path: number, entries: number[][]) => [
      ...u32(asset, path),
      ...f64(0, 1),
      ...u64(entries.length),
      ...entries.flat(),
    ];
    const list = [...u64(2), ...reference(1, 2, [entry, entry]), ...reference(2, 0, [])];
    expect(
      said({ type: 35, value: [...u8(PREPENDED | DELETED), ...list, ...u64(1), ...reference(1, 0, [])] }),
    ).toEqual([
      { assetPath: 'chair.usda', primPath: '/A/said' },
      { assetPath: 'low.usda', primPath: '' },
    ]);
  });

  it('lists its payloads', () => {
    expect(said({ type: 47, value: u32(1, 1) })).toEqual([{ assetPath: 'chair.usda', primPath: '/A' }]);
    expect(said({ type: 55, value: [...u8(PREPENDED), ...u64(1), ...u32(2, 0)] })).toEqual([
      { assetPath: 'low.usda', primPath: '' },
    ]);
  });

  it('lists its sublayers', () => {
    expect(said({ type: 50, value: [...u64(2), ...u32(1, 2)] })).toEqual(['chair.usda', 'low.usda']);
  });

  it.each([
    ['pairs of doubles', 19, f64(1, 2, 3, 4), [1, 2, 3, 4]],
    ['64-bit integers', 5, u64(7, 8), [7, 8]],
    ['halves', 21, [0x00, 0x3c, 0x00, 0xc0, 0x00, 0x38, 0x00, 0x00], [1, -2, 0.5, 0]],
  ])('reads lists of %s', (_, type, numbers, expected) => {
    const value = said({ type, flags: ARRAY, value: [...u32(2), ...numbers] });
    expect(Array.from(value as ArrayLike<number>)).toEqual(expected);
  });

  it.each([
    ['two doubles', 19, [3, -10], [3, -10]],
    ['two floats', 20, [3, -10], [3, -10]],
    ['three doubles', 23, [0, -10, 127], [0, -10, 127]],
    ['three floats', 24, [1, 2, -128], [1, 2, -128]],
    ['three halves', 25, [1, 2, -3], [1, 2, -3]],
    ['four doubles', 27, [1, 2, -3, 4], [1, 2, -3, 4]],
    ['four halves', 29, [1, 2, -3, 4], [1, 2, -3, 4]],
    ['a negative integer', 3, [0xfe, 0xff, 0xff, 0xff], -2],
    ['a negative 64-bit integer', 5, [0xfe, 0xff, 0xff, 0xff], -2],
    ['a half', 7, [0, 0x3c], 1],
    ['a time code', 56, [0, 0, 0x80, 0x3f], 1],
  ])('reads %s stored inline', (_, type, bytes, expected) => {
    const inlined = new DataView(Uint8Array.from([...bytes, 0, 0, 0, 0]).buffer).getUint32(0, true);
    expect(said({ type, flags: INLINED, inlined })).toEqual(expected);
  });

  it.each([
    ['numbers', 19, ARRAY, u32(0x7fffffff)],
    ['names', 50, 0, u64(0x7fffffff)],
  ])('is rejected when a list of %s exceeds the layer', (_, type, flags, value) => {
    expect(() => said({ type, flags, value })).toThrow(/longer than its layer|limit\.unpacked-file/);
  });

  it.each([
    ['has more entries than the layer', 0xffffffff, 8, 'A list is longer than its layer'],
    ['refers back to itself', 3, -12, 'An entry lies outside of its layer'],
  ])('is rejected when the custom data of a reference %s', (_, count, offset, message) => {
    const entry = [...u32(3), ...new Uint8Array(BigInt64Array.from([BigInt(offset)]).buffer), ...u64(0)];
    const value = [...u8(PREPENDED), ...u64(1), ...u32(1, 2), ...f64(0, 1), ...u64(count), ...entry];
    expect(() => said({ type: 35, value })).toThrow(message);
  });
});
