import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import type { Person } from '../../test/harness.ts';
import { recordStatements } from '../../test/statements.ts';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';

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
  const fixture = useWorkspace();
  const { callAs: call, join, named, addressOf } = fixture;
  let scenes: string[];
  let project: string;
  const createScene = async (name: string, body: object = {}) =>
    idOf(await fixture.createScene({ name, ...body }));
  const invite = async (email: string, role: number, things: object) => {
    const answer = await call(fixture.owner, 'POST', '/api/invitations', { email, role, ...things });
    expect(answer.status, answer.text).toBe(201);
    return String(answer.json.uuid);
  };
  const grantAccess = async (person: Person, role: number, things: object) => {
    const id = await invite(person.email, role, things);
    expect((await call(person, 'PATCH', `/api/invitations/accept/${id}`)).status).toBe(200);
  };
  const list = async (person: Person, query = ''): Promise<MemberJson[]> =>
    JSON.parse((await call(person, 'GET', `/api/members?${query}`)).text).member;
  const memberOf = async (person: Person): Promise<MemberJson> => {
    const all = await list(fixture.owner, `account.uuid=${fixture.owner.accountId}`);
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

  beforeEach(async () => {
    project = idOf(await fixture.createProject());
    scenes = [await createScene('One'), await createScene('Two'), await createScene('Three', { project })];
  });

  it('are listed with roles and grants, together with invited addresses', async () => {
    const [ada, bob] = [await join('ada'), await join('bob')];
    await grantAccess(ada, 0, { compositions: [scenes[0]] });
    await grantAccess(ada, 1, { projects: [project] });
    await grantAccess(bob, 2, { accounts: [fixture.owner.accountId] });
    await invite(addressOf('new'), 1, { compositions: [scenes[1]] });
    const members = await list(fixture.owner, `account.uuid=${fixture.owner.accountId}`);
    expect(members.map(({ user, role, permission, extra }) => [user?.name, role, permission, extra])).toEqual(
      [
        [named('ada'), 0, 'edit', { email: ada.email, pending: false }],
        [named('bob'), 2, 'admin', { email: bob.email, pending: false }],
        [undefined, 1, 'view', { email: addressOf('new'), pending: true }],
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
    const account = await call(fixture.owner, 'GET', `/api/accounts/${fixture.owner.accountId}`);
    expect(JSON.parse(account.text).members.sort()).toEqual(members.map((member) => member['@id']).sort());
  });

  it('can be filtered by scene, project, creator, name and state, with the role there', async () => {
    const ada = await join('ada');
    await grantAccess(ada, 0, { compositions: [scenes[0]] });
    await grantAccess(ada, 1, { compositions: [scenes[1]] });
    await invite(addressOf('new'), 0, { projects: [project] });
    const emails = async (query: string) =>
      (await list(fixture.owner, query)).map(({ extra }) => extra.email);
    expect(await emails(`compositions=${scenes[1]}`)).toEqual([ada.email]);
    const [there] = await list(fixture.owner, `compositions=/api/compositions/${scenes[1]}`);
    expect([there?.role, there?.permission]).toEqual([1, 'view']);
    expect(await emails(`compositions=${scenes[2]}`)).toEqual([]);
    expect(await emails(`projects=${project}`)).toEqual([addressOf('new')]);
    expect(await emails(`compositions.createdBy.uuid=${fixture.owner.userId}`)).toEqual([ada.email]);
    expect(await emails(`compositions.createdBy.uuid=${ada.userId}`)).toEqual([]);
    expect(await emails(`name=${named('ADA')}&pagination=false`)).toEqual([ada.email]);
    expect(await emails('name=%25')).toEqual([]);
    expect(await emails('pending=true')).toEqual([addressOf('new')]);
    expect(await emails('itemsPerPage=1')).toEqual([ada.email]);
  });

  it('are visible only to managers of the workspace and to themselves', async () => {
    const [ada, bob, eve] = [await join('ada'), await join('bob'), await join('eve')];
    await grantAccess(ada, 0, { compositions: [scenes[0]] });
    await grantAccess(bob, 0, { compositions: [scenes[0]] });
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

  it('get another role everywhere or on the listed items', async () => {
    const ada = await join('ada');
    await grantAccess(ada, 1, { compositions: [scenes[0], scenes[1]] });
    await grantAccess(ada, 1, { projects: [project] });
    const { '@id': iri } = await memberOf(ada);
    expect((await call(fixture.owner, 'PATCH', iri, { role: 0 })).json.permission).toBe('edit');
    expect(await permissions(ada)).toEqual(['edit', 'edit', 'edit']);
    await call(fixture.owner, 'PATCH', iri, { role: 1, compositions: [scenes[0], scenes[1]] });
    expect(await permissions(ada)).toEqual(['view', 'view', 'edit']);
    await call(fixture.owner, 'PATCH', iri, { accounts: [fixture.owner.accountId], role: 3 });
    await call(fixture.owner, 'PATCH', iri, { role: 2 });
    expect(await permissions(ada)).toEqual(['admin', 'admin', 'admin']);
    await call(fixture.owner, 'PATCH', iri, { accounts: [] });
    expect(await permissions(ada)).toEqual(['view', 'view', 'edit']);
    const refused = await call(fixture.owner, 'PATCH', iri, { role: 2 });
    expect([refused.status, JSON.parse(refused.text).violations[0].propertyPath]).toEqual([422, 'role']);
  });

  it('get another role on one item without a change to the rest', async () => {
    const [ada, bob] = [await join('ada'), await join('bob')];
    await grantAccess(ada, 1, { compositions: [scenes[0], scenes[1]] });
    const { '@id': iri } = await memberOf(ada);
    const grants = [{ '@id': `/api/compositions/${scenes[0]}`, role: 0 }];
    expect((await call(fixture.owner, 'PATCH', iri, { grants })).status).toBe(200);
    expect(await permissions(ada)).toEqual(['edit', 'view', null]);
    expect((await call(ada, 'PATCH', iri, { grants })).status).toBe(403);
    const unknown = [{ '@id': `/api/compositions/${scenes[2]}`, role: 0 }];
    expect((await call(fixture.owner, 'PATCH', iri, { grants: unknown })).status).toBe(404);
    for (const wrong of [
      '/api/universes/1',
      `/api/accounts/${fixture.owner.accountId}`,
      '/api/compositions/x',
    ]) {
      expect((await call(fixture.owner, 'PATCH', iri, { grants: [{ '@id': wrong, role: 0 }] })).status).toBe(
        422,
      );
    }
    await invite(bob.email, 1, { compositions: [scenes[0]] });
    const bobs = await memberOf(bob);
    expect((await call(fixture.owner, 'PATCH', bobs['@id'], { grants })).json.permission).toBe('edit');
    expect(await permissions(ada)).toEqual(['edit', 'view', null]);
  });

  it('get exactly the listed items, all of the same workspace', async () => {
    const [ada, eve] = [await join('ada'), await join('eve')];
    await grantAccess(ada, 0, { compositions: [scenes[0]] });
    const { '@id': iri } = await memberOf(ada);
    const answer = await call(fixture.owner, 'PATCH', iri, {
      compositions: [`/api/compositions/${scenes[1]}`],
    });
    expect(answer.json.compositions).toEqual([`/api/compositions/${scenes[1]}`]);
    expect(await permissions(ada)).toEqual([null, 'edit', null]);
    const foreign = await call(eve, 'POST', '/api/compositions', {});
    for (const id of [foreign.json.uuid, '01900000-0000-7000-8000-0000000000aa']) {
      const refused = await call(fixture.owner, 'PATCH', iri, { compositions: [scenes[1], id] });
      expect(refused.status).toBe(404);
    }
    expect((await call(fixture.owner, 'PATCH', iri, { accounts: [eve.accountId] })).status).toBe(404);
    expect(await permissions(ada)).toEqual([null, 'edit', null]);
  });

  it('can leave one scene or all, and cannot extend their access', async () => {
    const ada = await join('ada');
    await grantAccess(ada, 1, { compositions: [scenes[0], scenes[1]] });
    const { '@id': iri } = await memberOf(ada);
    for (const wish of [
      { role: 0 },
      { compositions: [...scenes] },
      { accounts: [fixture.owner.accountId] },
    ]) {
      const answer = await call(ada, 'PATCH', iri, wish);
      expect([answer.status, answer.json.description], JSON.stringify(wish)).toEqual([
        403,
        'security.not-allowed',
      ]);
    }
    expect(await permissions(ada)).toEqual(['view', 'view', null]);
    await fixture.harness.db('accounts').where({ id: fixture.owner.accountId }).update({ is_active: false });
    expect((await call(ada, 'PATCH', iri, { compositions: [scenes[1]] })).status).toBe(200);
    await fixture.harness.db('accounts').where({ id: fixture.owner.accountId }).update({ is_active: true });
    expect(await permissions(ada)).toEqual([null, 'view', null]);
    expect((await call(ada, 'DELETE', iri)).status).toBe(204);
    expect(await permissions(ada)).toEqual([null, null, null]);
    expect((await call(ada, 'DELETE', iri)).status).toBe(404);
    expect((await call(ada, 'GET', '/api/compositions?sharedWithMeOnly=true')).json.totalItems).toBe(0);
  });

  it('lose all access on removal, including trashed scenes and pending invitations', async () => {
    const ada = await join('ada');
    await grantAccess(ada, 0, { compositions: [scenes[0], scenes[1]] });
    await grantAccess(ada, 3, { accounts: [fixture.owner.accountId] });
    const waiting = await invite(ada.email, 0, { projects: [project] });
    await call(fixture.owner, 'DELETE', `/api/compositions/${scenes[0]}`);
    const { '@id': iri } = await memberOf(ada);
    expect((await call(fixture.owner, 'DELETE', iri)).status).toBe(204);
    await call(fixture.owner, 'POST', `/api/compositions/${scenes[0]}/restore`);
    expect(await permissions(ada)).toEqual([null, null, null]);
    expect((await call(ada, 'PATCH', `/api/invitations/accept/${waiting}`)).status).toBe(404);
    const me = await call(ada, 'GET', '/api/users/me');
    expect(JSON.parse(me.text).accounts).toHaveLength(1);
  });

  it('that are only invited have their invitations changed', async () => {
    const email = addressOf('new');
    await invite(email, 1, { compositions: [scenes[0], scenes[1]] });
    await invite(email, 1, { projects: [project] });
    const [member] = await list(fixture.owner, 'pending=true');
    const iri = String(member?.['@id']);
    const changed = await call(fixture.owner, 'PATCH', iri, {
      compositions: [scenes[0]],
      projects: [],
      role: 0,
    });
    expect(changed.json).toMatchObject({
      permission: 'edit',
      compositions: [`/api/compositions/${scenes[0]}`],
      projects: [],
    });
    expect((await call(fixture.owner, 'PATCH', iri, { compositions: [scenes[2]] })).status).toBe(422);
    expect((await call(fixture.owner, 'DELETE', iri)).status).toBe(204);
    expect(await fixture.harness.db('invitations').where({ email })).toEqual([]);
  });

  it('are removed together or not at all', async () => {
    const [ada, bob, eve] = [await join('ada'), await join('bob'), await join('eve')];
    await grantAccess(ada, 0, { compositions: [scenes[0]] });
    await grantAccess(bob, 0, { compositions: [scenes[0]] });
    const members = [await memberOf(ada), await memberOf(bob)].map((member) => member['@id']);
    const revoke = (person: Person, ids: string[]) =>
      call(person, 'POST', '/api/members/revoke', { members: ids });
    const torn = await revoke(fixture.owner, [
      ...members,
      '/api/members/01900000-0000-7000-8000-0000000000aa',
    ]);
    expect(torn.status).toBe(404);
    expect((await revoke(ada, members)).status).toBe(404);
    expect((await revoke(eve, members)).status).toBe(404);
    expect(await permissions(bob)).toEqual(['edit', null, null]);
    const both = await Promise.all([
      revoke(fixture.owner, members),
      revoke(fixture.owner, members.toReversed()),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect([await permissions(ada), await permissions(bob)]).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
  });

  it('exclude the owner, who can be neither removed nor demoted', async () => {
    const bob = await join('bob');
    await grantAccess(bob, 2, { accounts: [fixture.owner.accountId] });
    // Even rows that were written directly for the owner result in no member.
    await fixture.harness
      .db('composition_members')
      .insert({ composition_id: scenes[0], user_id: fixture.owner.userId, role: 1 });
    const members = await list(bob, `account.uuid=${fixture.owner.accountId}`);
    expect(members.map(({ user }) => user?.name)).toEqual([named('bob')]);
    await call(bob, 'POST', '/api/members/revoke', { members: members.map(({ uuid }) => uuid) });
    expect(await permissions(fixture.owner)).toEqual(['admin', 'admin', 'admin']);
  });

  it('are listed with the same queries, regardless of their number', async () => {
    const ada = await join('ada');
    await grantAccess(ada, 0, { compositions: [scenes[0]] });
    const asked = async () => {
      const { statements } = await recordStatements(() =>
        list(fixture.owner, `account.uuid=${fixture.owner.accountId}`),
      );
      return statements.map(({ text }) => text).toSorted();
    };
    const few = await asked();
    for (let at = 0; at < 12; at += 1) {
      await invite(addressOf(`many${at}-`), 1, { compositions: [scenes[0], scenes[1]] });
    }
    expect(await asked()).toEqual(few);
    // Queries for the user, the page, the count, and the access.
    expect(few).toHaveLength(4);
  });

  describe('who lose access', () => {
    const open = async (person: Person, id: string) => {
      const ydoc = new Y.Doc();
      sceneRoots(ydoc);
      const socket = new HocuspocusProviderWebsocket({
        url: `${fixture.harness.url.replace('http', 'ws')}/collab`,
      });
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
      await vi.waitUntil(() => provider.synced, { timeout: 60_000, interval: 10 });
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

    it('have their open scenes closed at once, unlike other members', async () => {
      const [ada, bob] = [await join('ada'), await join('bob')];
      for (const person of [ada, bob]) {
        await grantAccess(person, 0, { compositions: [scenes[0]] });
      }
      const [adas, bobs] = [await open(ada, scenes[0] ?? ''), await open(bob, scenes[0] ?? '')];
      await call(fixture.owner, 'DELETE', (await memberOf(ada))['@id']);
      await vi.waitUntil(() => adas.refusal() !== null, { timeout: 60_000, interval: 10 });
      expect(adas.closed[0]).toBe(4403);
      expect(bobs.closed).toEqual([]);
      adas.close();
      bobs.close();
    });

    it('reconnect read-only when demoted to viewer', async () => {
      const ada = await join('ada');
      await grantAccess(ada, 0, { compositions: [scenes[0]] });
      const adas = await open(ada, scenes[0] ?? '');
      expect(adas.scope()).toBe('read-write');
      await call(fixture.owner, 'PATCH', (await memberOf(ada))['@id'], { role: 1 });
      await vi.waitUntil(() => adas.scope() === 'readonly', { timeout: 60_000, interval: 10 });
      adas.close();
    });

    it('alone receive the event that removes the scene from their list', async () => {
      const [ada, bob] = [await join('ada'), await join('bob')];
      for (const person of [ada, bob]) {
        await grantAccess(person, 0, { compositions: [scenes[0]] });
      }
      await fixture.harness.db('live_events').delete();
      await call(fixture.owner, 'DELETE', (await memberOf(ada))['@id']);
      const gone = await fixture.harness.db('live_events').where({ topic: 'composition', type: 'deleted' });
      expect(gone).toMatchObject([{ resource_id: scenes[0], account_id: null, user_id: ada.userId }]);
    });
  });
});
