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

describe('Gathering', () => {
  it('takes what comes in one turn together, and what comes meanwhile as the next lot', async () => {
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

  it('makes no lot larger than it may be and loses nothing', async () => {
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

  it('handles as many lots at once as there are lanes', async () => {
    const { add, items } = start({ lanes: 2 });
    for (const item of [1, 2, 3]) {
      add(item);
      await turn();
    }
    expect(items()).toEqual([[1], [2]]);
  });

  it('goes on beside a lot that is stuck', async () => {
    const { add, items } = start({ patienceMs: 1 });
    add(1);
    await turn();
    add(2);
    await expect.poll(items).toEqual([[1], [2]]);
  });

  it('begins anew after it had nothing to do', async () => {
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
