import { hasRedis, startTestRedis, type TestRedis } from '@diorama/stack/test/redis.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { joinScene, type TestClient } from '../collab/test-client.ts';
import { type FaultyProxy, startFaultyProxy } from '../test/faulty-proxy.ts';
import { type Harness, type Person, startHarness } from '../test/harness.ts';

const WITHIN = { timeout: 60_000, interval: 10 };

if (!hasRedis) {
  process.stderr.write('SKIPPED: rights while Redis is away, as redis-server is not on the PATH\n');
}

describe.skipIf(!hasRedis)('rights that change while Redis is away', () => {
  let redis: TestRedis;
  let proxy: FaultyProxy;
  let here: Harness;
  let there: Harness;
  let owner: Person;
  let scene: string;
  const open: TestClient[] = [];

  beforeAll(async () => {
    redis = await startTestRedis();
    proxy = await startFaultyProxy(redis.url);
    const env = { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
    here = await startHarness(env);
    there = await startHarness({ ...env, DATABASE_URL: here.deps.env.databaseUrl });
    owner = await here.signUp('owner');
    await here.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
    const { json } = await here.call('POST', '/api/compositions', { token: owner.token, body: {} });
    scene = String(json.uuid);
  });
  afterEach(async () => {
    for (const client of open.splice(0)) {
      client.close();
    }
    proxy.heal();
    await vi.waitUntil(() => here.deps.bus.isUp && there.deps.bus.isUp, WITHIN);
  });
  afterAll(async () => {
    await there.close();
    await here.close();
    await proxy.close();
    await redis.stop();
  });

  const invite = async (name: string) => {
    const person = await here.signUp(name);
    await here.db('composition_members').insert({ composition_id: scene, user_id: person.userId, role: 0 });
    return person;
  };
  const join = async (gateway: Harness, token: string) => {
    const client = joinScene(gateway.url, scene, token);
    open.push(client);
    await vi.waitUntil(client.isSynced, WITHIN);
    return client;
  };
  /** Straight in the database, so that no gateway is woken. */
  const demote = async ({ userId }: Person) => {
    await here.db('composition_members').where({ user_id: userId }).update({ role: 1 });
  };

  it.each(['resets'] as const)('are heard of by all gateways where it %s', async (fault) => {
    const person = await invite(`demoted-${fault}`);
    const clients = [await join(here, person.token), await join(there, person.token)];
    proxy.fail(fault);
    await vi.waitUntil(() => !here.deps.bus.isUp && !there.deps.bus.isUp, WITHIN);
    await demote(person);
    for (const client of clients) {
      await vi.waitUntil(() => client.closed.length > 0, WITHIN);
    }
    expect(await here.db('access_changes')).not.toEqual([]);
  });

  it('are told of and forgotten when it is back', async () => {
    const person = await invite('demoted-later');
    const client = await join(there, person.token);
    proxy.fail('resets');
    await vi.waitUntil(() => !here.deps.bus.isUp && !there.deps.bus.isUp, WITHIN);
    await demote(person);
    proxy.heal();
    await vi.waitUntil(() => client.closed.length > 0, WITHIN);
    await vi.waitUntil(async () => (await here.db('access_changes')).length === 0, WITHIN);
  });
});
