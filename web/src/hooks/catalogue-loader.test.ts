import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCatalogueLoader } from './catalogue-loader.ts';

const words = { yes: 'sí' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('createCatalogueLoader waits while offline, then fetches once for all callers', async () => {
  const fetchWords = vi.fn(async () => words);
  const load = createCatalogueLoader(fetchWords);
  vi.stubGlobal('navigator', { onLine: false });
  const both = Promise.all([load('es'), load('es')]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetchWords).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await both).toEqual([words, words]);
  expect(fetchWords).toHaveBeenCalledOnce();
});

it('createCatalogueLoader fetches again after a failure', async () => {
  const fetchWords = vi
    .fn(async () => words)
    .mockRejectedValueOnce(new Error('lost'))
    .mockRejectedValueOnce(new Error('lost'));
  const load = createCatalogueLoader(fetchWords);
  const lost = expect(load('en')).rejects.toThrow('lost');
  await vi.advanceTimersByTimeAsync(5_000);
  await lost;
  // A page that renders again finds the failed fetch, not a new one.
  await expect(load('en')).rejects.toThrow('lost');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await load('en')).toBe(words);
});
