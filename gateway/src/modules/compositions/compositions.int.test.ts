import { emptyDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../test/harness.ts';
import { useWorkspace } from '../../test/workspace-fixture.ts';

describe('a scene', () => {
  const fixture = useWorkspace();

  const create = async (body: object = {}, person = fixture.owner) =>
    fixture.harness.call('POST', '/api/compositions', { token: person.token, body });
  const withBox = (): SceneDocument => {
    const document = emptyDocument();
    const raw = {
      ...document,
      nodes: { box1: { kind: 'box', index: 'a0', name: 'Box', position: [1, 2, 3], props: {} } },
    };
    // The server fills the defaults in; the client may leave them out.
    return raw as unknown as SceneDocument;
  };
  const put = (id: unknown, document: unknown, ifMatch: string | null, token = fixture.owner.token) =>
    fixture.harness.call('PUT', `/api/compositions/${id}/document`, {
      token,
      body: { document },
      headers: ifMatch === null ? {} : { 'if-match': ifMatch },
    });

  it('starts empty, private and as a draft, with a name in its creator’s language', async () => {
    const { status, json } = await create();
    expect(status).toBe(201);
    expect(json).toMatchObject({
      '@type': 'Composition',
      name: 'Untitled scene',
      privacy: 'private',
      status: 'draft',
      revision: 0,
      publishedRevision: null,
      inSyncWithScene: false,
      ownedByCurrentUser: true,
      permission: 'admin',
      entities: { nodes: 0, triangles: 0 },
      account: `/api/accounts/${fixture.owner.accountId}`,
    });
    expect(String(json.url)).toMatch(/\/view\/[0-9a-f-]{36}$/);
    const spanish = await fixture.harness.call('POST', '/api/compositions', {
      token: fixture.owner.token,
      body: {},
      headers: { 'accept-language': 'es' },
    });
    expect(spanish.json.name).toBe('Escena sin título');
  });

  it('starts with a sun for the lit template, named in its creator’s language', async () => {
    const { json: scene } = await fixture.harness.call('POST', '/api/compositions', {
      token: fixture.owner.token,
      body: { template: 'lit' },
      headers: { 'accept-language': 'es' },
    });
    const { text } = await fixture.call('GET', `/api/compositions/${scene.uuid}/document`);
    expect(Object.values(JSON.parse(text).document.nodes)).toEqual([
      expect.objectContaining({ kind: 'directionalLight', name: 'Sol' }),
    ]);
    expect((await create({ template: 'dark' })).status).toBe(422);
  });

  it('stores a document, raises the revision and rejects a stale one', async () => {
    const { json: scene } = await create();
    expect((await put(scene.uuid, withBox(), null)).status).toBe(400);
    const first = await put(scene.uuid, withBox(), '0');
    expect([first.status, first.json]).toEqual([200, { revision: 1 }]);
    const read = await fixture.call('GET', `/api/compositions/${scene.uuid}/document`);
    expect(read.headers.get('etag')).toBe('"1"');
    expect(JSON.parse(read.text).document.nodes.box1).toMatchObject({
      kind: 'box',
      position: [1, 2, 3],
      scale: [1, 1, 1],
      props: { size: [1, 1, 1] },
    });
    const late = await put(scene.uuid, withBox(), '"0"');
    expect([late.status, late.json.revision]).toEqual([409, 1]);
    expect((await put(scene.uuid, withBox(), '"1"')).json).toEqual({ revision: 1 });
    const after = await fixture.call('GET', `/api/compositions/${scene.uuid}`);
    expect(after.json).toMatchObject({ revision: 1, entities: { nodes: 1, triangles: 12 } });
  });

  it('returns the annotations and the tour order of the stored document', async () => {
    const { json: scene } = await create();
    const note = (order: string) => ({ kind: 'annotation', props: { order } });
    const document = {
      ...emptyDocument(),
      nodes: { b: note('a1'), c: note('a0'), a: note('a2'), box: { kind: 'box' } },
    };
    expect((await put(scene.uuid, document, '0')).status).toBe(200);
    const read = (id: unknown) => fixture.call('GET', `/api/compositions/${id}`);
    const tour = { annotations: ['a', 'b', 'c'], annotationOrder: ['c', 'b', 'a'] };
    expect((await read(scene.uuid)).json.scene).toMatchObject(tour);
    const { b: _b, ...nodes } = document.nodes;
    expect((await put(scene.uuid, { ...document, nodes }, '1')).status).toBe(200);
    expect((await read(scene.uuid)).json.scene).toMatchObject({ annotationOrder: ['c', 'a'] });
  });

  it('rejects documents with unknown kinds, keys and values, with the path of each', async () => {
    const { json: scene } = await create();
    const broken = [
      [{ nodes: { a: { kind: 'dragon', props: {} } } }, 'document.nodes.a.kind'],
      [{ nodes: { a: { kind: 'box', props: { size: [1, -1, 1] } } } }, 'document.nodes.a.props.size.1'],
      [{ surprise: true }, 'document.'],
      [{ version: 99 }, 'document.version'],
      [{ nodes: { 'no id': { kind: 'box', props: {} } } }, 'document.nodes.no id'],
    ] as const;
    for (const [document, path] of broken) {
      const answer = await put(scene.uuid, document, '0');
      expect(answer.status).toBe(422);
      const { violations } = JSON.parse(answer.text);
      expect(violations.map((violation: { propertyPath: string }) => violation.propertyPath)).toContain(path);
    }
  });

  it('does not exist for users without access, in any call', async () => {
    const { json: scene } = await create();
    const id = String(scene.uuid);
    const absent = '01900000-0000-7000-8000-000000000009';
    const calls: [string, string, object?][] = [
      ['GET', '/api/compositions/{}'],
      ['PATCH', '/api/compositions/{}', { name: 'mine' }],
      ['DELETE', '/api/compositions/{}'],
      ['POST', '/api/compositions/{}/restore'],
      ['GET', '/api/compositions/{}/document'],
      ['PUT', '/api/compositions/{}/document', { document: {} }],
      ['GET', '/api/compositions/{}/output'],
    ];
    for (const [method, path, body] of calls) {
      const ask = (uuid: string) =>
        fixture.harness.call(method, path.replace('{}', uuid), {
          token: fixture.stranger.token,
          headers: { 'if-match': '0' },
          ...(body ? { body } : {}),
        });
      const [theirs, none] = [await ask(id), await ask(absent)];
      expect([theirs.status, theirs.text], `${method} ${path}`).toEqual([404, none.text]);
    }
  });

  it('can be read by viewers, changed by editors, and deleted and shared only by admins', async () => {
    const { json: scene } = await create();
    await fixture.harness
      .db('composition_members')
      .insert({ composition_id: scene.uuid, user_id: fixture.stranger.userId, role: 1 });
    const path = `/api/compositions/${scene.uuid}`;
    const act = async (method: string, body?: object) =>
      (await fixture.harness.call(method, path, { token: fixture.stranger.token, ...(body ? { body } : {}) }))
        .status;
    expect([await act('GET'), await act('PATCH', { name: 'x' }), await act('DELETE')]).toEqual([
      200, 403, 403,
    ]);
    expect((await put(scene.uuid, withBox(), '0', fixture.stranger.token)).status).toBe(403);
    await fixture.harness.db('composition_members').where({ composition_id: scene.uuid }).update({ role: 0 });
    expect([
      await act('PATCH', { name: 'x' }),
      await act('PATCH', { privacy: 'public' }),
      await act('DELETE'),
    ]).toEqual([200, 403, 403]);
    const shared = await fixture.harness.call('GET', '/api/compositions?sharedWithMeOnly=true', {
      token: fixture.stranger.token,
    });
    expect(JSON.parse(shared.text).member.map((item: { uuid: string }) => item.uuid)).toContain(scene.uuid);
  });

  it('is created only up to the plan’s limit, also for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 402)).toHaveLength(15);
    expect(answers.find((answer) => answer.status === 402)?.json.description).toBe('scenes.limit');
    const list = await fixture.call('GET', '/api/compositions');
    expect(list.json.totalItems).toBe(5);
  });

  it('stays in the trash after deletion, outside lists and counts, until restored', async () => {
    const { json: scene } = await create({ name: 'Kitchen' });
    const path = `/api/compositions/${scene.uuid}`;
    expect((await fixture.call('DELETE', path)).status).toBe(204);
    expect((await fixture.call('GET', path)).status).toBe(404);
    const list = async (query: string) =>
      (await fixture.call('GET', `/api/compositions${query}`)).json.totalItems;
    expect([await list(''), await list('?trashed=true')]).toEqual([0, 1]);
    expect((await fixture.call('POST', `${path}/restore`)).status).toBe(200);
    expect([await list(''), await list('?trashed=true')]).toEqual([1, 0]);
  });

  it('is listed in pages, by search and with partial fields', async () => {
    await fixture.harness.db('accounts').where({ id: fixture.owner.accountId }).update({ plan: 'pro' });
    for (const name of ['Red chair', 'Blue chair', '100% wool_rug']) {
      await create({ name });
    }
    const list = async (query: string) =>
      JSON.parse((await fixture.call('GET', `/api/compositions?${query}`)).text);
    const first = await list('itemsPerPage=2');
    expect([first.member.length, first.totalItems]).toEqual([2, 3]);
    const second = JSON.parse((await fixture.call('GET', first.view.next)).text);
    expect([second.member.length, second.view]).toEqual([1, undefined]);
    expect((await list('name=CHAIR')).totalItems).toBe(2);
    expect((await list('name=%25')).totalItems).toBe(1);
    expect((await list('name=_')).totalItems).toBe(1);
    const partial = await list('properties[]=name&itemsPerPage=1');
    expect(Object.keys(partial.member[0]).sort()).toEqual(['@id', '@type', 'name', 'uuid']);
    expect((await list('pagination=false')).member).toHaveLength(3);
    expect((await fixture.call('GET', '/api/compositions?itemsPerPage=101')).status).toBe(422);
  });

  it('is returned again for the same idempotency key, which is rejected with another body', async () => {
    const ask = (body: object) =>
      fixture.harness.call('POST', '/api/compositions', {
        token: fixture.owner.token,
        body,
        headers: { 'idempotency-key': 'k1' },
      });
    const [first, second] = [await ask({ name: 'Once' }), await ask({ name: 'Once' })];
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect((await ask({ name: 'Other' })).json.description).toBe('idempotency.mismatch');
    const list = await fixture.call('GET', '/api/compositions');
    expect(list.json.totalItems).toBe(1);
  });

  it('is created once by a repeated request after a crash before the response', async () => {
    const ask = () =>
      fixture.harness.call('POST', '/api/compositions', {
        token: fixture.owner.token,
        body: { name: 'Once', template: 'product' },
        headers: { 'idempotency-key': 'killed' },
      });
    const first = await ask();
    await fixture.harness
      .db('idempotency_keys')
      .where({ key: 'killed' })
      .update({ status: null, answer: null, created_at: new Date(Date.now() - 120_000) });
    const second = await ask();
    expect([first.status, second.status, second.json.uuid]).toEqual([201, 201, first.json.uuid]);
    expect((await fixture.call('GET', '/api/compositions?name=Once')).json.totalItems).toBe(1);
  });

  it('is published together with its output, or not at all', async () => {
    const { json: scene } = await create();
    const path = `/api/compositions/${scene.uuid}`;
    const { db } = fixture.harness;
    const publish = () => fixture.call('PATCH', path, { status: 'published', name: 'Published' });
    await db.raw('alter table scene_outputs add constraint refused check (false) not valid');
    try {
      expect((await publish()).status).toBe(500);
      const row = await db('compositions').where({ id: scene.uuid }).first('status', 'name');
      expect(row).toEqual({ status: 'draft', name: scene.name });
    } finally {
      await db.raw('alter table scene_outputs drop constraint refused');
    }
    expect((await publish()).json.status).toBe('published');
    expect(await db('scene_outputs').where({ composition_id: scene.uuid }).pluck('status')).toEqual([
      'queued',
    ]);
  });

  it('is read-only while the storage is exceeded, and can still be deleted', async () => {
    const { json: scene } = await create();
    await fixture.harness
      .db('accounts')
      .where({ id: fixture.owner.accountId })
      .update({ storage_used: 2_000_000_001 });
    const change = await fixture.call('PATCH', `/api/compositions/${scene.uuid}`, { name: 'x' });
    expect([change.status, change.json.description]).toEqual([403, 'security.account.overflown_storage']);
    expect((await fixture.call('GET', `/api/compositions/${scene.uuid}`)).status).toBe(200);
    expect((await fixture.call('DELETE', `/api/compositions/${scene.uuid}`)).status).toBe(204);
  });

  it('merges extra fields member by member and clears them', async () => {
    const { json: scene } = await create();
    const path = `/api/compositions/${scene.uuid}`;
    const patch = async (extra: object | null) => (await fixture.call('PATCH', path, { extra })).json.extra;
    expect(await patch({ board: { column: 'Done', order: 3 }, note: 'x' })).toEqual({
      board: { column: 'Done', order: 3 },
      note: 'x',
    });
    expect(await patch({ board: { order: null }, note: null, color: 'red' })).toEqual({
      board: { column: 'Done' },
      color: 'red',
    });
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => patch({ [key]: 1 })));
    expect(await patch({})).toEqual({ board: { column: 'Done' }, color: 'red', a: 1, b: 1, c: 1, d: 1 });
    expect(await patch(null)).toBeNull();
  });

  it('sanitizes text in extra fields and rejects deep or large values', async () => {
    const { json: scene } = await create();
    const path = `/api/compositions/${scene.uuid}`;
    const patch = (extra: object) => fixture.call('PATCH', path, { extra });
    const odd = await patch({ 'a\u0000': ['\ud800', { ['__proto__']: 1 }], constructor: 'x' });
    expect([odd.status, odd.json.extra]).toEqual([
      200,
      { a: ['\ufffd', { ['__proto__']: 1 }], constructor: 'x' },
    ]);
    let deep: object = {};
    for (let level = 0; level < 1_000; level += 1) {
      deep = { a: deep };
    }
    expect((await patch(deep)).status).toBe(422);
    const part = 'x'.repeat(9_000);
    expect((await patch({ one: part })).status).toBe(200);
    const full = await patch({ two: part });
    expect([full.status, full.json.violations]).toMatchObject([422, [{ propertyPath: 'extra' }]]);
    expect((await patch({ one: null, two: part })).status).toBe(200);
  });

  it('accepts a project by IRI or UUID, and only of its workspace', async () => {
    const make = (name: string, person: Person) =>
      fixture.harness.call('POST', '/api/projects', {
        token: person.token,
        body: { name, owner: `/api/accounts/${person.accountId}` },
      });
    const { json: project } = await make('Homes', fixture.owner);
    expect((await make('HOMES', fixture.owner)).json.description).toBe('project.exists');
    const { json: foreign } = await make('Theirs', fixture.stranger);
    const inside = await create({ project: project['@id'] });
    expect(inside.json.project).toBe(project['@id']);
    expect((await create({ project: foreign.uuid })).status).toBe(404);
    const moved = await fixture.call('PATCH', `/api/compositions/${inside.json.uuid}`, { project: null });
    expect(moved.json.project).toBeNull();
    const list = await fixture.call('GET', `/api/projects?owner.uuid=${fixture.stranger.accountId}`);
    expect(list.json.totalItems).toBe(0);
  });
});
