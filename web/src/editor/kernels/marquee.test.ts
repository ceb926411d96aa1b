import { expect, it } from 'vitest';
import { isTouched, isWithin, screenBoundsOf } from './marquee.ts';

/** Long thin box in a diagonal projection, from (0, 0) to (100, 100), ten pixels wide. */
const aslant = () => {
  const corner = (i: number) => ({ x: (i & 1 ? 100 : 0) + (i & 2 ? 10 : 0), y: i & 1 ? 100 : 0 });
  const seen = screenBoundsOf(Array.from({ length: 8 }, (_, i) => corner(i)));
  if (!seen) {
    throw new Error('nothing is seen');
  }
  return seen;
};
const part = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

it('a marquee touches a node whose outline it overlaps, not only its screen bounds', () => {
  expect(isTouched(aslant(), part(48, 48, 52, 52))).toBe(true);
  expect(isTouched(aslant(), part(-20, -20, 1, 1))).toBe(true);
  // Beside the box, within its screen bounds.
  expect(isTouched(aslant(), part(70, 0, 100, 40))).toBe(false);
  expect(isTouched(aslant(), part(120, 0, 140, 140))).toBe(false);
});

it('a marquee contains a node that is completely inside', () => {
  expect(isWithin(aslant(), part(-1, -1, 111, 101))).toBe(true);
  expect(isWithin(aslant(), part(-1, -1, 105, 101))).toBe(false);
});

it('a marquee tests a node without bounds by its point, and ignores nodes out of view', () => {
  const point = screenBoundsOf([{ x: 5, y: 5 }]);
  expect(point && isTouched(point, part(0, 0, 10, 10))).toBe(true);
  expect(point && isTouched(point, part(6, 0, 10, 10))).toBe(false);
  expect(screenBoundsOf([])).toBeNull();
});
