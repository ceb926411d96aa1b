import { expect, it } from 'vitest';
import { forEachLimited } from './for-each-limited.ts';

it('forEachLimited handles each item once within the concurrency limit', async () => {
  const handled: number[] = [];
  let running = 0;
  let most = 0;
  await forEachLimited(Array.from({ length: 20 }).keys(), 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    handled.push(item);
  });
  expect(most).toBe(3);
  expect(handled.toSorted((a, b) => a - b)).toEqual([...Array(20).keys()]);
});

it('forEachLimited fails with the first error and starts nothing after it', async () => {
  const started: number[] = [];
  const failing = forEachLimited([1, 2, 3, 4], 1, async (item) => {
    started.push(item);
    if (item === 2) {
      throw new Error('two');
    }
  });
  await expect(failing).rejects.toThrow('two');
  expect(started).toEqual([1, 2]);
});
