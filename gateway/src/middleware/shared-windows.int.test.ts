import { hasRedis, startTestRedis } from '@diorama/stack/test/redis.ts';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { SharedWindows } from './rate-limits.ts';

it.runIf(hasRedis)(
  'rate windows count over two gateways together, and separately while Redis is down',
  async () => {
    const server = await startTestRedis();
    const gateways = [0, 1].map(() => {
      const redis = new Redis(server.url, { maxRetriesPerRequest: 1, commandTimeout: 500 });
      redis.on('error', () => undefined);
      // A window that does not end during the test.
      const windows = new SharedWindows({ redis, prefix: 'test', points: 10, durationMs: 86_400_000 });
      onTestFinished(() => {
        windows.close();
        redis.disconnect();
      });
      return windows;
    });
    const [first, second] = gateways;
    if (!first || !second) {
      throw new Error('There are no gateways');
    }
    await first.consume('ada', 6);
    await first.share();
    await second.consume('ada', 3);
    await second.share();
    await expect(second.consume('ada', 2)).rejects.toMatchObject({ remainingPoints: 0 });
    await second.consume('bob', 10);
    await first.consume('ada');
    await server.stop();
    await first.share().catch(() => undefined);
    await first.consume('carl', 10);
    await expect(first.consume('carl')).rejects.toMatchObject({ remainingPoints: 0 });
  },
);
