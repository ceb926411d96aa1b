import { startFaultyProxy } from '@diorama/stack/test/faulty-proxy.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { expect, it } from 'vitest';
import { createDb, type Knex } from './knex.ts';

const database = useDatabase();

it('a response that arrives while the event loop is busy is accepted', async () => {
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

it('the pool replaces all connections after one is lost silently', async () => {
  const proxy = await startFaultyProxy(database.url);
  const url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(proxy.port) });
  const deadlines = { acquireMs: 3_000, statementMs: 5_000, answerMs: 1_000 };
  const db = createDb(url.href, { name: 'deadlines-test', max: 5, deadlines });
  const askAll = () => Promise.allSettled(Array.from({ length: 5 }, () => db.raw('select pg_sleep(0.1)')));
  const outcomes = async () => (await askAll()).map(({ status }) => status);
  try {
    expect(new Set(await outcomes())).toEqual(new Set(['fulfilled']));
    proxy.fail('swallows');
    await expect(db.raw('select 1')).rejects.toThrow();
    proxy.heal();
    await expect.poll(() => isAnswering(db)).toBe(true);
    expect(new Set(await outcomes())).toEqual(new Set(['fulfilled']));
  } finally {
    await db.destroy();
    await proxy.close();
  }
});

/** Whether connections are given out; takes one and sends nothing on it. */
async function isAnswering({ client }: Knex): Promise<boolean> {
  try {
    await client.releaseConnection(await client.acquireConnection());
    return true;
  } catch {
    return false;
  }
}
