import { expect, it } from 'vitest';
import { MAX_PARTS, partBytesFor } from './part-size.ts';

it('a part is large enough for the maximum number of parts', () => {
  expect(partBytesFor(undefined)).toBe(8_388_608);
  expect(partBytesFor(80_000_000_000)).toBe(8_388_608);
  const terabyte = 1_000_000_000_000;
  expect(partBytesFor(terabyte) * MAX_PARTS).toBeGreaterThanOrEqual(terabyte);
  expect(partBytesFor(terabyte)).toBe(100_000_000);
});
