// @module-tag full
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { createQueueFixture, type QueueFixture } from '../test/queue-fixture.ts';
import { hasRedis, startTestRedis, type TestRedis } from '../test/redis.ts';
import {
  askForMails,
  createLedger,
  type FixtureWorker,
  listLedger,
  startFixtureWorker,
  WITHIN,
} from './fault-fixture.ts';

if (!hasRedis) {
  process.stderr.write('SKIPPED: faults of workers on Redis, as redis-server is not on the PATH\n');
}

describe.each(['postgres', 'redis'] as const)('a worker on %s', (backend) => {
  describe.skipIf(backend === 'redis' && !hasRedis)('', () => {
    let redis: TestRedis | null = null;
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    let fixture: QueueFixture;
    let workers: FixtureWorker[] = [];

    const startWorker = (graceS?: number) => {
      const worker = startFixtureWorker({ databaseUrl: database.url, redisUrl: redis?.url ?? null, graceS });
      workers.push(worker);
      onTestFailed(() => {
        process.stderr.write(worker.readLog());
      });
      return worker;
    };
    const effects = () => listLedger(fixture.db, 'effect');
    const starts = () => listLedger(fixture.db, 'start');

    beforeAll(async () => {
      redis = backend === 'redis' ? await startTestRedis() : null;
    });
    afterAll(async () => {
      await redis?.stop();
    });
    beforeEach(async () => {
      database = await createTestDatabase();
      fixture = await createQueueFixture({ databaseUrl: database.url, redisUrl: redis?.url ?? null });
      await createLedger(fixture.db);
    });
    afterEach(async () => {
      await Promise.all(workers.map((worker) => worker.signal('SIGKILL')));
      workers = [];
      for (const queue of fixture.queues.all()) {
        await queue.obliterate({ force: true });
      }
      await fixture.close();
      await database.drop();
    });

    test('killed during jobs has them run again, each taking effect once', async () => {
      const first = startWorker();
      // The endless job runs at any moment of the kill; the others may all be between two jobs.
      const mails = await askForMails(fixture.db, [
        'endless',
        ...Array.from({ length: 29 }, () => 'slow' as const),
      ]);
      const interrupted = mails.slice(0, 1);
      await expect.poll(async () => (await effects()).length, WITHIN).toBeGreaterThan(5);
      await expect.poll(starts, WITHIN).toEqual(expect.arrayContaining(interrupted));
      await first.signal('SIGKILL');
      startWorker();
      await expect.poll(effects, WITHIN).toEqual(mails);
      const runs = (await starts()).filter((mail) => interrupted.includes(mail));
      expect(runs).toHaveLength(2);
    });

    test('blocked beyond its locks loses the job to another worker, and its late result is discarded', async () => {
      // Both at once: on a busy machine a later start could follow the wake-up of the blocked worker.
      startWorker();
      startWorker();
      const [mail] = await askForMails(fixture.db, ['block']);
      await expect.poll(effects, WITHIN).toEqual([mail]);
      const pids = await fixture.db('ledger').where({ kind: 'start' }).pluck('pid');
      expect(new Set(pids).size).toBe(2);
      // The blocked worker wakes up and tries to complete its run.
      await expect.poll(() => listLedger(fixture.db, 'try'), WITHIN).toEqual([mail, mail]);
      await expect.poll(() => fixture.queues.get('notify').getActiveCount(), WITHIN).toBe(0);
      expect(await effects()).toEqual([mail]);
    });

    test('finishes short jobs on SIGTERM, and returns an endless one at once', async () => {
      const first = startWorker(3);
      const mails = await askForMails(fixture.db, ['slow', 'slow', 'endless']);
      await expect.poll(async () => (await starts()).length, WITHIN).toBe(3);
      await first.signal('SIGTERM');
      expect(await effects()).toEqual(mails.slice(0, 2));
      const waiting = () => fixture.queues.get('notify').getJobCountByTypes('waiting', 'prioritized');
      expect(await waiting()).toBe(1);
      startWorker();
      await expect.poll(effects, WITHIN).toEqual(mails);
    });

    test('dead-letters a job that kills every worker, calls its failure hook, and runs the other jobs', async () => {
      const keepRunning = setInterval(() => {
        const last = workers.at(-1);
        if (last === undefined || !isAlive(last.pid)) {
          startWorker();
        }
      }, 200);
      const [poison, ...others] = await askForMails(fixture.db, ['poison', 'slow', 'slow', 'slow']);
      const deadLetters = () => fixture.db('job_parked').pluck('job');
      await expect.poll(deadLetters, WITHIN).toEqual(['email.send']);
      await expect.poll(effects, WITHIN).toEqual(others);
      clearInterval(keepRunning);
      const failures = await fixture.db('ledger').where('kind', 'like', 'failed:%').pluck('mail');
      expect(failures).toEqual([poison]);
    });
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
