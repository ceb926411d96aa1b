import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A batcher whose batches end on command. */
function start(options: { most?: number; lanes?: number; patienceMs?: number } = {}) {
  const lots: { items: number[]; end: () => void }[] = [];
  const add = createBatcher<number>({
    most: 3,
    ...options,
    handle: (items) => new Promise((resolve) => lots.push({ items, end: resolve })),
  });
  return { add, lots, items: () => lots.map((lot) => lot.items) };
}

describe('a batcher', () => {
  it('groups the items of one turn, and the items that arrive meanwhile into the next batch', async () => {
    const { add, lots, items } = start();
    add(1);
    add(2);
    await turn();
    add(3);
    add(4);
    await turn();
    expect(items()).toEqual([[1, 2]]);
    lots[0]?.end();
    await turn();
    expect(items()).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('respects the maximum batch size and loses no item', async () => {
    const { add, lots, items } = start();
    for (let item = 1; item <= 7; item++) {
      add(item);
    }
    for (let lot = 0; lot < 3; lot++) {
      await turn();
      lots[lot]?.end();
    }
    expect(items()).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  it('handles as many batches at once as there are lanes', async () => {
    const { add, items } = start({ lanes: 2 });
    for (const item of [1, 2, 3]) {
      add(item);
      await turn();
    }
    expect(items()).toEqual([[1], [2]]);
  });

  it('continues beside a stuck batch', async () => {
    const { add, items } = start({ patienceMs: 1 });
    add(1);
    await turn();
    add(2);
    await expect.poll(items).toEqual([[1], [2]]);
  });

  it('starts again after it was idle', async () => {
    const { add, lots, items } = start();
    add(1);
    await turn();
    lots[0]?.end();
    await turn();
    add(2);
    await turn();
    expect(items()).toEqual([[1], [2]]);
  });
});
