import { expect, test, vi } from 'vitest';
import { createLoop, FAILING_AFTER_MS } from './loop.ts';

test('a loop never runs twice at once, and runs once more after a wake during a run', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const loop = createLoop({
    everyMs: 3_600_000,
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      await gates[runs++]?.promise;
      running -= 1;
    },
    onError: () => expect.fail(),
  });
  await expect.poll(() => runs).toBe(1);
  loop.wake();
  loop.wake();
  gates[0]?.resolve();
  await expect.poll(() => runs).toBe(2);
  gates[1]?.resolve();
  await loop.close();
  expect([runs, most]).toEqual([2, 1]);
});

test('an error ends neither the loop nor the process', async () => {
  const errors: string[] = [];
  let runs = 0;
  const loop = createLoop({
    everyMs: 1,
    run: async () => {
      runs += 1;
      throw new Error(`run ${runs}`);
    },
    onError: (err) => errors.push(err.message),
  });
  await expect.poll(() => errors.length).toBeGreaterThan(2);
  await loop.close();
  expect(errors.slice(0, 2)).toEqual(['run 1', 'run 2']);
});

test('a loop reports a lasting failure until a run succeeds', async () => {
  vi.useFakeTimers();
  let isBroken = true;
  const loop = createLoop({
    everyMs: 1_000,
    run: async () => {
      if (isBroken) {
        throw new Error('no connection');
      }
    },
    onError: () => undefined,
  });
  try {
    await vi.advanceTimersByTimeAsync(FAILING_AFTER_MS - 1_000);
    await expect(loop.check()).resolves.toBeUndefined();
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(loop.check()).rejects.toThrow('no connection');
    isBroken = false;
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(loop.check()).resolves.toBeUndefined();
  } finally {
    await loop.close();
    vi.useRealTimers();
  }
});
