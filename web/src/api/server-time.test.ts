import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recordServerTime, serverNow } from './server-time.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
});
afterEach(() => {
  recordServerTime(new Date(NOW).toUTCString());
  vi.useRealTimers();
});

it.each(['2027-05-01T12:00:00Z', '2025-05-01T12:00:00Z'])('serverNow uses the server time %s', (time) => {
  recordServerTime(new Date(time).toUTCString());
  expect(serverNow()).toBe(Date.parse(time));
  vi.advanceTimersByTime(60_000);
  expect(serverNow()).toBe(Date.parse(time) + 60_000);
});

it('serverNow uses the device clock when it is accurate, and keeps the offset without a valid server date', () => {
  recordServerTime(new Date(NOW - 4_000).toUTCString());
  expect(serverNow()).toBe(NOW);
  recordServerTime(new Date('2027-05-01T12:00:00Z').toUTCString());
  recordServerTime(null);
  recordServerTime('once upon a time');
  expect(new Date(serverNow()).getFullYear()).toBe(2027);
  recordServerTime(new Date(NOW).toUTCString());
  expect(serverNow()).toBe(NOW);
});
