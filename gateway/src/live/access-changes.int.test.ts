// @module-tag full
import { randomUUID } from 'node:crypto';
import { PLANS } from '@diorama/shared/plans.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../test/harness.ts';
import { openLiveStream } from '../test/live-stream.ts';
import { type SceneOnTwoGateways, startSceneOnTwoGateways } from '../test/scene-on-two-gateways.ts';

/** Long timeout that only ends hanging tests. Speed is not tested here. */
const WITHIN = { timeout: 240_000, interval: 5 };
/** The moments, in milliseconds before the call, at which the listening connections are cut. */
const CUTS = [0, 5, 10, 20, 30];

describe('access changes', () => {
  let on: SceneOnTwoGateways;
  beforeAll(async () => {
    on = await startSceneOnTwoGateways();
  });
  afterEach(() => on.leave());
  afterAll(() => on.close());

  const cutListeners = () =>
    on.here.db.raw(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'diorama-listen'`);
  const invite = async (name: string) => {
    const person = await on.invite(name);
    const member = await on.here
      .db('members')
      .where({ user_id: person.userId, account_id: on.owner.accountId })
      .first('id');
    return { person, memberId: member.id };
  };
  /** Opens a live stream, and waits until it receives events. */
  const listen = async ({ token }: Person) => {
    const stream = await openLiveStream(on.there.url, { authorization: `Bearer ${token}` });
    await vi.waitUntil(() => stream.messages.length > 0, WITHIN);
    return stream;
  };
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it.each(CUTS)(
    'close the socket of a removed member, also when listeners were cut %i ms before',
    async (ms) => {
      const { person, memberId } = await invite(`removed-${ms}`);
      const clients = [await on.join(on.here, person.token), await on.join(on.there, person.token)];
      await cutListeners();
      await sleep(ms);
      const answer = await on.here.call('DELETE', `/api/members/${memberId}`, { token: on.owner.token });
      expect(answer.status).toBe(204);
      for (const client of clients) {
        await vi.waitUntil(client.refusal, WITHIN);
      }
    },
  );

  it.each(CUTS)(
    'end the socket and the stream of a user who signs out, also %i ms after a cut',
    async (ms) => {
      const { person } = await invite(`signs-out-${ms}`);
      const client = await on.join(on.there, person.token);
      const stream = await listen(person);
      await cutListeners();
      await sleep(ms);
      const answer = await on.here.call('POST', '/api/users/logout', {
        body: { refresh_token: person.refresh },
      });
      expect(answer.status).toBeLessThan(300);
      await vi.waitUntil(client.refusal, WITHIN);
      expect(client.closed).toContain(4401);
      await stream.ended;
    },
  );

  it('end the socket and the stream of an expired session', async () => {
    const { person } = await invite('stays-too-long');
    const client = await on.join(on.there, person.token);
    const stream = await listen(person);
    await on.here
      .db('sessions')
      .where({ user_id: person.userId })
      .update({ expires_at: on.here.db.fn.now() });
    await vi.waitUntil(client.refusal, WITHIN);
    expect(client.closed).toContain(4401);
    await stream.ended;
  });

  it('leave sockets with unchanged rights open', async () => {
    const { person, memberId } = await invite('leaves');
    const stays = await invite('stays');
    const clients = [await on.join(on.there, on.owner.token), await on.join(on.there, stays.person.token)];
    // Opened last, so it is asked about after the others.
    const theirs = await on.join(on.there, person.token);
    const heard: unknown[] = [];
    const stop = on.there.deps.access.subscribe((change) => heard.push(change));
    await cutListeners();
    await vi.waitUntil(() => heard.includes(null), WITHIN);
    stop();
    await on.here.call('DELETE', `/api/members/${memberId}`, { token: on.owner.token });
    await vi.waitUntil(theirs.refusal, WITHIN);
    // The server's later messages on these sockets arrive after any close frame.
    for (const client of clients) {
      addNode(client.ydoc, { kind: 'box', name: 'Later' });
      await vi.waitUntil(client.isDurable, WITHIN);
    }
    expect(clients.flatMap(({ closed }) => closed)).toEqual([]);
  });

  describe('of the plan', () => {
    const QUOTA = PLANS.free.features;
    const account = () => on.here.db('accounts').where({ id: on.owner.accountId });
    const make = async () =>
      String(
        (await on.here.call('POST', '/api/compositions', { token: on.owner.token, body: {} })).json['@id'],
      );
    /** Uploads a file as large as what a free workspace may hold, and one byte more. */
    const fill = async () => {
      const { db } = on.here;
      const [object, asset] = [randomUUID(), randomUUID()];
      const size = QUOTA.storage + 1;
      const file = { account_id: on.owner.accountId, size };
      await db('objects').insert({
        ...file,
        id: object,
        sha256: Buffer.from(object),
        key: object,
        content_type: 'model/gltf-binary',
      });
      await db('assets').insert({
        ...file,
        id: asset,
        type: 2,
        name: 'model.glb',
        status: 'ready',
        original_object: object,
      });
      await account().increment('storage_used', size);
      return `/api/assets/${asset}`;
    };
    const fillWithScenes = async () => {
      const scenes = [await make()];
      while (scenes.length < QUOTA.maxScenes) {
        scenes.push(await make());
      }
      return scenes;
    };
    const remove = (path: string) => on.here.call('DELETE', path, { token: on.owner.token });
    afterEach(() => account().update({ plan: 'enterprise', referral_joined: 0 }));

    it.each([
      ['a scene is moved to the trash', async () => (await fillWithScenes()).at(-1) ?? '', remove],
      ['a file is deleted', fill, remove],
      ['a larger plan is bought', fill, () => account().update({ plan: 'pro' })],
      ['a referral adds storage', fill, () => account().update({ referral_joined: 1 })],
    ])(
      'make scenes read-only while usage exceeds the plan, and editable again once %s',
      async (_name, use, makeRoom) => {
        const used = await use();
        const clients = [await on.join(on.here, on.owner.token), await on.join(on.there, on.owner.token)];
        const scopes = () => clients.map((client) => client.scope());
        expect(scopes()).toEqual(['read-write', 'read-write']);
        await account().update({ plan: 'free' });
        await vi.waitUntil(() => scopes().every((scope) => scope === 'readonly'), WITHIN);
        await makeRoom(used);
        await vi.waitUntil(() => scopes().every((scope) => scope === 'read-write'), WITHIN);
        await remove(used);
      },
    );

    it('are not published while usage stays on the same side of the plan’s limits', async () => {
      const heard: unknown[] = [];
      await vi.waitUntil(async () => (await on.here.db('access_changes')).length === 0, WITHIN);
      const stop = on.there.deps.access.subscribe((change) => heard.push(change?.kind));
      const scene = await make();
      await remove(await fill());
      await remove(scene);
      await on.here
        .db('composition_members')
        .where({ user_id: (await invite('last')).person.userId })
        .update({ role: 1 });
      await vi.waitUntil(() => heard.includes('person'), WITHIN);
      stop();
      expect(heard).not.toContain('account');
    });
  });

  it('make the socket of a demoted editor read-only after a direct database update', async () => {
    const { person } = await invite('demoted');
    const client = await on.join(on.there, person.token);
    expect(client.scope()).toBe('read-write');
    // Directly in the database, so that no gateway knows of the change.
    await on.here.db('composition_members').where({ user_id: person.userId }).update({ role: 1 });
    await vi.waitUntil(() => client.scope() === 'readonly', WITHIN);
    await vi.waitUntil(async () => (await on.here.db('access_changes')).length === 0, WITHIN);
  });
});
