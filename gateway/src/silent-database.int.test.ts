// @module-tag full
import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { type FaultyProxy, startFaultyProxy } from '@diorama/stack/test/faulty-proxy.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Harness, type Person, startHarness } from './test/harness.ts';

/** Promised response time. */
const ANSWERED_WITHIN_MS = 10_000 * SLOW;
const WITHIN = { timeout: 60_000 * SLOW, interval: 100 };

describe('a gateway with a stopped PostgreSQL', () => {
  let harness: Harness;
  let owner: Person;
  let proxy: FaultyProxy;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    proxy = await startFaultyProxy(database.url);
    const url = new URL(database.url);
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    // Including limits that are counted in the database.
    harness = await startHarness({ DATABASE_URL: url.href, RATE_LIMIT_FACTOR: '1' });
    owner = await harness.signUp('owner');
  });
  afterAll(async () => {
    await harness.close();
    await proxy.close();
    await drop();
  });

  const ask = async (method: string, path: string, body?: unknown) => {
    const startedAt = performance.now();
    const { status, headers } = await harness.call(method, path, { token: owner.token, body });
    return {
      path,
      status,
      retry: headers.get('retry-after'),
      isInTime: performance.now() - startedAt < ANSWERED_WITHIN_MS,
    };
  };
  const askAll = () =>
    Promise.all([
      ...Array.from({ length: 30 }, () => ask('GET', '/api/users/me')),
      ask('GET', '/api/compositions'),
      ask('GET', '/api/health'),
      ask('POST', '/api/compositions', { name: 'New' }),
      ask('POST', '/api/login', { email: owner.email, password: 'a long enough pass' }),
      ask('GET', `/files/${owner.accountId}/model.glb`),
    ]);

  it('returns 503 in time, and 200 once the database is back', async () => {
    expect((await ask('GET', '/api/users/me')).status).toBe(200);
    proxy.freeze();
    const first = await askAll();
    const later = await askAll();
    for (const answer of [...first, ...later]) {
      expect(answer).toMatchObject({ status: 503, isInTime: true });
      expect(Number(answer.retry)).toBeGreaterThan(0);
    }
    proxy.thaw();
    await vi.waitUntil(async () => (await ask('GET', '/api/users/me')).status === 200, WITHIN);
    const after = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/api/compositions')));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
    await vi.waitUntil(async () => (await ask('GET', '/api/health')).status === 200, WITHIN);
  });

  it('replaces silently lost connections, including those of the queues', async () => {
    // Simultaneous calls fill the pool.
    const before = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/api/users/me')));
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await ask('GET', '/api/health')).status).toBe(200);
    proxy.fail('swallows');
    expect(await ask('GET', '/api/health')).toMatchObject({ status: 503, isInTime: true });
    proxy.heal();
    await vi.waitUntil(async () => (await ask('GET', '/api/health')).status === 200, WITHIN);
    // None of the pool's connections that were lost with the first costs another call.
    const after = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/api/users/me')));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await ask('POST', '/api/compositions', { name: 'Later' })).status).toBe(201);
  });

  it('cancels a slow statement and keeps its connection', async () => {
    const failure = harness.deps.db.raw('select pg_sleep(60)');
    await expect(failure).rejects.toMatchObject({ code: '57014' });
    expect((await ask('GET', '/api/users/me')).status).toBe(200);
  });
});
