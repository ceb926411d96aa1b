import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hearServerTime, serverNow } from './server-time.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
});
afterEach(() => {
  hearServerTime(new Date(NOW).toUTCString());
  vi.useRealTimers();
});

it.each(['2027-05-01T12:00:00Z', '2025-05-01T12:00:00Z'])('is the server’s when that says %s', (time) => {
  hearServerTime(new Date(time).toUTCString());
  expect(serverNow()).toBe(Date.parse(time));
  vi.advanceTimersByTime(60_000);
  expect(serverNow()).toBe(Date.parse(time) + 60_000);
});

it('is the device’s own while that is right, and when no answer says otherwise', () => {
  hearServerTime(new Date(NOW - 4_000).toUTCString());
  expect(serverNow()).toBe(NOW);
  hearServerTime(new Date('2027-05-01T12:00:00Z').toUTCString());
  hearServerTime(null);
  hearServerTime('once upon a time');
  expect(new Date(serverNow()).getFullYear()).toBe(2027);
  hearServerTime(new Date(NOW).toUTCString());
  expect(serverNow()).toBe(NOW);
});
