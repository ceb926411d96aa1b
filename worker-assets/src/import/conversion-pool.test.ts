import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChildDiedError, type ConversionChild, type TaskLimits } from './conversion-child.ts';
import { ConversionPool, type Lane, type PoolLimits } from './conversion-pool.ts';
import { openingNeed, WHOLE_BUDGET_BYTES } from './memory-need.ts';

const INPUT = { path: 'a.png', format: 'png', dir: '.' } as const;
const TASK: TaskLimits = { addedBytes: openingNeed(0), processorMs: 1_000 };
const LIMITS: PoolLimits = { ...TASK, lane: 'small' };

let pool: ConversionPool;
afterEach(() => pool.close());

/** A pool of children whose tasks end as listed, in turn. `runs` records the limits of each task. */
async function poolOf(ends: ('done' | 'faulty' | ChildDiedError['of'])[], logged: unknown[] = []) {
  const runs: { child: number; limits: TaskLimits }[] = [];
  let made = 0;
  const createChild = () => {
    made += 1;
    const number = made;
    const child = {
      isDead: false,
      tasksDone: 0,
      run: async (_: unknown, { onAllowed: _told, onFault, ...limits }: TaskLimits) => {
        runs.push({ child: number, limits });
        const end = ends[runs.length - 1] ?? 'done';
        if (end === 'faulty') {
          onFault?.('The step failed');
        } else if (end !== 'done') {
          child.isDead = true;
          throw new ChildDiedError(end);
        }
        child.tasksDone += 1;
        return 'output';
      },
      residentBytes: async () => 0,
      kill: () => undefined,
    };
    // The fake implements the parts of a child that the pool uses.
    return child as unknown as ConversionChild;
  };
  const logger = { warn: (fields: unknown) => logged.push(fields) };
  pool = await ConversionPool.create({ size: 1, createChild, logger });
  return runs;
}

describe('a task whose child runs out of memory', () => {
  it('is retried once in a new child with the whole memory budget', async () => {
    const runs = await poolOf(['done', 'memory', 'done']);
    await pool.run('convert-picture', INPUT, LIMITS);
    await expect(pool.run('convert-picture', INPUT, LIMITS)).resolves.toBe('output');
    expect(runs).toEqual([
      { child: 1, limits: TASK },
      { child: 1, limits: TASK },
      { child: 2, limits: { ...TASK, addedBytes: WHOLE_BUDGET_BYTES } },
    ]);
  });

  it('fails if the retry runs out of memory too', async () => {
    const runs = await poolOf(['memory', 'memory']);
    await expect(pool.run('convert-picture', INPUT, LIMITS)).rejects.toMatchObject({ of: 'memory' });
    expect(runs).toHaveLength(2);
  });
});

describe('a task that continues after a failed step', () => {
  it('is logged for operators', async () => {
    const logged: unknown[] = [];
    await poolOf(['faulty'], logged);
    await expect(pool.run('convert-picture', INPUT, LIMITS)).resolves.toBe('output');
    expect(logged).toContainEqual({ task: 'convert-picture', fault: 'The step failed' });
  });
});

describe('a task that times out or crashes its child', () => {
  it.each(['time', 'crash'] as const)('is not retried (%s)', async (of) => {
    const runs = await poolOf([of]);
    await expect(pool.run('convert-picture', INPUT, LIMITS)).rejects.toMatchObject({ of });
    expect(runs).toHaveLength(1);
  });
});

/**
 * A pool for one small file at a time, whose tasks run until a test ends them. `begun` lists the lanes
 * of started tasks.
 */
async function busyPool({ size = 1, memoryBytes }: { size?: number; memoryBytes?: number } = {}) {
  const begun: Lane[] = [];
  const said: ((bytes: number) => void)[] = [];
  const alive = new Set<object>();
  const made: object[] = [];
  const createChild = () => {
    const child = {
      isDead: false,
      tasksDone: 0,
      run: async (request: { input: { path: string } }, { signal, onAllowed }: TaskLimits) => {
        signal?.throwIfAborted();
        // Each task of these tests has its lane as its path.
        begun.push(request.input.path as Lane);
        said.push((bytes) => onAllowed?.(bytes));
        await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      },
      residentBytes: async () => 0,
      kill: () => alive.delete(child),
    };
    alive.add(child);
    made.push(child);
    // The fake implements the parts of a child that the pool uses.
    return child as unknown as ConversionChild;
  };
  pool = await ConversionPool.create({
    size,
    createChild,
    ...(memoryBytes !== undefined && { memoryBytes }),
  });
  const start = (lane: Lane, addedBytes = TASK.addedBytes) => {
    const controller = new AbortController();
    const limits = { ...TASK, addedBytes, lane, signal: controller.signal };
    const ended = pool.run('convert-picture', { ...INPUT, path: lane }, limits).catch(() => 'ended');
    return { ended, cancel: () => controller.abort() };
  };
  return { begun, said, alive, made, start };
}

/** Lets all pending promises and callbacks run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a pool busy with a large file and a scene', () => {
  it('starts a small file at once, and queues tasks by lane', async () => {
    const { begun, start } = await busyPool();
    const first = start('large');
    start('large');
    start('output');
    start('small');
    await settle();
    expect(begun).toEqual(['large', 'output', 'small']);
    first.cancel();
    await first.ended;
    await settle();
    expect(begun).toEqual(['large', 'output', 'small', 'large']);
  });

  it('keeps one child for small files, and ends other idle children after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { alive, start } = await busyPool();
    const tasks = [start('large'), start('output'), start('small')];
    await vi.advanceTimersByTimeAsync(0);
    expect(alive.size).toBe(3);
    for (const { cancel } of tasks) {
      cancel();
    }
    await Promise.all(tasks.map(({ ended }) => ended));
    expect(alive.size).toBe(3);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(alive.size).toBe(1);
  });

  it('starts a first file at once beside a hundred bulk files', async () => {
    const { begun, start } = await busyPool();
    for (let file = 0; file < 100; file += 1) {
      start('bulk');
    }
    await settle();
    start('small');
    await settle();
    expect(begun).toEqual(['bulk', 'bulk', 'small']);
  });

  it('reuses one child for all small files', async () => {
    const { made, start } = await busyPool();
    start('large');
    start('output');
    for (let file = 0; file < 5; file += 1) {
      const small = start('small');
      await settle();
      small.cancel();
      await small.ended;
    }
    expect(made).toHaveLength(3);
  });

  it('removes a canceled task from the queue, and starts the next one', async () => {
    const { begun, start } = await busyPool();
    const [first, second] = [start('large'), start('large')];
    start('large');
    await settle();
    second.cancel();
    await expect(second.ended).resolves.toBe('ended');
    first.cancel();
    await first.ended;
    await settle();
    expect(begun).toEqual(['large', 'large']);
  });
});

describe('a pool on a machine with little memory', () => {
  it('starts only tasks that fit in memory together, without overtaking', async () => {
    const { begun, start } = await busyPool({ size: 2, memoryBytes: 1_000 });
    const first = start('small', 600);
    const output = start('output', 600);
    start('small', 100);
    await settle();
    expect(begun).toEqual(['small']);
    first.cancel();
    await first.ended;
    await settle();
    expect(begun).toEqual(['small', 'output', 'small']);
    output.cancel();
    await output.ended;
    start('large', 950);
    await settle();
    expect(begun, 'beside 100').toHaveLength(3);
  });

  it('counts the memory that a task has reported', async () => {
    const { begun, said, start } = await busyPool({ memoryBytes: 1_000 });
    const small = start('small', 300);
    await settle();
    said[0]?.(900);
    start('large', 300);
    await settle();
    expect(begun).toEqual(['small']);
    small.cancel();
    await small.ended;
    await settle();
    expect(begun).toEqual(['small', 'large']);
  });

  it('runs an oversized task alone, and continues when a waiting task is canceled', async () => {
    const { begun, start } = await busyPool({ memoryBytes: 1_000 });
    const huge = start('large', 5_000);
    const waits = start('output', 600);
    await settle();
    expect(begun).toEqual(['large']);
    huge.cancel();
    await huge.ended;
    await settle();
    const blocked = start('large', 500);
    start('small', 100);
    await settle();
    expect(begun).toEqual(['large', 'output']);
    blocked.cancel();
    await blocked.ended;
    await settle();
    expect(begun).toEqual(['large', 'output', 'small']);
    waits.cancel();
  });
});

describe('children that die while idle', () => {
  it('are replaced and leave the pool', async () => {
    const children: { isDead: boolean; kills: number }[] = [];
    const createChild = () => {
      const child = {
        isDead: false,
        kills: 0,
        tasksDone: 0,
        run: async () => 'output',
        residentBytes: async () => 0,
        kill: () => {
          child.kills += 1;
        },
      };
      children.push(child);
      return child as unknown as ConversionChild;
    };
    pool = await ConversionPool.create({ size: 2, createChild });
    for (const child of children) {
      child.isDead = true;
    }
    for (let task = 0; task < 5; task += 1) {
      await pool.run('convert-picture', INPUT, LIMITS);
    }
    expect(children).toHaveLength(4);
    expect(children.map(({ kills }) => kills)).toEqual([0, 0, 0, 0]);
  });

  it('fail only the task for which no replacement can start', async () => {
    let isRefused = true;
    const createChild = () => {
      if (isRefused) {
        throw new Error('spawn ENOMEM');
      }
      const child = {
        isDead: false,
        tasksDone: 0,
        run: async () => 'output',
        residentBytes: async () => 0,
        kill: () => undefined,
      };
      return child as unknown as ConversionChild;
    };
    pool = await ConversionPool.create({ size: 0, createChild });
    const large = { ...LIMITS, lane: 'large' } as const;
    await expect(pool.run('convert-picture', INPUT, large)).rejects.toThrow('ENOMEM');
    isRefused = false;
    await expect(pool.run('convert-picture', INPUT, large)).resolves.toBe('output');
  });
});
