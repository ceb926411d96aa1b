import { expect, it } from 'vitest';
import { countFitting } from './scene-tags.tsx';

const line = (room: number) => ({ room, gap: 10, more: 20 });

it('countFitting reserves room for the overflow mark unless all tags fit', () => {
  expect(countFitting([50, 50, 50], line(170))).toBe(3);
  expect(countFitting([50, 50, 50], line(169))).toBe(2);
  expect(countFitting([50, 50, 50], line(139))).toBe(1);
  expect(countFitting([], line(0))).toBe(0);
});

it('countFitting returns at least one tag, even if it is truncated', () => {
  expect(countFitting([500, 10], line(100))).toBe(1);
  expect(countFitting([500], line(100))).toBe(1);
});
