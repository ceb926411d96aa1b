import { describe, expect, it } from 'vitest';
import { addMonths } from './add-months.ts';

describe('addMonths', () => {
  it.each([
    ['2026-11-22T10:00:00.000Z', 1, '2026-12-22T10:00:00.000Z'],
    ['2026-11-22T10:00:00.000Z', 12, '2027-11-22T10:00:00.000Z'],
    ['2026-12-31T10:00:00.000Z', 1, '2027-01-31T10:00:00.000Z'],
    ['2027-01-31T23:59:59.000Z', 1, '2027-02-28T23:59:59.000Z'],
    ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
  ])('from %s by %i returns %s', (from, months, later) => {
    expect(addMonths(new Date(from), months).toISOString()).toBe(later);
  });
});
