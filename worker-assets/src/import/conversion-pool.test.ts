import { afterEach, describe, expect, it } from 'vitest';
import { ChildDiedError, type ConversionChild, type TaskLimits } from './conversion-child.ts';
import { ConversionPool } from './conversion-pool.ts';
import { openingNeed, WHOLE_BUDGET_BYTES } from './memory-need.ts';

const INPUT = { path: 'a.png', format: 'png', dir: '.' } as const;
const LIMITS: TaskLimits = { addedBytes: openingNeed(0), wallMs: 1_000 };

let pool: ConversionPool;
afterEach(() => pool.close());

/** A pool of children that end as they are told, one after the other; `runs` says what each was asked to keep to. */
async function poolOf(ends: ('done' | ChildDiedError['of'])[]) {
  const runs: { child: number; limits: TaskLimits }[] = [];
  let made = 0;
  const createChild = () => {
    made += 1;
    const number = made;
    const child = {
      isDead: false,
      tasksDone: 0,
      run: async (_: unknown, limits: TaskLimits) => {
        runs.push({ child: number, limits });
        const end = ends[runs.length - 1] ?? 'done';
        if (end !== 'done') {
          child.isDead = true;
          throw new ChildDiedError(end);
        }
        child.tasksDone += 1;
        return 'output';
      },
      residentBytes: async () => 0,
      kill: () => undefined,
    };
    // What the pool uses of a child.
    return child as unknown as ConversionChild;
  };
  pool = await ConversionPool.create({ size: 1, createChild });
  return runs;
}

describe('a task that takes its child too much memory', () => {
  it('is tried once more, in a child that has done nothing else and may take all there is', async () => {
    const runs = await poolOf(['done', 'memory', 'done']);
    await pool.run('convert-picture', INPUT, LIMITS);
    await expect(pool.run('convert-picture', INPUT, LIMITS)).resolves.toBe('output');
    expect(runs).toEqual([
      { child: 1, limits: LIMITS },
      { child: 1, limits: LIMITS },
      { child: 2, limits: { ...LIMITS, addedBytes: WHOLE_BUDGET_BYTES } },
    ]);
  });

  it('fails when that is not enough either', async () => {
    const runs = await poolOf(['memory', 'memory']);
    await expect(pool.run('convert-picture', INPUT, LIMITS)).rejects.toMatchObject({ of: 'memory' });
    expect(runs).toHaveLength(2);
  });
});

describe('a task that takes too long, or breaks its child', () => {
  it.each(['time', 'crash'] as const)('is not tried again (%s)', async (of) => {
    const runs = await poolOf([of]);
    await expect(pool.run('convert-picture', INPUT, LIMITS)).rejects.toMatchObject({ of });
    expect(runs).toHaveLength(1);
  });
});
