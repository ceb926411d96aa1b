import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { type Harness, startHarness } from '../../test/harness.ts';

type Person = Awaited<ReturnType<Harness['signUp']>>;
type MemberJson = {
  '@id': string;
  uuid: string;
  user: { name: string } | null;
  role: number;
  permission: string;
  extra: { email: string; pending: boolean };
  compositions: string[];
  projects: string[];
  accounts: string[];
  grants: { '@id': string; state: string; role: number; name: string }[];
};

describe('members', () => {
  let harness: Harness;
  let owner: Person;
  let scenes: string[];
  let project: string;
  let count = 0;
  const join = (name: string) => harness.signUp(`${name}${count}`);
  const call = (person: Person | null, method: string, path: string, body?: unknown) =>
    harness.call(method, path, { token: person?.token, ...(body === undefined ? {} : { body }) });
  const createScene = async (name: string, body: object = {}) =>
    String((await call(owner, 'POST', '/api/compositions', { name, ...body })).json.uuid);
  const invite = async (email: string, role: number, things: object) => {
    const answer = await call(owner, 'POST', '/api/invitations', { email, role, ...things });
    expect(answer.status, answer.text).toBe(201);
    return String(answer.json.uuid);
  };
  const letIn = async (person: Person, role: number, things: object) => {
    const id = await invite(person.email, role, things);
    expect((await call(person, 'PATCH', `/api/invitations/accept/${id}`)).status).toBe(200);
  };
  const list = async (person: Person, query = ''): Promise<MemberJson[]> =>
    JSON.parse((await call(person, 'GET', `/api/members?${query}`)).text).member;
  const memberOf = async (person: Person): Promise<MemberJson> => {
    const all = await list(owner, `account.uuid=${owner.accountId}`);
    const found = all.find((member) => member.extra.email === person.email);
    if (!found) {
      throw new Error('no such member');
    }
    return found;
  };
  const permissions = async (person: Person) =>
    Promise.all(
      scenes.map(
        async (id) => (await call(person, 'GET', `/api/compositions/${id}`)).json.permission ?? null,
      ),
    );

  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    count += 1;
    owner = await join('owner');
    project = String(
      (await call(owner, 'POST', '/api/projects', { name: 'Kitchen', owner: owner.accountId })).json.uuid,
    );
    scenes = [await createScene('One'), await createScene('Two'), await createScene('Three', { project })];
  });

  it('are the people with their roles and what they have, and addresses that are invited', async () => {
    const [ada, bob] = [await join('ada'), await join('bob')];
    await letIn(ada, 0, { compositions: [scenes[0]] });
    await letIn(ada, 1, { projects: [project] });
    await letIn(bob, 2, { accounts: [owner.accountId] });
    await invite(`new${count}@people.test`, 1, { compositions: [scenes[1]] });
    const members = await list(owner, `account.uuid=${owner.accountId}`);
    expect(members.map(({ user, role, permission, extra }) => [user?.name, role, permission, extra])).toEqual(
      [
        [`ada${count}`, 0, 'edit', { email: ada.email, pending: false }],
        [`bob${count}`, 2, 'admin', { email: bob.email, pending: false }],
        [undefined, 1, 'view', { email: `new${count}@people.test`, pending: true }],
      ],
    );
    expect(members[0]).toMatchObject({
      compositions: [`/api/compositions/${scenes[0]}`],
      projects: [`/api/projects/${project}`],
      accounts: [],
      grants: [
        { name: 'One', state: 'accepted', role: 0 },
        { name: 'Kitchen', state: 'accepted', role: 1 },
      ],
    });
    expect(members[2]).toMatchObject({
      user: null,
      compositions: [`/api/compositions/${scenes[1]}`],
      grants: [{ name: 'Two', state: 'pending' }],
    });
    const account = await call(owner, 'GET', `/api/accounts/${owner.accountId}`);
    expect(JSON.parse(account.text).members.sort()).toEqual(members.map((member) => member['@id']).sort());
  });

  it('can be asked for by scene, project, maker, name and state; the role is then the one there', async () => {
    const ada = await join('ada');
    await letIn(ada, 0, { compositions: [scenes[0]] });
    await letIn(ada, 1, { compositions: [scenes[1]] });
    await invite(`new${count}@people.test`, 0, { projects: [project] });
    const emails = async (query: string) => (await list(owner, query)).map(({ extra }) => extra.email);
    expect(await emails(`compositions=${scenes[1]}`)).toEqual([ada.email]);
    const [there] = await list(owner, `compositions=/api/compositions/${scenes[1]}`);
    expect([there?.role, there?.permission]).toEqual([1, 'view']);
    expect(await emails(`compositions=${scenes[2]}`)).toEqual([]);
    expect(await emails(`projects=${project}`)).toEqual([`new${count}@people.test`]);
    expect(await emails(`compositions.createdBy.uuid=${owner.userId}`)).toEqual([ada.email]);
    expect(await emails(`compositions.createdBy.uuid=${ada.userId}`)).toEqual([]);
    expect(await emails(`name=ADA${count}&pagination=false`)).toEqual([ada.email]);
    expect(await emails('name=%25')).toEqual([]);
    expect(await emails('pending=true')).toEqual([`new${count}@people.test`]);
    expect(await emails('itemsPerPage=1')).toEqual([ada.email]);
  });

  it('are seen by those who manage the workspace and by themselves alone', async () => {
    const [ada, bob, eve] = [await join('ada'), await join('bob'), await join('eve')];
    await letIn(ada, 0, { compositions: [scenes[0]] });
    await letIn(bob, 0, { compositions: [scenes[0]] });
    const adas = await memberOf(ada);
    expect((await list(ada)).map((member) => member['@id'])).toEqual([adas['@id']]);
    expect(await list(eve)).toEqual([]);
    expect((await call(ada, 'GET', adas['@id'])).status).toBe(200);
    for (const person of [bob, eve]) {
      for (const [method, body] of [['GET'], ['PATCH', { role: 1 }], ['DELETE']] as const) {
        const answer = await call(person, method, adas['@id'], body);
        expect([answer.status, answer.json.description]).toEqual([404, 'request.not-found']);
      }
    }
  });

  it('get another role everywhere, or where it is said', async () => {
    const ada = await join('ada');
    await letIn(ada, 1, { compositions: [scenes[0], scenes[1]] });
    await letIn(ada, 1, { projects: [project] });
    const { '@id': iri } = await memberOf(ada);
    expect((await call(owner, 'PATCH', iri, { role: 0 })).json.permission).toBe('edit');
    expect(await permissions(ada)).toEqual(['edit', 'edit', 'edit']);
    await call(owner, 'PATCH', iri, { role: 1, compositions: [scenes[0], scenes[1]] });
    expect(await permissions(ada)).toEqual(['view', 'view', 'edit']);
    await call(owner, 'PATCH', iri, { accounts: [owner.accountId], role: 3 });
    await call(owner, 'PATCH', iri, { role: 2 });
    expect(await permissions(ada)).toEqual(['admin', 'admin', 'admin']);
    await call(owner, 'PATCH', iri, { accounts: [] });
    expect(await permissions(ada)).toEqual(['view', 'view', 'edit']);
    const refused = await call(owner, 'PATCH', iri, { role: 2 });
    expect([refused.status, JSON.parse(refused.text).violations[0].propertyPath]).toEqual([422, 'role']);
  });

  it('get another role on one thing, and keep the rest as it is', async () => {
    const [ada, bob] = [await join('ada'), await join('bob')];
    await letIn(ada, 1, { compositions: [scenes[0], scenes[1]] });
    const { '@id': iri } = await memberOf(ada);
    const grants = [{ '@id': `/api/compositions/${scenes[0]}`, role: 0 }];
    expect((await call(owner, 'PATCH', iri, { grants })).status).toBe(200);
    expect(await permissions(ada)).toEqual(['edit', 'view', null]);
    expect((await call(ada, 'PATCH', iri, { grants })).status).toBe(403);
    const unknown = [{ '@id': `/api/compositions/${scenes[2]}`, role: 0 }];
    expect((await call(owner, 'PATCH', iri, { grants: unknown })).status).toBe(404);
    for (const wrong of ['/api/universes/1', `/api/accounts/${owner.accountId}`, '/api/compositions/x']) {
      expect((await call(owner, 'PATCH', iri, { grants: [{ '@id': wrong, role: 0 }] })).status).toBe(422);
    }
    await invite(bob.email, 1, { compositions: [scenes[0]] });
    const bobs = await memberOf(bob);
    expect((await call(owner, 'PATCH', bobs['@id'], { grants })).json.permission).toBe('edit');
    expect(await permissions(ada)).toEqual(['edit', 'view', null]);
  });

  it('have exactly what the lists say, of what belongs to the workspace', async () => {
    const [ada, eve] = [await join('ada'), await join('eve')];
    await letIn(ada, 0, { compositions: [scenes[0]] });
    const { '@id': iri } = await memberOf(ada);
    const answer = await call(owner, 'PATCH', iri, { compositions: [`/api/compositions/${scenes[1]}`] });
    expect(answer.json.compositions).toEqual([`/api/compositions/${scenes[1]}`]);
    expect(await permissions(ada)).toEqual([null, 'edit', null]);
    const foreign = await call(eve, 'POST', '/api/compositions', {});
    for (const id of [foreign.json.uuid, '01900000-0000-7000-8000-0000000000aa']) {
      const refused = await call(owner, 'PATCH', iri, { compositions: [scenes[1], id] });
      expect(refused.status).toBe(404);
    }
    expect((await call(owner, 'PATCH', iri, { accounts: [eve.accountId] })).status).toBe(404);
    expect(await permissions(ada)).toEqual([null, 'edit', null]);
  });

  it('may leave one thing or all, and take nothing for themselves', async () => {
    const ada = await join('ada');
    await letIn(ada, 1, { compositions: [scenes[0], scenes[1]] });
    const { '@id': iri } = await memberOf(ada);
    for (const wish of [{ role: 0 }, { compositions: [...scenes] }, { accounts: [owner.accountId] }]) {
      const answer = await call(ada, 'PATCH', iri, wish);
      expect([answer.status, answer.json.description], JSON.stringify(wish)).toEqual([
        403,
        'security.not-allowed',
      ]);
    }
    expect(await permissions(ada)).toEqual(['view', 'view', null]);
    await harness.db('accounts').where({ id: owner.accountId }).update({ is_active: false });
    expect((await call(ada, 'PATCH', iri, { compositions: [scenes[1]] })).status).toBe(200);
    await harness.db('accounts').where({ id: owner.accountId }).update({ is_active: true });
    expect(await permissions(ada)).toEqual([null, 'view', null]);
    expect((await call(ada, 'DELETE', iri)).status).toBe(204);
    expect(await permissions(ada)).toEqual([null, null, null]);
    expect((await call(ada, 'DELETE', iri)).status).toBe(404);
    expect((await call(ada, 'GET', '/api/compositions?sharedWithMeOnly=true')).json.totalItems).toBe(0);
  });

  it('leave nothing behind, scenes in the trash and waiting invitations included', async () => {
    const ada = await join('ada');
    await letIn(ada, 0, { compositions: [scenes[0], scenes[1]] });
    await letIn(ada, 3, { accounts: [owner.accountId] });
    const waiting = await invite(ada.email, 0, { projects: [project] });
    await call(owner, 'DELETE', `/api/compositions/${scenes[0]}`);
    const { '@id': iri } = await memberOf(ada);
    expect((await call(owner, 'DELETE', iri)).status).toBe(204);
    await call(owner, 'POST', `/api/compositions/${scenes[0]}/restore`);
    expect(await permissions(ada)).toEqual([null, null, null]);
    expect((await call(ada, 'PATCH', `/api/invitations/accept/${waiting}`)).status).toBe(404);
    const me = await call(ada, 'GET', '/api/users/me');
    expect(JSON.parse(me.text).accounts).toHaveLength(1);
  });

  it('that are only invited have their invitations changed instead', async () => {
    const email = `new${count}@people.test`;
    await invite(email, 1, { compositions: [scenes[0], scenes[1]] });
    await invite(email, 1, { projects: [project] });
    const [member] = await list(owner, 'pending=true');
    const iri = String(member?.['@id']);
    const changed = await call(owner, 'PATCH', iri, { compositions: [scenes[0]], projects: [], role: 0 });
    expect(changed.json).toMatchObject({
      permission: 'edit',
      compositions: [`/api/compositions/${scenes[0]}`],
      projects: [],
    });
    expect((await call(owner, 'PATCH', iri, { compositions: [scenes[2]] })).status).toBe(422);
    expect((await call(owner, 'DELETE', iri)).status).toBe(204);
    expect(await harness.db('invitations').where({ email })).toEqual([]);
  });

  it('are taken out together or not at all', async () => {
    const [ada, bob, eve] = [await join('ada'), await join('bob'), await join('eve')];
    await letIn(ada, 0, { compositions: [scenes[0]] });
    await letIn(bob, 0, { compositions: [scenes[0]] });
    const members = [await memberOf(ada), await memberOf(bob)].map((member) => member['@id']);
    const revoke = (person: Person, ids: string[]) =>
      call(person, 'POST', '/api/members/revoke', { members: ids });
    const torn = await revoke(owner, [...members, '/api/members/01900000-0000-7000-8000-0000000000aa']);
    expect(torn.status).toBe(404);
    expect((await revoke(ada, members)).status).toBe(404);
    expect((await revoke(eve, members)).status).toBe(404);
    expect(await permissions(bob)).toEqual(['edit', null, null]);
    const both = await Promise.all([revoke(owner, members), revoke(owner, members.toReversed())]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect([await permissions(ada), await permissions(bob)]).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
  });

  it('do not count the owner, whom nobody can take out or make less', async () => {
    const bob = await join('bob');
    await letIn(bob, 2, { accounts: [owner.accountId] });
    // Even rows that something else has written for the owner give no member.
    await harness
      .db('composition_members')
      .insert({ composition_id: scenes[0], user_id: owner.userId, role: 1 });
    const members = await list(bob, `account.uuid=${owner.accountId}`);
    expect(members.map(({ user }) => user?.name)).toEqual([`bob${count}`]);
    await call(bob, 'POST', '/api/members/revoke', { members: members.map(({ uuid }) => uuid) });
    expect(await permissions(owner)).toEqual(['admin', 'admin', 'admin']);
  });

  it('come in three queries, however many there are', async () => {
    const ada = await join('ada');
    await letIn(ada, 0, { compositions: [scenes[0]] });
    const counted = async () => {
      let queries = 0;
      // Prepared reads go past knex's own events, so it is connections that are counted.
      const original = harness.db.client.acquireConnection;
      const spy = vi
        .spyOn(harness.db.client, 'acquireConnection')
        .mockImplementation((...args: unknown[]) => {
          queries += 1;
          return Reflect.apply(original, harness.db.client, args);
        });
      await list(owner, `account.uuid=${owner.accountId}`);
      spy.mockRestore();
      return queries;
    };
    // What goes on beside them, such as the live stream's own reads, can only add.
    const least = async () => Math.min(await counted(), await counted(), await counted(), await counted());
    const few = await least();
    for (let at = 0; at < 12; at += 1) {
      await invite(`many${at}-${count}@people.test`, 1, { compositions: [scenes[0], scenes[1]] });
    }
    expect(await least()).toBe(few);
    expect(few).toBeGreaterThan(2);
    expect(few).toBeLessThanOrEqual(4);
  });

  describe('who lose their access', () => {
    const open = async (person: Person, id: string) => {
      const ydoc = new Y.Doc();
      sceneRoots(ydoc);
      const socket = new HocuspocusProviderWebsocket({ url: `${harness.url.replace('http', 'ws')}/collab` });
      const closed: number[] = [];
      let refusal: string | null = null;
      let scope: string | null = null;
      const provider = new HocuspocusProvider({
        websocketProvider: socket,
        name: `composition.${id}`,
        document: ydoc,
        token: person.token,
        onAuthenticationFailed: ({ reason }) => {
          refusal = reason;
        },
        onAuthenticated: (data) => {
          scope = data?.scope ?? null;
        },
        onClose: ({ event }) => closed.push(event.code),
      });
      provider.attach();
      await vi.waitUntil(() => provider.synced, { timeout: 10_000, interval: 10 });
      return {
        closed,
        refusal: () => refusal,
        scope: () => scope,
        close: () => {
          provider.destroy();
          socket.destroy();
        },
      };
    };

    it('have their open scenes closed at once, and nobody else’s', async () => {
      const [ada, bob] = [await join('ada'), await join('bob')];
      for (const person of [ada, bob]) {
        await letIn(person, 0, { compositions: [scenes[0]] });
      }
      const [adas, bobs] = [await open(ada, scenes[0] ?? ''), await open(bob, scenes[0] ?? '')];
      await call(owner, 'DELETE', (await memberOf(ada))['@id']);
      await vi.waitUntil(() => adas.refusal() !== null, { timeout: 10_000, interval: 10 });
      expect(adas.closed[0]).toBe(4403);
      expect(bobs.closed).toEqual([]);
      adas.close();
      bobs.close();
    });

    it('come back with what is left of it', async () => {
      const ada = await join('ada');
      await letIn(ada, 0, { compositions: [scenes[0]] });
      const adas = await open(ada, scenes[0] ?? '');
      expect(adas.scope()).toBe('read-write');
      await call(owner, 'PATCH', (await memberOf(ada))['@id'], { role: 1 });
      await vi.waitUntil(() => adas.scope() === 'readonly', { timeout: 10_000, interval: 10 });
      adas.close();
    });

    it('are told alone that a scene is gone from their list', async () => {
      const [ada, bob] = [await join('ada'), await join('bob')];
      for (const person of [ada, bob]) {
        await letIn(person, 0, { compositions: [scenes[0]] });
      }
      await harness.db('live_events').delete();
      await call(owner, 'DELETE', (await memberOf(ada))['@id']);
      const gone = await harness.db('live_events').where({ topic: 'composition', type: 'deleted' });
      expect(gone).toMatchObject([
        { resource_id: scenes[0], account_id: null, user_id: ada.userId },
      ]);
    });
  });
});
