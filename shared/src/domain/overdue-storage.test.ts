import { describe, expect, it } from 'vitest';
import { selectFilesToDelete } from './overdue-storage.ts';

const files = [3, 10, 5, 1].map((size) => ({ size }));
const sizes = (excess: number) => selectFilesToDelete(files, excess).map(({ size }) => size);

describe('files to delete from a workspace over its limit', () => {
  it('are the largest first, and no more than needed', () => {
    expect(sizes(0)).toEqual([]);
    expect(sizes(1)).toEqual([10]);
    expect(sizes(10)).toEqual([10]);
    expect(sizes(11)).toEqual([10, 5]);
  });

  it('are all unused files when that is not enough', () => {
    expect(sizes(1_000)).toEqual([10, 5, 3, 1]);
  });
});
