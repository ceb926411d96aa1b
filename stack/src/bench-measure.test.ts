import { expect, test } from 'vitest';
import { interleave, timesOfParts } from '../../bench/measure.ts';
import { until } from '../../bench/until.ts';

test('each contender is checked once, after its first run', async () => {
  const calls: string[] = [];
  const contender = (name: string) => ({
    name,
    run: async () => calls.push(`${name} runs`),
    check: () => void calls.push(`${name} is checked`),
  });
  await interleave([contender('ours'), contender('peer')], { rounds: 1 });
  expect(calls).toEqual([
    'ours runs',
    'ours is checked',
    'peer runs',
    'peer is checked',
    'ours runs',
    'peer runs',
  ]);
});

test.each([true, false])('a peer that did no work fails the row, with a warm-up: %s', async (warmUp) => {
  let runs = 0;
  const peer = {
    name: 'peer',
    run: async () => ++runs,
    check: async () => {
      throw new Error('The peer wrote nothing');
    },
  };
  await expect(interleave([peer], { warmUp })).rejects.toThrow('The peer wrote nothing');
  expect(runs).toBe(1);
});

test('warm-up turns are not counted', async () => {
  const [part] = await timesOfParts(['part'], { warmUp: 2, turns: 3 }, async (turn) => ({ part: turn }));
  expect(part?.values).toEqual([2, 3, 4]);
});

test('a check that never succeeds ends with an error', async () => {
  await expect(until(() => false, { everyMs: 1, withinMs: 5 })).rejects.toThrow('within 0.005 s');
});
