// @module-tag full
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { listProcesses } from '@diorama/shared/server/runtime/heartbeats.queries.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { createQueueFixture, type QueueFixture } from '../test/queue-fixture.ts';
import {
  askForMails,
  createLedger,
  type FixtureWorker,
  startFixtureWorker,
  WITHIN,
} from './fault-fixture.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Knex;
let fixture: QueueFixture;
let workers: FixtureWorker[];

beforeEach(async () => {
  database = await createTestDatabase();
  db = createDb(database.url, { name: 'heartbeats-test' });
  fixture = await createQueueFixture({ databaseUrl: database.url, redisUrl: null });
  await createLedger(db);
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.signal('SIGKILL')));
  await fixture.close();
  await db.destroy();
  await database.drop();
});

const start = () => {
  const worker = startFixtureWorker({ databaseUrl: database.url, redisUrl: null });
  workers.push(worker);
  return worker;
};
const seen = async () =>
  (await listProcesses(db)).map(({ pid, is_silent }) => ({ pid, isSilent: is_silent }));
const byPid = (a: { pid: number }, b: { pid: number }) => a.pid - b.pid;

test('a killed worker is reported as silent, a stopped worker disappears', async () => {
  const [killed, stopped, living] = [start(), start(), start()];
  const all = [killed, stopped, living].map(({ pid }) => ({ pid, isSilent: false })).sort(byPid);
  await expect.poll(async () => (await seen()).sort(byPid), WITHIN).toEqual(all);
  await askForMails(db, ['endless']);
  const busy = async () => (await listProcesses(db)).flatMap((process) => process.busy.map(({ job }) => job));
  await expect.poll(busy, WITHIN).toEqual(['email.send']);
  await killed.signal('SIGKILL');
  await stopped.signal('SIGTERM');
  const left = [
    { pid: killed.pid, isSilent: true },
    { pid: living.pid, isSilent: false },
  ].sort(byPid);
  await expect.poll(async () => (await seen()).sort(byPid), WITHIN).toEqual(left);
});
