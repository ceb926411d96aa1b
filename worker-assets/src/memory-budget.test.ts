import { describe, expect, it } from 'vitest';
import { createMemoryBudget } from './memory-budget.ts';

describe('a memory budget', () => {
  it('allocates at most its size, in the order of requests', async () => {
    const budget = createMemoryBudget(100);
    const order: string[] = [];
    const first = await budget.take(60);
    const second = budget.take(50).then((back) => {
      order.push('second');
      return back;
    });
    const third = budget.take(10).then((back) => {
      order.push('third');
      return back;
    });
    await Promise.resolve();
    expect([budget.bytesInUse, order]).toEqual([60, []]);
    first();
    const backs = await Promise.all([second, third]);
    expect([budget.bytesInUse, order]).toEqual([60, ['second', 'third']]);
    for (const back of backs) {
      back();
    }
    expect(budget.bytesInUse).toBe(0);
  });

  it('allocates all of its size to a larger request, and nothing else meanwhile', async () => {
    const budget = createMemoryBudget(100);
    const back = await budget.take(1_000);
    let isAllocated = false;
    const waiting = budget.take(1).then((give) => {
      isAllocated = true;
      return give;
    });
    await Promise.resolve();
    expect([budget.bytesInUse, isAllocated]).toEqual([100, false]);
    back();
    back();
    (await waiting)();
    expect(budget.bytesInUse).toBe(0);
  });
});
