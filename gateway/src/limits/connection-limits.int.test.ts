import { listLimitsMet } from '@diorama/shared/server/operations/limits-met.queries.ts';
import { hasRedis, startTestRedis } from '@diorama/stack/test/redis.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { joinScene, type TestClient } from '../collab/test-client.ts';
import { type Harness, type Person, startHarness } from '../test/harness.ts';
import { type LiveStream, openLiveStream } from '../test/live-stream.ts';
import { CONNECTION_LIMITS } from './connection-limits.ts';

const WITHIN = { timeout: 120_000, interval: 20 };

describe.each(['PostgreSQL', 'Redis'])('two gateways over %s', (store) => {
  const ends: (() => unknown)[] = [];
  const gateways: Harness[] = [];
  let owner: Person;
  let isSkipped = false;
  beforeAll(async () => {
    if (store === 'Redis' && !hasRedis) {
      process.stderr.write('SKIPPED: limits over Redis, as redis-server is not on the PATH\n');
      isSkipped = true;
      return;
    }
    const redis = store === 'Redis' ? await startTestRedis() : null;
    const env: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
    const first = await startHarness(env);
    const second = await startHarness({ ...env, DATABASE_URL: first.deps.env.databaseUrl });
    gateways.push(first, second);
    ends.push(() => redis?.stop(), first.close, second.close);
    owner = await first.signUp('owner');
  });
  afterAll(async () => {
    for (const end of ends.splice(0).reverse()) {
      await end();
    }
  });

  const gatewayAt = (at: number) => {
    const gateway = gateways[at % 2];
    if (!gateway) {
      throw new Error('There is no gateway');
    }
    return gateway;
  };
  const metBy = async (limit: string) => {
    const rows = await listLimitsMet(gatewayAt(0).db, { most: 100 });
    return rows
      .filter((row) => row.limit === limit)
      .map(({ subject, holder, name, count }) => [subject, holder, name, count]);
  };

  it('keep ten live streams of a user and end the oldest with a reason and a retry time', async ({
    skip,
  }) => {
    skip(isSkipped);
    const streams: LiveStream[] = [];
    const ended: number[] = [];
    for (let at = 0; at < 12; at += 1) {
      const stream = await openLiveStream(gatewayAt(at).url, { authorization: `Bearer ${owner.token}` });
      streams.push(stream);
      ends.push(stream.close);
      stream.ended.then(() => ended.push(at));
      // The next one is newer on the other gateway too.
      await vi.waitUntil(() => stream.messages.length > 0, WITHIN);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await vi.waitUntil(() => ended.length === 2, WITHIN);
    expect(ended.toSorted()).toEqual([0, 1]);
    expect(streams[0]?.messages.at(-1)).toMatchObject({
      event: 'closed',
      data: { reason: 'too-many-streams' },
    });
    await vi.waitUntil(async () => (await metBy('streams-of-user')).length > 0, WITHIN);
    await vi.waitUntil(async () => (await metBy('streams-of-user'))[0]?.[3] === 2, WITHIN);
    expect(await metBy('streams-of-user')).toEqual([['user', owner.userId, 'owner', 2]]);
  });

  it('keep the sockets of 40 tabs, and close the oldest beyond the limit with 4429', async ({ skip }) => {
    skip(isSkipped);
    const { json } = await gatewayAt(0).call('POST', '/api/compositions', { token: owner.token, body: {} });
    const scene = String(json.uuid);
    const tabs: TestClient[] = [];
    const openTabs = async (count: number) => {
      const opened = Array.from({ length: count }, (_, at) =>
        joinScene(gatewayAt(at).url, scene, owner.token),
      );
      tabs.push(...opened);
      ends.push(...opened.map(({ close }) => close));
      await vi.waitUntil(() => opened.every((tab) => tab.isSynced()), WITHIN);
      await new Promise((resolve) => setTimeout(resolve, 200));
    };
    await openTabs(40);
    expect(tabs.flatMap(({ closed }) => closed)).toEqual([]);
    await openTabs(CONNECTION_LIMITS['sockets-of-user'].most - 40);
    expect(tabs.flatMap(({ closed }) => closed)).toEqual([]);
    await openTabs(3);
    await vi.waitUntil(() => tabs.filter(({ closed }) => closed.includes(4429)).length >= 3, WITHIN);
    const closed = tabs.flatMap((tab, at) => (tab.closed.length > 0 ? [at] : []));
    expect(closed.every((at) => at < 40)).toBe(true);
    for (const tab of tabs) {
      tab.close();
    }
  });
});
