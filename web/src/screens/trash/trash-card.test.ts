import { expect, it } from 'vitest';
import { trashDaysLeft } from './trash-card.tsx';

const DELETED = new Date('2030-05-10T12:00:00Z');
const leftAfter = (hours: number) => trashDaysLeft(DELETED, DELETED.getTime() + hours * 3_600_000);

it.each([
  ['immediately', 0, 30],
  ['with a clock that is behind', -0.5, 30],
  ['with a clock that is far behind', -50, 30],
  ['after an hour', 1, 30],
  ['after a day', 24, 29],
  ['on the last day', 29.5 * 24, 1],
  ['while its deletion is pending', 31 * 24, 1],
])('the trash card shows the days left %s', (_, hours, days) => {
  expect(leftAfter(hours)).toBe(days);
});
