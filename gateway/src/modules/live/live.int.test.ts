import { once } from 'node:events';
import { connect } from 'node:net';
import { recordLives } from '@diorama/shared/server/delivery/live-events.queries.ts';
import { audienceOf, type LiveRow } from '@diorama/shared/server/delivery/live-stream.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SERVER_LIMITS } from '../../http-server.ts';
import { type Person, startHarness, useHarness } from '../../test/harness.ts';
import { type LiveStream, openLiveStream } from '../../test/live-stream.ts';

describe('the live stream', () => {
  const harness = useHarness();
  let owner: Person;
  const streams: LiveStream[] = [];
  beforeAll(async () => {
    owner = await harness.signUp('owner');
    await harness.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
  });
  afterEach(() => {
    for (const stream of streams.splice(0)) {
      stream.close();
    }
  });

  const open = async (headers: Record<string, string>, query = '') => {
    const stream = await openLiveStream(harness.url, headers, query);
    streams.push(stream);
    return stream;
  };
  const bearer = (token = owner.token) => ({ authorization: `Bearer ${token}` });
  const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000 });
  const create = async () =>
    (await harness.call('POST', '/api/compositions', { token: owner.token, body: { name: 'Live' } })).json;

  it('begins with a reset and then sends changes with the state of their GET', async () => {
    const stream = await open(bearer());
    expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await until(() => stream.messages.length > 0);
    expect(stream.messages[0]?.event).toBe('reset');
    const scene = await create();
    await until(() => stream.messages.some((message) => message.data['@id'] === scene['@id']));
    const { json } = await harness.call('GET', `/api/compositions/${scene.uuid}`, { token: owner.token });
    const told = stream.messages.find((message) => message.data['@id'] === scene['@id']);
    expect(told?.data).toMatchObject({
      type: 'created',
      state: { uuid: json.uuid, name: 'Live', revision: 0 },
    });
    expect(Object.keys(told?.data.state ?? {}).sort()).toEqual(Object.keys(json).sort());
    await harness.call('DELETE', `/api/compositions/${scene.uuid}`, { token: owner.token });
    await until(() => stream.messages.some((message) => message.data.type === 'deleted'));
    expect(stream.messages.find((message) => message.data.type === 'deleted')?.data).toEqual({
      '@id': scene['@id'],
      type: 'deleted',
      state: null,
    });
  });

  it('reaches project members for files and outputs of the project’s scenes', async () => {
    const member = await harness.signUp('of-a-project');
    const { json: project } = await harness.call('POST', '/api/projects', {
      token: owner.token,
      body: { name: 'Shared', owner: owner.accountId },
    });
    const { uuid: scene } = await create();
    const { db } = harness;
    await db('compositions').where({ id: scene }).update({ project_id: project.uuid });
    await db('project_members').insert({ project_id: project.uuid, user_id: member.userId, role: 0 });
    const [asset, output] = [uuidv7(), uuidv7()];
    const { accountId } = owner;
    await db('assets').insert({
      id: asset,
      account_id: accountId,
      composition_id: scene,
      type: 2,
      name: 'a',
      size: 1,
    });
    await db('scene_outputs').insert({ id: output, composition_id: scene, revision: 0, document: '{}' });
    for (const resource of [asset, output]) {
      const row = { account_id: accountId, user_id: null, resource_id: resource } as LiveRow;
      expect(await audienceOf(db, row)).toEqual(new Set([owner.userId, member.userId]));
    }
  });

  it('sends a guest only the changes of the shared scene', async () => {
    const stranger = await harness.signUp('stranger');
    const stream = await open(bearer(stranger.token));
    const mine = await open(bearer());
    await until(() => stream.messages.length > 0 && mine.messages.length > 0);
    const shared = await create();
    await harness
      .db('composition_members')
      .insert({ composition_id: shared.uuid, user_id: stranger.userId, role: 1 });
    await create();
    await harness.call('PATCH', `/api/compositions/${shared.uuid}`, {
      token: owner.token,
      body: { name: 'Shared' },
    });
    await until(() => stream.messages.some((message) => message.data.state?.name === 'Shared'));
    const told = stream.messages.filter((message) => message.event === 'composition');
    expect(new Set(told.map((message) => message.data['@id']))).toEqual(new Set([shared['@id']]));
  });

  it('replays missed events after a reconnect, and resets after too long an absence', async () => {
    const first = await open(bearer());
    await until(() => first.messages.length > 0);
    await create();
    await until(() => first.messages.length > 1);
    const seen = first.messages.at(-1)?.id ?? '';
    streams.pop()?.close();
    const missed = await create();
    const second = await open({ ...bearer(), 'last-event-id': seen });
    await until(() => second.messages.some((message) => message.data['@id'] === missed['@id']));
    expect(second.messages.map((message) => message.event)).not.toContain('reset');
    await harness.db('live_events').update({ created_at: harness.db.raw(`now() - interval '6 minutes'`) });
    const third = await open({ ...bearer(), 'last-event-id': seen });
    await until(() => third.messages.length > 0);
    expect(third.messages[0]?.event).toBe('reset');
    // For the tests to come no time has passed.
    await harness.db('live_events').update({ created_at: harness.db.fn.now() });
  });

  it('accepts a ticket once', async () => {
    const { json } = await harness.call('POST', '/api/live/ticket', { token: owner.token });
    const query = `?ticket=${json.ticket}`;
    expect((await open({}, query)).status).toBe(200);
    expect((await open({}, query)).status).toBe(401);
    expect((await open({})).status).toBe(401);
  });

  it('misses no commit while it starts or reconnects', async () => {
    const first = await open(bearer());
    await until(() => first.messages.length > 0);
    const wanted = new Set<string>();
    let isWriting = true;
    const write = async () => {
      while (isWriting) {
        wanted.add(String((await create())['@id']));
        // A client that missed more than a replay holds is asked to read everything again, which is a
        // different case.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const writing = write();
    const seen = new Set<string>();
    let last = '';
    try {
      await until(() => first.messages.length > 1);
      last = first.messages.at(-1)?.id ?? '';
      for (let times = 0; times < 10; times += 1) {
        const stream = await open({ ...bearer(), 'last-event-id': last });
        await until(() => stream.messages.length > 1);
        streams.pop()?.close();
        last = stream.messages.at(-1)?.id ?? last;
        for (const { event, data } of stream.messages) {
          expect(event).not.toBe('reset');
          seen.add(data['@id'] ?? '');
        }
      }
    } finally {
      isWriting = false;
      await writing;
    }
    for (const { data } of first.messages) {
      seen.add(data['@id'] ?? '');
    }
    const final = await open({ ...bearer(), 'last-event-id': last });
    const missing = () => {
      for (const { data } of final.messages) {
        seen.add(data['@id'] ?? '');
      }
      return [...wanted].filter((iri) => !seen.has(iri));
    };
    await until(() => missing().length === 0);
  });

  it('delivers all of a bulk change that commits late', { tags: ['full'] }, async () => {
    const stream = await open(bearer());
    const earlier = await create();
    await until(() => stream.messages.some(({ data }) => data['@id'] === earlier['@id']));
    const ids = Array.from({ length: 300 }, () => uuidv7());
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const bulk = harness.db.transaction(async (trx) => {
      await recordLives(trx, { topic: 'composition', ids, type: 'deleted', accountId: owner.accountId });
      begun.resolve();
      await goOn.promise;
    });
    await begun.promise;
    // It has a larger number, and is delivered first.
    const later = await create();
    const told = () => new Set(stream.messages.map(({ data }) => data['@id']));
    await until(() => told().has(String(later['@id'])));
    const between = stream.messages.at(-1)?.id ?? '';
    goOn.resolve();
    await bulk;
    await until(() => ids.every((id) => told().has(`/api/compositions/${id}`)));
    // A client that was away meanwhile receives it as well.
    const back = await open({ ...bearer(), 'last-event-id': between });
    await until(() => {
      const seen = new Set(back.messages.map(({ data }) => data['@id']));
      return ids.every((id) => seen.has(`/api/compositions/${id}`));
    });
  });

  it('ends when its gateway closes, without waiting for silent connections', async () => {
    const stopping = await startHarness({}, { ...SERVER_LIMITS, keepAliveTimeout: 3_600_000 });
    const { token } = await stopping.signUp('last');
    const all = await Promise.all(
      Array.from({ length: 5 }, () => openLiveStream(stopping.url, bearer(token))),
    );
    // A connection without a request.
    const silent = connect(Number(new URL(stopping.url).port));
    await once(silent, 'connect');
    await until(() => all.every(({ messages }) => messages.length > 0));
    await expect(stopping.close()).resolves.toBeUndefined();
  });

  it('ends for a client that reads nothing, and continues for others', { tags: ['full'] }, async () => {
    const { port } = new URL(harness.url);
    const slow = connect(Number(port), '127.0.0.1');
    const closed = once(slow, 'close');
    slow.write(`GET /api/live HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${owner.token}\r\n\r\n`);
    await once(slow, 'readable');
    slow.pause();
    const other = await open(bearer());
    await until(() => other.messages.length > 0);
    const scenes: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      scenes.push(String((await create()).uuid));
    }
    await harness
      .db('compositions')
      .whereIn('id', scenes)
      .update({ description: 'x'.repeat(50_000) });
    // More than the machine keeps for a socket by itself.
    for (let times = 0; times < 12; times += 1) {
      const before = other.messages.length;
      await recordLives(harness.db, {
        topic: 'composition',
        ids: scenes,
        type: 'updated',
        accountId: owner.accountId,
      });
      await until(() => other.messages.length >= before + scenes.length);
    }
    slow.resume();
    await closed;
  });
});
