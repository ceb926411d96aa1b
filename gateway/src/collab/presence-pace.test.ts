import { expect, it } from 'vitest';
import { PresencePace } from './presence-pace.ts';

/** How many of so many messages, so many milliseconds from each other, are let through. */
const through = (pace: PresencePace, count: number, every: number, from = 0) =>
  Array.from({ length: count }, (_, i) => pace.take(from + i * every)).filter(Boolean).length;

it('lets through what an editor says, however long', () => {
  expect(through(new PresencePace(0), 6000, 1000 / 30)).toBe(6000);
});

it('holds back who says more, and lets them speak again after that', () => {
  const pace = new PresencePace(0);
  expect(through(pace, 10_000, 1)).toBeLessThanOrEqual(120 + 600);
  expect(pace.take(11_000)).toBe(true);
  expect(through(pace, 1000, 0, 60_000)).toBe(120);
});
