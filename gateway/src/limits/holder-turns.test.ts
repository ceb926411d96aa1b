import { expect, it, vi } from 'vitest';
import { HolderTurns } from './holder-turns.ts';

const ADA = { subject: 'user', holder: 'ada' } as const;
const BOB = { subject: 'user', holder: 'bob' } as const;
const turn = () => new Promise((resolve) => setImmediate(resolve));

function startTurns() {
  const record = vi.fn();
  const few = { running: 2, waiting: 3 };
  const turns = new HolderTurns({
    limit: 'requests',
    most: { user: few, network: few },
    limitsMet: { record },
  });
  const started: string[] = [];
  const open = (holder: typeof ADA | typeof BOB, name: string) => {
    const end = Promise.withResolvers<string>();
    const result = turns.run(holder, () => {
      started.push(name);
      return end.promise;
    });
    result.catch(() => undefined);
    return { ...end, result };
  };
  return { turns, record, started, open };
}

it('a few tasks of a holder run at once, the rest in order, beside those of other holders', async () => {
  const { started, open } = startTurns();
  const tasks = ['a', 'b', 'c', 'd'].map((name) => open(ADA, name));
  open(BOB, 'x');
  await turn();
  expect(started).toEqual(['a', 'b', 'x']);
  tasks[1]?.reject(new Error('away'));
  await expect(tasks[1]?.result).rejects.toThrow('away');
  await turn();
  tasks[0]?.resolve('done');
  expect(await tasks[0]?.result).toBe('done');
  await turn();
  expect(started).toEqual(['a', 'b', 'x', 'c', 'd']);
});

it('a task beyond the waiting limit is rejected, and the limit is recorded', async () => {
  const { started, record, open } = startTurns();
  const tasks = Array.from({ length: 5 }, (_, at) => open(ADA, String(at)));
  await turn();
  const refused = open(ADA, 'refused');
  await expect(refused.result).rejects.toMatchObject({ code: 'request.too-many' });
  expect(record).toHaveBeenCalledWith({ limit: 'requests', ...ADA });
  for (const task of tasks) {
    task.resolve('done');
    await task.result;
  }
  await turn();
  open(ADA, 'later');
  await turn();
  expect(started).toEqual(['0', '1', '2', '3', '4', 'later']);
});

it('a waiting task is rejected when its client disconnects or after ten seconds', async () => {
  vi.useFakeTimers();
  const { turns, started, open } = startTurns();
  const running = ['a', 'b'].map((name) => open(ADA, name));
  await vi.advanceTimersByTimeAsync(0);
  let isGone = false;
  const abandoned = turns.run(
    ADA,
    async () => started.push('abandoned'),
    () => isGone,
  );
  const late = turns.run(ADA, async () => started.push('late'));
  const failures = Promise.allSettled([abandoned, late]);
  isGone = true;
  await vi.advanceTimersByTimeAsync(10_000);
  for (const { status, reason } of (await failures) as PromiseRejectedResult[]) {
    expect([status, reason.code]).toEqual(['rejected', 'server.unavailable']);
  }
  for (const task of running) {
    task.resolve('done');
    await task.result;
  }
  await turns.run(ADA, async () => started.push('next'));
  expect(started).toEqual(['a', 'b', 'next']);
  vi.useRealTimers();
});
