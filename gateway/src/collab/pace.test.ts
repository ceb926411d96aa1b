import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

/** That of what editors say of presence. */
const LIMIT = { atOnce: 120, perSecond: 60 };

/** How many of so many messages, so many milliseconds from each other, are let through. */
const through = (pace: Pace, count: number, every: number, from = 0) =>
  Array.from({ length: count }, (_, i) => pace.take(from + i * every)).filter(Boolean).length;

it('lets through what an editor says, however long', () => {
  expect(through(new Pace(LIMIT, 0), 6000, 1000 / 30)).toBe(6000);
});

it('holds back who says more, and lets them speak again after that', () => {
  const pace = new Pace(LIMIT, 0);
  expect(through(pace, 10_000, 1)).toBeLessThanOrEqual(120 + 600);
  expect(pace.take(11_000)).toBe(true);
  expect(through(pace, 1000, 0, 60_000)).toBe(120);
});
