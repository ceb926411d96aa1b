import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { expect, test } from 'vitest';
import { createDb } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { recordEvent, recordEvents } from './outbox.queries.ts';

const database = useDatabase();

test('an event of a rolled back transaction is not recorded', async () => {
  const orderId = uuidv7();
  await expect(
    database.db.transaction(async (trx) => {
      await recordEvent(trx, { name: 'order.created', payload: { orderId } });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await database.db('outbox').where('name', 'order.created')).toEqual([]);
});

test('recordEvents keeps the order and payloads of many events', async () => {
  const ids = Array.from({ length: 50 }, () => uuidv7());
  await recordEvents(
    database.db,
    ids.map((assetId) => ({ name: 'asset.uploaded', payload: { assetId } })),
  );
  const rows = await database.db('outbox').where('name', 'asset.uploaded').orderBy('id').select('payload');
  expect(rows.map((row) => row.payload.assetId)).toEqual(ids);
});

test('recordEvents keeps text of any kind unchanged', async () => {
  const hostile = ['"', '\\', '\\"', '{},', "'", '\n\t\u0001', 'ä😀', 'NULL', ''];
  // Our events carry no text, so the payload type does not matter here.
  const events = hostile.map((orderId) => ({ name: 'order.confirmed' as const, payload: { orderId } }));
  await recordEvents(database.db, events);
  const rows = await database.db('outbox').where('name', 'order.confirmed').orderBy('id').select('payload');
  expect(rows.map((row) => row.payload.orderId)).toEqual(hostile);
});

test('readQuery returns times as UTC ISO strings, bigint as numbers, and parsed JSON', async () => {
  const text = `select timestamptz '2026-01-02 03:04:05.678901+02' as at, 9007199254740991::bigint as n, '{"a":1}'::jsonb as j`;
  expect(await readQuery(database.db, 'types', text)).toEqual([
    { at: '2026-01-02T01:04:05.678901Z', n: 9007199254740991, j: { a: 1 } },
  ]);
});

test('a prepared statement inside a transaction sees its uncommitted rows', async () => {
  const trx = await database.db.transaction();
  await trx('job_done').insert({ job_id: 'x-y' });
  const count = 'select count(*) as n from job_done where job_id = $1';
  expect(await readQuery(trx, 'count-done', count, ['x-y'])).toEqual([{ n: 1 }]);
  expect(await readQuery(database.db, 'count-done', count, ['x-y'])).toEqual([{ n: 0 }]);
  await trx.rollback();
});

test('a connection that is cut while idle is replaced', async () => {
  const [row] = await readQuery<{ pid: number }>(database.db, 'pid', 'select pg_backend_pid() as pid');
  const other = createDb(database.url, { name: 'killer', max: 1 });
  await other.raw('select pg_terminate_backend(?)', [row?.pid ?? 0]);
  await other.destroy();
  await expect.poll(() => database.db.raw('select 1').then(() => 'works', String)).toBe('works');
});
