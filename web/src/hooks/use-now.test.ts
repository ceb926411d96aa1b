import { formatRelative } from '@diorama/shared/i18n/format.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentStep } from './use-now.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const MADE = Date.parse('2026-05-01T12:00:59Z');

it.each([
  [1, 'now'],
  [58, 'now'],
  [76, '1 minute ago'],
  [185, '3 minutes ago'],
])('an age of %i seconds is formatted as %s, regardless of the minute', (seconds, told) => {
  vi.setSystemTime(MADE + seconds * 1_000);
  expect(formatRelative('en', new Date(MADE), { now: currentStep() })).toBe(told);
});
