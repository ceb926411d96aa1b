import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONNECTION_LIMITS } from '../limits/connection-limits.ts';
import { findSharedScene, type SharedScene } from '../modules/public/shared-scene.ts';
import { type Harness, startHarness } from '../test/harness.ts';
import { type LiveStream, openStream } from '../test/live-stream.ts';
import { completeOutput, publishScene } from '../test/published.ts';
import { useWorkspace } from '../test/workspace-fixture.ts';
import { WatchedLinks } from './watched-links.ts';

describe('a watched public link', () => {
  const fixture = useWorkspace();
  let second: Harness;
  let scene: string;
  const streams: LiveStream[] = [];
  beforeAll(async () => {
    second = await startHarness({ DATABASE_URL: fixture.harness.deps.env.databaseUrl });
  });
  afterAll(() => second.close());
  beforeEach(async () => {
    scene = await publishScene(fixture.harness, fixture.owner);
  });
  afterEach(() => {
    for (const stream of streams.splice(0)) {
      stream.close();
    }
  });

  const watch = async (gateway = fixture.harness, id = scene) => {
    const stream = await openStream(`${gateway.url}/api/public/scenes/${id}/watch`);
    streams.push(stream);
    return stream;
  };
  const change = async (body: object) => {
    const options = { token: fixture.owner.token, body };
    expect((await fixture.harness.call('PATCH', `/api/compositions/${scene}`, options)).status).toBe(200);
  };
  const told = async (stream: LiveStream, count: number) => {
    await vi.waitUntil(() => stream.messages.length >= count, { timeout: 60_000 });
    expect(stream.messages.map(({ event }) => event)).toEqual(Array(count).fill('changed'));
  };

  it.each([
    ['becomes private', { privacy: 'private' }],
    ['gets a password', { privacy: 'password', password: 'open sesame' }],
  ])('sends an event to all visitors on every gateway when it %s', async (_how, closing) => {
    const here = await watch();
    const there = await watch(second);
    expect([here.status, here.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    // An irrelevant change comes first and is not delivered.
    await change({ name: 'Another name', sharing: { allowComment: true } });
    await change(closing);
    await told(here, 1);
    await told(there, 1);
  });

  it('sends an event when a new publication has other files', async () => {
    const here = await watch();
    const there = await watch(second);
    await change({ sharing: { arPlacement: 'wall' } });
    await change({ status: 'published' });
    await completeOutput(fixture.harness, fixture.owner.accountId, scene);
    await told(here, 1);
    await told(there, 1);
  });

  it('sends an event when it expires', async () => {
    const stream = await watch();
    const sharing = JSON.stringify({ expiresAt: '2020-01-01T00:00:00.000Z' });
    await fixture.harness.db('compositions').where({ id: scene }).update({ sharing });
    await told(stream, 1);
  });

  it('sends events for visitor comments, replies and deletions, not for internal comments', async () => {
    await fixture.harness.confirmEmail(fixture.owner);
    await change({ sharing: { allowComment: true } });
    const streams = [await watch(), await watch(second)];
    const heard = async (count: number) => {
      for (const { messages } of streams) {
        await vi.waitUntil(() => messages.length >= count, { timeout: 60_000 });
        expect(messages.map(({ event }) => event)).toEqual(Array(count).fill('comments'));
      }
    };
    const { call } = fixture.harness;
    const sayInside = (body: object) =>
      call('POST', `/api/compositions/${scene}/comments`, { token: fixture.owner.token, body });
    const inner = await sayInside({ text: 'Among us' });
    const body = { name: 'Vera', text: 'Is it heavy?' };
    const said = await call('POST', `/api/public/scenes/${scene}/comments`, { body });
    await heard(1);
    // Events arrive in the order of writing: the internal comment was not delivered.
    const answer = await sayInside({ text: 'Two kilos', parent: said.json.uuid });
    await heard(2);
    await call('POST', `/api/comments/${inner.json.uuid}/read`, { token: fixture.owner.token });
    await call('DELETE', `/api/comments/${answer.json.uuid}`, { token: fixture.owner.token });
    await heard(3);
  });

  it('ignores a visitor who disconnected before the lookup finished', async () => {
    const { deps } = fixture.harness;
    const links = new WatchedLinks(deps, { subscribe: () => () => true });
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const closed = once(response, 'close');
    response.destroy();
    await closed;
    await links.watch((await findSharedScene(deps.db, scene)) as SharedScene, response);
    expect(response.headersSent).toBe(false);
    await links.close();
  });

  it('accepts watchers only while open, and a limited number per network', { tags: ['full'] }, async () => {
    expect((await watch(fixture.harness, fixture.owner.accountId)).status).toBe(404);
    const { most } = CONNECTION_LIMITS['link-streams-of-network'];
    const all = await Promise.all(Array.from({ length: most + 1 }, () => watch()));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(most).fill(200), 429]);
    for (const stream of all) {
      stream.close();
    }
    await vi.waitUntil(async () => (await watch()).status === 200, { timeout: 60_000 });
  });
});
