import { expect, it } from 'vitest';
import { dayOf, endOfDay, isExpiry, isOver } from './expiry.ts';

it('dayOf restores the day of endOfDay in any time zone', () => {
  for (const day of ['2026-02-28', '2028-02-29', '2026-12-31', '2026-03-29', '0002-12-31']) {
    expect(dayOf(endOfDay(day))).toBe(day);
  }
  expect(new Date(endOfDay('2026-12-31') ?? '') > new Date(2026, 11, 31, 23, 59)).toBe(true);
});

it('endOfDay returns null for an empty or invalid day', () => {
  expect(['', 'soon', '2026-13-45', '1-1-1'].map(endOfDay)).toEqual([null, null, null, null]);
  expect(dayOf(null)).toBe('');
});

it('isExpiry rejects past and incomplete days', () => {
  const today = '2026-11-22';
  expect(['', today, '2026-12-31', '9999-12-31'].filter((day) => isExpiry(day, today))).toHaveLength(4);
  expect(['0002-12-31', '2026-11-21', '12026-12-31', 'soon'].filter((day) => isExpiry(day, today))).toEqual(
    [],
  );
});

it('isOver returns true from the end on, and never without an end', () => {
  const end = '2026-11-22T23:59:59.999Z';
  const at = Date.parse(end);
  expect([isOver(end, at - 1), isOver(end, at), isOver(null, at)]).toEqual([false, true, false]);
});
