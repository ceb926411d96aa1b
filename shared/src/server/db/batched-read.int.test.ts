import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../runtime/ids.ts';
import { asked, batchedRead } from './batched-read.ts';
import type { Knex } from './knex.ts';

const database = useDatabase({ max: 3 });
let statements = 0;

const find = batchedRead<{ word: string }>(
  'test-pair',
  `select ask.at, p.word from ${asked('a', 'b')} join pairs p on p.a = ask.a and p.b = ask.b`,
);

async function insert(knex: Knex, word: string): Promise<[string, string]> {
  const pair: [string, string] = [uuidv7(), uuidv7()];
  await knex('pairs').insert({ a: pair[0], b: pair[1], word });
  return pair;
}

beforeAll(async () => {
  const { db } = database;
  await db.raw('create table pairs (a uuid, b uuid, word text)');
  const acquire = db.client.acquireConnection.bind(db.client);
  db.client.acquireConnection = (...args: unknown[]) => {
    statements += 1;
    return acquire(...args);
  };
});

describe('A batched read', () => {
  it('returns the row of each of a hundred keys in a few statements', async () => {
    const pairs = await Promise.all(Array.from({ length: 100 }, (_, n) => insert(database.db, `w${n}`)));
    statements = 0;
    const rows = await Promise.all(pairs.toReversed().map(([a, b]) => find(database.db, a, b)));
    expect(rows.map((row) => row?.word)).toEqual(pairs.map((_, n) => `w${99 - n}`));
    expect(statements).toBeLessThanOrEqual(3);
  });

  it('returns the same row for equal keys, null for missing ones', async () => {
    const [a, b] = await insert(database.db, 'once');
    const rows = await Promise.all([
      find(database.db, a, b),
      find(database.db, b, a),
      find(database.db, a, b),
      find(database.db, uuidv7(), b),
    ]);
    expect(rows.map((row) => row?.word)).toEqual(['once', undefined, 'once', undefined]);
  });

  it('handles invalid UUIDs without affecting other reads', async () => {
    const [a, b] = await insert(database.db, 'safe');
    const rows = await Promise.all([
      find(database.db, a, b),
      find(database.db, "'}; --", b),
      find(database.db, `${a},${a}`, b),
    ]);
    expect(rows.map((row) => row?.word)).toEqual(['safe', undefined, undefined]);
  });

  it('sees earlier writes, also while another read runs', async () => {
    for (let round = 0; round < 20; round++) {
      const running = find(database.db, uuidv7(), uuidv7());
      const [a, b] = await insert(database.db, `round ${round}`);
      expect((await find(database.db, a, b))?.word).toBe(`round ${round}`);
      await running;
    }
  });

  it('sees uncommitted rows only inside their transaction', async () => {
    await database.db.transaction(async (trx) => {
      const [a, b] = await insert(trx, 'mine');
      const [inside, outside] = await Promise.all([find(trx, a, b), find(database.db, a, b)]);
      expect(inside?.word).toBe('mine');
      expect(outside).toBeNull();
    });
  });

  it('is not blocked by another stuck read', async () => {
    const stuck = uuidv7();
    const findOrWait = batchedRead<{ word: string }>(
      'test-stuck',
      `select ask.at, case when ask.a = '${stuck}' then pg_advisory_xact_lock_shared(7)::text else 'free' end as word
       from ${asked('a')}`,
    );
    const lock = await database.db.transaction();
    await lock.raw('select pg_advisory_xact_lock(7)');
    const waits = findOrWait(database.db, stuck);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect((await findOrWait(database.db, uuidv7()))?.word).toBe('free');
    await lock.rollback();
    expect((await waits)?.word).toBe('');
  });

  it('rejects all waiting callers on failure, and works again afterwards', async () => {
    const [a, b] = await insert(database.db, 'back');
    await database.db.raw('alter table pairs rename to hidden');
    const results = await Promise.allSettled([find(database.db, a, b), find(database.db, a, b)]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    await database.db.raw('alter table hidden rename to pairs');
    expect((await find(database.db, a, b))?.word).toBe('back');
  });
});
