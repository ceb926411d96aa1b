import { expect, test } from 'vitest';
import { createLoop } from './loop.ts';

test('never runs twice at once, and once more when it was woken meanwhile', async () => {
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
