import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ChangedMeanwhileError, transact } from './transaction.ts';

const database = useDatabase();

/** Two rows that are locked one after the other. */
const ROWS = ['left', 'right'] as const;
beforeEach(async () => {
  await database.db.raw(
    'create table if not exists rows_in_the_way (name text primary key, count int not null)',
  );
  await database.db('rows_in_the_way').delete();
  await database.db('rows_in_the_way').insert(ROWS.map((name) => ({ name, count: 0 })));
});

const counts = async () => (await database.db('rows_in_the_way').orderBy('name')).map(({ count }) => count);

describe('a transaction', () => {
  it('is retried after a conflict with another one, and takes effect once', async () => {
    const first = ROWS.map(() => Promise.withResolvers<void>());
    let runs = 0;
    const add = (at: number) =>
      transact(database.db, async (trx) => {
        runs += 1;
        await trx('rows_in_the_way').where({ name: ROWS[at] }).increment('count', 1);
        // Each transaction now holds a lock that the other one waits for.
        first[at]?.resolve();
        await first[1 - at]?.promise;
        await trx('rows_in_the_way')
          .where({ name: ROWS[1 - at] })
          .increment('count', 1);
      });
    await Promise.all([add(0), add(1)]);
    // Both start, and at least one of them restarts: it may conflict again before the other one has
    // continued.
    expect(runs).toBeGreaterThan(2);
    expect(await counts()).toEqual([2, 2]);
  });

  it('is retried a limited number of times', async () => {
    let runs = 0;
    const always = transact(database.db, async (trx) => {
      runs += 1;
      await trx('rows_in_the_way').increment('count', 1);
      throw new ChangedMeanwhileError('It is another one each time');
    });
    await expect(always).rejects.toThrow('another one each time');
    expect(runs).toBe(4);
    expect(await counts()).toEqual([0, 0]);
  });

  it('is not retried for other errors or inside another transaction', async () => {
    let runs = 0;
    const fail = (error: Error) => async () => {
      runs += 1;
      throw error;
    };
    await expect(transact(database.db, fail(new Error('no')))).rejects.toThrow('no');
    expect(runs).toBe(1);
    const within = database.db.transaction((trx) =>
      transact(trx, fail(new ChangedMeanwhileError('changed'))),
    );
    await expect(within).rejects.toThrow('changed');
    expect(runs).toBe(2);
  });
});
