import { expect, it, vi } from 'vitest';
import { ByteCache } from './byte-cache.ts';

const bytes = (length: number) => new Uint8Array(length);

it('ByteCache creates a value once, also for concurrent requests', async () => {
  const cache = new ByteCache(100);
  const make = vi.fn(async () => bytes(10));
  const [first, second] = await Promise.all([cache.get('a', make), cache.get('a', make)]);
  expect(await cache.get('a', make)).toBe(first);
  expect(second).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
});

it('ByteCache evicts the least recently used values beyond its byte limit', async () => {
  const cache = new ByteCache(100);
  const make = vi.fn(async () => bytes(40));
  for (const key of ['a', 'b', 'a', 'c', 'a']) {
    await cache.get(key, make);
  }
  expect(make).toHaveBeenCalledTimes(3);
  await cache.get('b', make);
  expect(make).toHaveBeenCalledTimes(4);
});

it('ByteCache does not cache a failure', async () => {
  const cache = new ByteCache(100);
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('a', async () => bytes(1))).toHaveLength(1);
});
