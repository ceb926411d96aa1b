import { expect, it } from 'vitest';
import { linkedScale } from './linked-scale.ts';

it('linkedScale keeps proportions and signs, and uses the value for all axes when the axis is zero', () => {
  expect(linkedScale([1, 2, -3], 0, 2)).toEqual([2, 4, -6]);
  expect(linkedScale([1, 2, 3], 1, 1)).toEqual([0.5, 1, 1.5]);
  expect(linkedScale([0, 2, 3], 0, 2)).toEqual([2, 2, 2]);
  expect(linkedScale([1, 2, 3], 2, 0)).toEqual([0, 0, 0]);
});
