import { createDb } from '@diorama/shared/server/db/knex.ts';
import { Listener } from '@diorama/shared/server/db/listen.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { startFaultyProxy } from '@diorama/stack/test/faulty-proxy.ts';
import { expect, it, onTestFinished, vi } from 'vitest';

const WITHIN = { timeout: 240_000, interval: 10 };

it('a silent listening connection is replaced, and the gap is reported', {
  tags: ['full'],
}, async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const proxy = await startFaultyProxy(database.url);
  onTestFinished(proxy.close);
  const db = createDb(database.url, { name: 'test' });
  onTestFinished(() => db.destroy());
  const url = new URL(database.url);
  url.port = String(proxy.port);
  const heard: string[] = [];
  const onGap = vi.fn();
  const listener = new Listener({
    databaseUrl: url.href,
    channels: ['news'],
    logger: createLogger('test'),
    onMessage: (_channel, payload) => heard.push(payload),
    onGap,
  });
  onTestFinished(() => listener.close());
  await vi.waitUntil(() => onGap.mock.calls.length === 1, WITHIN);
  // New connections get through, but every byte of this connection is swallowed from now on.
  proxy.fail('swallows');
  proxy.heal();
  await vi.waitUntil(() => onGap.mock.calls.length === 2, WITHIN);
  await db.raw(`select pg_notify('news', 'again')`);
  await vi.waitUntil(() => heard.length > 0, WITHIN);
  expect(heard).toEqual(['again']);
});
