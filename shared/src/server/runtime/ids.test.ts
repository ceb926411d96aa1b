import { expect, test } from 'vitest';
import { randomToken, uuidOf, uuidv7 } from './ids.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('uuidv7 returns version 7 UUIDs with their creation time', () => {
  const before = Date.now();
  const id = uuidv7();
  expect(id).toMatch(UUID_V7);
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now() + 1_000);
});

test('many UUIDs of one moment are unique and ascending', () => {
  const now = Date.now();
  const ids = Array.from({ length: 20_000 }, () => uuidv7(now));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test('a token has the requested number of bits', () => {
  expect(Buffer.from(randomToken(128), 'base64url')).toHaveLength(16);
  expect(Buffer.from(randomToken(250), 'base64url')).toHaveLength(32);
  expect(randomToken()).not.toBe(randomToken());
});

test('uuidOf returns a stable, distinct UUID for each text', () => {
  expect(uuidOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuidOf('a')).toBe(uuidOf('a'));
  expect(new Set(Array.from({ length: 1_000 }, (_, at) => uuidOf(String(at)))).size).toBe(1_000);
});
