import { expect, it } from 'vitest';
import { shareRuns } from './share-runs.ts';

function startRuns() {
  const runs: { key: string; end: PromiseWithResolvers<number> }[] = [];
  const call = shareRuns((key) => {
    const end = Promise.withResolvers<number>();
    runs.push({ key, end });
    return end.promise;
  });
  return { runs, call };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('all calls during a run share one further run', async () => {
  const { runs, call } = startRuns();
  const first = call('a');
  const later = Array.from({ length: 5 }, () => call('a'));
  await turn();
  expect(runs).toHaveLength(1);
  runs[0]?.end.resolve(1);
  expect(await first).toBe(1);
  await turn();
  const latest = call('a');
  expect(runs).toHaveLength(2);
  runs[1]?.end.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2, 2, 2]);
  await turn();
  expect(runs).toHaveLength(3);
  runs[2]?.end.resolve(3);
  expect(await latest).toBe(3);
});

it('different keys run concurrently, and a failure rejects only its own callers', async () => {
  const { runs, call } = startRuns();
  const failing = call('a');
  const next = call('a');
  const other = call('constructor');
  expect(runs.map(({ key }) => key)).toEqual(['a', 'constructor']);
  runs[0]?.end.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await turn();
  runs[2]?.end.resolve(2);
  runs[1]?.end.resolve(1);
  expect(await Promise.all([next, other])).toEqual([2, 1]);
});
