import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

it('FairQueue takes from the owners in turn', () => {
  const queue = new FairQueue<string>({ ofOwner: 3, total: 10 });
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1']) {
    queue.add(item.slice(0, 1), item);
  }
  expect(Array.from({ length: 6 }, () => queue.take())).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', undefined]);
});

it('FairQueue refuses items beyond the limit of an owner and the total', () => {
  const queue = new FairQueue<number>({ ofOwner: 2, total: 3 });
  expect([1, 2, 3].map((item) => queue.add('a', item))).toEqual([true, true, false]);
  expect([4, 5].map((item) => queue.add('b', item))).toEqual([true, false]);
  queue.take();
  expect(queue.add('b', 5)).toBe(true);
  expect(queue.size).toBe(3);
});
