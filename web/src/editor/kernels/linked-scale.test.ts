import { expect, it } from 'vitest';
import { linkedScale } from './linked-scale.ts';

it('keeps proportions, mirrored ones too, and takes a value for all where one axis is nothing', () => {
  expect(linkedScale([1, 2, -3], 0, 2)).toEqual([2, 4, -6]);
  expect(linkedScale([1, 2, 3], 1, 1)).toEqual([0.5, 1, 1.5]);
  expect(linkedScale([0, 2, 3], 0, 2)).toEqual([2, 2, 2]);
  expect(linkedScale([1, 2, 3], 2, 0)).toEqual([0, 0, 0]);
});
