import { addNode } from '@diorama/shared/scene/ops.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { joinScene, type TestClient } from '../collab/test-client.ts';
import { type Harness, type Person, startHarness } from '../test/harness.ts';

/** Five times what a person who is removed may still write. */
const WITHIN = { timeout: 60_000, interval: 5 };
/** The moments, in milliseconds before the call, at which the listening connections are cut. */
const CUTS = [0, 5, 10, 20, 30];

describe('rights that change', () => {
  let here: Harness;
  let there: Harness;
  let owner: Person;
  let scene: string;
  const open: TestClient[] = [];
  beforeAll(async () => {
    here = await startHarness();
    there = await startHarness({ DATABASE_URL: here.deps.env.databaseUrl });
    owner = await here.signUp('owner');
    await here.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
    const { json } = await here.call('POST', '/api/compositions', { token: owner.token, body: {} });
    scene = String(json.uuid);
  });
  afterEach(() => {
    for (const client of open.splice(0)) {
      client.close();
    }
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const cutListeners = () =>
    here.db.raw(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'diorama-listen'`);
  const join = async (gateway: Harness, token: string) => {
    const client = joinScene(gateway.url, scene, token);
    open.push(client);
    await vi.waitUntil(client.isSynced, WITHIN);
    return client;
  };
  const invite = async (name: string) => {
    const person = await here.signUp(name);
    await here.db('composition_members').insert({ composition_id: scene, user_id: person.userId, role: 0 });
    const member = await here
      .db('members')
      .where({ user_id: person.userId, account_id: owner.accountId })
      .first('id');
    return { person, memberId: member.id };
  };
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it.each(CUTS)('close the socket of who is removed, also when nobody listened %i ms before', async (ms) => {
    const { person, memberId } = await invite(`removed-${ms}`);
    const clients = [await join(here, person.token), await join(there, person.token)];
    await cutListeners();
    await sleep(ms);
    const answer = await here.call('DELETE', `/api/members/${memberId}`, { token: owner.token });
    expect(answer.status).toBe(204);
    for (const client of clients) {
      await vi.waitUntil(client.refusal, WITHIN);
    }
  });

  it.each(CUTS)('end the socket and the stream of who signs out, also %i ms after a cut', async (ms) => {
    const { person } = await invite(`signs-out-${ms}`);
    const client = await join(there, person.token);
    const stream = await fetch(`${there.url}/api/live`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const ended = stream.text();
    await cutListeners();
    await sleep(ms);
    const answer = await here.call('POST', '/api/users/logout', { body: { refresh_token: person.refresh } });
    expect(answer.status).toBeLessThan(300);
    await vi.waitUntil(client.refusal, WITHIN);
    expect(client.closed).toContain(4401);
    expect(await ended).toContain('event: reset');
  });

  it('leave those alone whose rights are what they were', async () => {
    const { person, memberId } = await invite('leaves');
    const stays = await invite('stays');
    const clients = [await join(there, owner.token), await join(there, stays.person.token)];
    // Opened last, so it is asked about after the others.
    const theirs = await join(there, person.token);
    const heard: unknown[] = [];
    const stop = there.deps.access.subscribe((change) => heard.push(change));
    await cutListeners();
    await vi.waitUntil(() => heard.includes(null), WITHIN);
    stop();
    await here.call('DELETE', `/api/members/${memberId}`, { token: owner.token });
    await vi.waitUntil(theirs.refusal, WITHIN);
    // What the server says on these sockets comes behind whatever it would have closed them with.
    for (const client of clients) {
      addNode(client.ydoc, { kind: 'box', name: 'Later' });
      await vi.waitUntil(client.isDurable, WITHIN);
    }
    expect(clients.flatMap(({ closed }) => closed)).toEqual([]);
  });

  it('let an editor become a viewer, and are not forgotten when who made the change was killed', async () => {
    const { person } = await invite('demoted');
    const client = await join(there, person.token);
    expect(client.scope()).toBe('read-write');
    // Straight in the database, so that nobody here knows of it.
    await here.db('composition_members').where({ user_id: person.userId }).update({ role: 1 });
    await vi.waitUntil(() => client.scope() === 'readonly', WITHIN);
    await vi.waitUntil(async () => (await here.db('access_changes')).length === 0, WITHIN);
  });
});
