import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { type FaultyProxy, startFaultyProxy } from '@diorama/stack/test/faulty-proxy.ts';
import { hasRedis, startTestRedis, type TestRedis } from '@diorama/stack/test/redis.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '../runtime/ids.ts';
import { createLogger } from '../runtime/logger.ts';
import { createQueues, type Queues } from './queue.ts';

if (!hasRedis) {
  process.stderr.write('SKIPPED: first connections to queues on Redis, as redis-server is not on the PATH\n');
}

const logger = createLogger('test', { level: 'silent' });

describe.each(['postgres', 'redis'] as const)(
  'a queue on %s whose first connection is refused',
  (backend) => {
    describe.skipIf(backend === 'redis' && !hasRedis)('', () => {
      let database: Awaited<ReturnType<typeof createTestDatabase>>;
      let redis: TestRedis | null = null;
      let proxy: FaultyProxy;
      let queues: Queues;

      beforeEach(async () => {
        database = await createTestDatabase();
        redis = backend === 'redis' ? await startTestRedis() : null;
        proxy = await startFaultyProxy(redis?.url ?? database.url);
        const throughProxy = (address: string) => {
          const url = new URL(address);
          url.host = `127.0.0.1:${proxy.port}`;
          return url.href;
        };
        proxy.fail('resets');
        queues = createQueues({
          databaseUrl: redis ? database.url : throughProxy(database.url),
          redisUrl: redis && throughProxy(redis.url),
          logger,
        });
      });
      afterEach(async () => {
        await queues.close();
        await proxy.close();
        await redis?.stop();
        await database.drop();
      });

      const isHealthy = () =>
        queues.health().then(
          () => true,
          () => false,
        );

      test('recovers, accepts jobs and is healthy once its store is reachable', async () => {
        const first = queues
          .get('notify')
          .getJobCountByTypes('waiting')
          .catch(() => 'refused');
        await expect(queues.health()).rejects.toThrow();
        proxy.heal();
        await expect.poll(isHealthy).toBe(true);
        // BullMQ rejects the first call on PostgreSQL, and delays it on Redis.
        expect(await first).toBe(backend === 'postgres' ? 'refused' : 0);
        const id = uuidv7();
        const data = { id: `${id}-email.send`, eventId: id, publishes: 1, payload: { emailId: uuidv7() } };
        await queues.add([{ name: 'email.send', data }]);
        expect((await queues.get('notify').getJob(data.id))?.data).toEqual(data);
      });

      test('lets a worker start whose first connection is refused', async () => {
        proxy.heal();
        await queues.ready();
        proxy.fail('resets');
        const starting = queues.createWorker('notify', async () => 'done', { concurrency: 1 });
        proxy.heal();
        const worker = await starting;
        const running = worker.run();
        await expect.poll(isHealthy).toBe(true);
        const job = await queues.get('notify').add('email.send', {});
        await expect.poll(() => job.getState()).toBe('completed');
        await worker.close();
        await running;
      });
    });
  },
);
