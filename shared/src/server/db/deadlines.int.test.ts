import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { expect, it } from 'vitest';
import { createDb } from './knex.ts';

const database = useDatabase();

it('takes an answer that came while the event loop was busy', async () => {
  const deadlines = { acquireMs: 3_000, statementMs: 5_000, answerMs: 500 };
  const db = createDb(database.url, { name: 'deadlines-test', max: 1, deadlines });
  try {
    await db.raw('select 1');
    const answer = db.raw('select 1 as one from pg_sleep(0.3)').then(({ rows }) => rows);
    // The statement is sent, and answered while the event loop is blocked.
    await new Promise((resolve) => setTimeout(resolve, 100));
    // After this, due timers run before sockets are read.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * deadlines.answerMs);
    expect(await answer).toEqual([{ one: 1 }]);
    expect((await db.raw('select 2 as two')).rows).toEqual([{ two: 2 }]);
  } finally {
    await db.destroy();
  }
});
