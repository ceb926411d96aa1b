// @module-tag full
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { createQueues } from '@diorama/shared/server/jobs/queue.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { describe, expect, test } from 'vitest';
import { startPostgres } from '../postgres/launch.ts';
import { createTestDatabase } from '../test/database.ts';
import { createQueueFixture, type TestHandler } from '../test/queue-fixture.ts';
import { hasRedis, startTestRedis } from '../test/redis.ts';
import { createLedger, WITHIN } from './fault-fixture.ts';

const logger = createLogger('test', { level: 'silent' });

/** Writes an effect in the transaction that completes the job. */
const writeEffect =
  (fixture: Awaited<ReturnType<typeof createQueueFixture>>): TestHandler =>
  async (_job, payload, context) => {
    await sleep(5);
    await context.commit(fixture.db, async (trx) => {
      // The schema of the only job of this queue has checked the payload.
      await trx('ledger').insert({ kind: 'effect', mail: (payload as { emailId: string }).emailId, pid: 0 });
    });
    return { messageId: null };
  };

test('PostgreSQL killed under load keeps acknowledged work, and no job is lost or repeated', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'diorama-fault-'));
  chmodSync(dataDir, 0o755);
  const first = await startPostgres({ dataDir, password: 'test' });
  await migrate(first.url);
  const fixture = await createQueueFixture({ databaseUrl: first.url, redisUrl: null });
  await createLedger(fixture.db);
  await fixture.startWorker('notify', writeEffect(fixture));

  const acknowledged: string[] = [];
  let failures = 0;
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      const emailId = uuidv7();
      try {
        await fixture.db.transaction((trx) =>
          recordEvent(trx, { name: 'email.requested', payload: { emailId } }),
        );
        acknowledged.push(emailId);
      } catch {
        failures += 1;
        await sleep(20);
      }
    }
  };
  const writers = Array.from({ length: 4 }, write);
  await expect.poll(() => acknowledged.length, WITHIN).toBeGreaterThan(50);
  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  await expect.poll(() => failures, WITHIN).toBeGreaterThan(0);
  const second = await startPostgres({ dataDir, password: 'test', port: first.port });
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length, WITHIN).toBeGreaterThan(before + 50);
  isOver = true;
  await Promise.all(writers);

  const effects = () => fixture.db('ledger').where({ kind: 'effect' }).orderBy('mail').pluck('mail');
  await expect
    .poll(async () => new Set(await effects()).isSupersetOf(new Set(acknowledged)), WITHIN)
    .toBe(true);
  const all = await effects();
  expect(new Set(all).size).toBe(all.length);
  await fixture.close();
  await second.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

if (!hasRedis) {
  process.stderr.write('SKIPPED: faults of Redis, as redis-server is not on the PATH\n');
}

describe.skipIf(!hasRedis)('Redis', () => {
  test.each(['killed', 'emptied'] as const)(
    '%s with queued jobs loses none and repeats none',
    async (fault) => {
      const redis = await startTestRedis();
      const database = await createTestDatabase();
      const fixture = await createQueueFixture({ databaseUrl: database.url, redisUrl: redis.url });
      await createLedger(fixture.db);
      const ids = Array.from({ length: 400 }, () => uuidv7());
      const askFor = (some: readonly string[]) =>
        Promise.all(
          some.map((emailId) => recordEvent(fixture.db, { name: 'email.requested', payload: { emailId } })),
        );
      const effects = () => fixture.db('ledger').where({ kind: 'effect' }).orderBy('mail').pluck('mail');
      await askFor(ids.slice(0, 200));
      await fixture.startWorker('notify', writeEffect(fixture));
      await expect.poll(async () => (await effects()).length, WITHIN).toBeGreaterThan(20);
      if (fault === 'killed') {
        await redis.kill();
        await askFor(ids.slice(200));
        await redis.start();
      } else {
        await redis.command('FLUSHALL');
        await askFor(ids.slice(200));
      }
      await expect.poll(effects, WITHIN).toEqual(ids);
      await fixture.close();
      await database.drop();
      await redis.stop();
    },
  );

  test('is rejected when its eviction policy loses jobs', async () => {
    const redis = await startTestRedis(['--maxmemory', '20mb', '--maxmemory-policy', 'allkeys-lru']);
    const queues = createQueues({ databaseUrl: '', redisUrl: redis.url, logger });
    await expect(queues.ready()).rejects.toThrow('noeviction');
    await queues.close();
    await redis.stop();
  });

  test('that is full leaves the events in the outbox until there is room', async () => {
    const redis = await startTestRedis(['--maxmemory-policy', 'noeviction']);
    const database = await createTestDatabase();
    const fixture = await createQueueFixture({ databaseUrl: database.url, redisUrl: redis.url });
    await createLedger(fixture.db);
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    await recordEvent(fixture.db, { name: 'email.requested', payload: { emailId: uuidv7() } });
    await sleep(1_000);
    expect(await fixture.db('outbox').pluck('name')).toEqual(['email.requested']);
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
    await fixture.startWorker('notify', writeEffect(fixture));
    await expect.poll(() => fixture.db('job_done').pluck('job_id'), WITHIN).toHaveLength(1);
    await fixture.close();
    await database.drop();
    await redis.stop();
  });
});
