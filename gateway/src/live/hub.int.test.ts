import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Harness, type Person, startHarness, useHarness } from '../test/harness.ts';
import { openStream } from '../test/live-stream.ts';
import { LiveHub } from './hub.ts';

const WITHIN = { timeout: 240_000, interval: 10 };

describe('a live stream with a failing read', () => {
  let harness: Harness;
  let owner: Person;
  let sessionId: string;
  let hub: LiveHub;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    harness = await startHarness();
    owner = await harness.signUp('owner');
    sessionId = (await harness.db('sessions').where({ user_id: owner.userId }).first('id')).id;
    hub = new LiveHub(harness.deps, () => async () => {
      throw new Error('The database is away');
    });
    server = createServer((_request, response) => {
      const person = { userId: owner.userId, sessionId, language: 'en' as const };
      void hub.open({ ...person, response, lastEventId: null });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await hub.close();
    server.close();
    await harness.close();
  });

  it('ends, so that its client reconnects for the missed change', async () => {
    const response = await fetch(url);
    let text = '';
    const read = async () => {
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk).toString();
      }
    };
    const ended = read();
    await vi.waitUntil(() => text.includes('event: reset'), WITHIN);
    const { json } = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    await ended;
    expect(text).not.toContain(String(json.uuid));
  });

  it('ends at once for a revoked session', async () => {
    await harness.db('sessions').where({ id: sessionId }).update({ revoked_at: harness.db.fn.now() });
    expect(await (await fetch(url)).text()).toBe('');
  });
});

describe('a live change', () => {
  const harness = useHarness();

  it('is read once for all streams of a user, and a stuck read does not delay another workspace', async () => {
    const [first, second] = [await harness.signUp('first'), await harness.signUp('second')];
    const goOn = Promise.withResolvers<void>();
    const reads: string[] = [];
    const hub = new LiveHub(
      harness.deps,
      ({ resource_id: id, account_id: account }) =>
        async ({ userId }) => {
          reads.push(userId);
          if (account === first.accountId) {
            await goOn.promise;
          }
          return { iri: `/api/compositions/${id}`, state: { uuid: id } };
        },
    );
    const server = createServer(async (request, response) => {
      const userId = request.headers['x-user'];
      const { id } = await harness.db('sessions').where({ user_id: userId }).first('id');
      const client = { userId: String(userId), sessionId: id, language: 'en' as const, lastEventId: null };
      await hub.open({ ...client, response });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const users = [...Array(5).fill(first.userId), second.userId];
    const streams = await Promise.all(
      users.map((user) => openStream(`http://127.0.0.1:${port}`, { 'x-user': user })),
    );
    await vi.waitUntil(() => streams.every(({ messages }) => messages.length === 1), WITHIN);
    await harness.call('POST', '/api/compositions', { token: first.token, body: {} });
    await vi.waitUntil(() => reads.length > 0, WITHIN);
    await harness.call('POST', '/api/compositions', { token: second.token, body: {} });
    const told = () =>
      streams.map(({ messages }) => messages.filter(({ event }) => event === 'composition').length);
    await vi.waitUntil(() => told()[5] === 1, WITHIN);
    expect(told()).toEqual([0, 0, 0, 0, 0, 1]);
    goOn.resolve();
    await vi.waitUntil(() => told()[0] === 1, WITHIN);
    expect(reads.toSorted()).toEqual([first.userId, second.userId].toSorted());
    for (const stream of streams) {
      stream.close();
    }
    await hub.close();
    server.close();
  });
});
