// @module-tag full
import { FAULTS, type Fault, type FaultyProxy, startFaultyProxy } from '@diorama/stack/test/faulty-proxy.ts';
import { hasRedis, startTestRedis, type TestRedis } from '@diorama/stack/test/redis.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../test/harness.ts';
import { type SceneOnTwoGateways, startSceneOnTwoGateways } from '../test/scene-on-two-gateways.ts';

const WITHIN = { timeout: 240_000, interval: 10 };

if (!hasRedis) {
  process.stderr.write('SKIPPED: rights while Redis is away, as redis-server is not on the PATH\n');
}

describe.skipIf(!hasRedis)('access changes while Redis is unreachable', () => {
  let redis: TestRedis;
  let proxy: FaultyProxy;
  let on: SceneOnTwoGateways;

  beforeAll(async () => {
    redis = await startTestRedis();
    proxy = await startFaultyProxy(redis.url);
    on = await startSceneOnTwoGateways({ REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
  });
  afterEach(async () => {
    on.leave();
    proxy.heal();
    await vi.waitUntil(() => on.here.deps.bus.isUp && on.there.deps.bus.isUp, WITHIN);
  });
  afterAll(async () => {
    await on.close();
    await proxy.close();
    await redis.stop();
  });

  const fail = async (fault: Fault) => {
    proxy.fail(fault);
    await vi.waitUntil(() => !on.here.deps.bus.isUp && !on.there.deps.bus.isUp, WITHIN);
  };
  /** Directly in the database, so that no gateway is notified. */
  const demote = async ({ userId }: Person) => {
    await on.here.db('composition_members').where({ user_id: userId }).update({ role: 1 });
  };

  it.each(FAULTS)('reach all gateways when the connection %s', async (fault) => {
    const person = await on.invite(`demoted-${fault}`);
    const clients = [await on.join(on.here, person.token), await on.join(on.there, person.token)];
    await fail(fault);
    await demote(person);
    for (const client of clients) {
      await vi.waitUntil(() => client.closed.length > 0, WITHIN);
    }
    expect(await on.here.db('access_changes')).not.toEqual([]);
  });

  it.each(FAULTS)('are delivered and deleted after a connection that %s recovers', async (fault) => {
    const person = await on.invite(`demoted-later-${fault}`);
    const client = await on.join(on.there, person.token);
    await fail(fault);
    await demote(person);
    proxy.heal();
    await vi.waitUntil(() => client.closed.length > 0, WITHIN);
    await vi.waitUntil(async () => (await on.here.db('access_changes')).length === 0, WITHIN);
  });
});
