import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { addNode, removeNodes } from '@diorama/shared/scene/ops.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { appendUpdates, compactScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { type Person, useHarness } from '../../test/harness.ts';

const harness = useHarness();
let owner: Person;
let scene: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  owner = await harness.signUp(`owner-v${count}`);
  const made = await call('POST', '/api/compositions', { name: `Hall ${count}` });
  scene = String(made.json.uuid);
});

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  person = owner,
) => harness.call(method, path, { token: person.token, ...(body && { body }) });
const read = async (path: string) => JSON.parse((await call('GET', path)).text);
type Listed = {
  '@id': string;
  uuid: string;
  name: string | null;
  automatic: boolean;
  revision: number;
  createdBy: { uuid: string } | null;
};
const versions = async () => (await read(`/api/compositions/${scene}/versions`)).member as Listed[];
const document = async () =>
  (await read(`/api/compositions/${scene}/document`)) as {
    revision: number;
    document: { nodes: Record<string, { name: string }> };
  };
const names = async () => Object.values((await document()).document.nodes).map(({ name }) => name);

/** Replaces the content of the scene by nodes of these names. */
async function put(...things: string[]): Promise<void> {
  const { revision, document: before } = await document();
  const nodes = Object.fromEntries(things.map((name) => [name, { kind: 'box', name }]));
  const answer = await harness.call('PUT', `/api/compositions/${scene}/document`, {
    token: owner.token,
    headers: { 'if-match': String(revision) },
    body: { document: { ...before, nodes } },
  });
  expect(answer.status).toBe(200);
}

/** Moves all versions and the last edit into the past by an interval. */
async function age(interval: string): Promise<void> {
  await harness.db.raw(
    `update scene_versions set created_at = created_at - ?::interval, taken_at = taken_at - ?::interval where composition_id = ?`,
    [interval, interval, scene],
  );
  await harness.db.raw('update compositions set updated_at = updated_at - ?::interval where id = ?', [
    interval,
    scene,
  ]);
}

describe('automatic versions', () => {
  it('store the state before an edit, at most every ten minutes, and none of an empty scene', async () => {
    await put('a');
    expect(await versions()).toEqual([]);
    await put('a', 'b');
    expect(await versions()).toMatchObject([
      { automatic: true, name: null, createdBy: { uuid: owner.userId } },
    ]);
    await put('a', 'b', 'c');
    expect(await versions()).toHaveLength(1);
    await age('11 minutes');
    await put('d');
    const [newest, first] = await versions();
    const at = async (version?: Listed) =>
      Object.keys((await read(`${version?.['@id']}/document`)).document.nodes);
    expect(await at(newest)).toEqual(['a', 'b', 'c']);
    expect(await at(first)).toEqual(['a']);
  });

  it('are thinned with age, unlike named ones', async () => {
    await put('a');
    const named = await call('POST', `/api/compositions/${scene}/versions`, { name: 'For the client' });
    await harness.db.raw(
      `insert into scene_versions (id, composition_id, revision, automatic, document, created_at, taken_at)
       select gen_random_uuid(), ?, 1000 + n, true, '{"nodes":{}}', now() - n * interval '10 minutes', now() - interval '1 day'
       from generate_series(1, 6 * 24 * 60) n`,
      [scene],
    );
    await put('a', 'b');
    await age('11 minutes');
    await put('c');
    const kept = await read(`/api/compositions/${scene}/versions?pagination=false`);
    // Ten-minute steps for an hour, hours for a day, days for a month, then weeks. A span more where
    // two meet.
    expect(kept.totalItems).toBeGreaterThan(55);
    expect(kept.totalItems).toBeLessThan(75);
    expect(kept.member.map(({ uuid }: Listed) => uuid)).toContain(named.json.uuid);
  });

  it('of a scene that was untouched for years are kept', async () => {
    await put('a');
    await put('a', 'b');
    await age('11 minutes');
    await put('c');
    await age('800 days');
    await put('d');
    expect(await versions()).toHaveLength(3);
  });

  it('are saved once by concurrent compactions', async () => {
    await put('a');
    const ydoc = toYDoc(emptyDocument());
    const before = Y.encodeStateVector(ydoc);
    addNode(ydoc, { kind: 'box', name: 'live' });
    const bytes = Y.encodeStateAsUpdate(ydoc, before);
    await appendUpdates(harness.db, [{ compositionId: scene, bytes, userId: owner.userId }]);
    await Promise.all([1, 2, 3].map(() => compactScene(harness.db, scene)));
    expect(await versions()).toHaveLength(1);
  });
});

describe('a version', () => {
  it('sends a live event when it is created, renamed and deleted', async () => {
    const told = async () => (await harness.db('live_events').where({ resource_id: scene })).length;
    let before = await told();
    const expectTold = async () => {
      expect(await told()).toBe(before + 1);
      before += 1;
    };
    const { json } = await call('POST', `/api/compositions/${scene}/versions`, { name: 'First' });
    await expectTold();
    await call('PATCH', `/api/versions/${json.uuid}`, { name: 'Second' });
    await expectTold();
    await call('DELETE', `/api/versions/${json.uuid}`);
    await expectTold();
  });

  it('is created with a name, renamed, returned and deleted', async () => {
    await put('a');
    const made = await call('POST', `/api/compositions/${scene}/versions`, { name: '  First\u202E draft ' });
    expect([made.status, made.json.name, made.json.automatic]).toEqual([201, 'First draft', false]);
    const path = `/api/versions/${made.json.uuid}`;
    expect((await call('PATCH', path, { name: 'Second' })).json.name).toBe('Second');
    expect((await read(path)).name).toBe('Second');
    for (const name of ['', ' ', 'x'.repeat(121), 7]) {
      expect((await call('PATCH', path, { name })).status).toBe(422);
    }
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
  });

  it('is no longer automatic once it has a name', async () => {
    await put('a');
    await put('b');
    const [kept] = await versions();
    expect((await call('PATCH', `${kept?.['@id']}`, { name: 'Mine' })).json).toMatchObject({
      automatic: false,
      name: 'Mine',
    });
  });

  it('becomes the newest state when restored, and the replaced state is kept', async () => {
    await put('a');
    const first = await call('POST', `/api/compositions/${scene}/versions`, { name: 'First' });
    await put('b', 'c');
    const restored = await call('POST', `/api/versions/${first.json.uuid}/restore`);
    expect(restored.status).toBe(200);
    expect(await names()).toEqual(['a']);
    expect((await document()).revision).toBe(restored.json.revision);
    expect(restored.json.edit).toEqual({ client: expect.any(Number), clock: expect.any(Number) });
    const replaced = (await versions()).find(({ automatic }) => automatic);
    expect(replaced?.automatic).toBe(true);
    await call('POST', `/api/versions/${replaced?.uuid}/restore`);
    expect((await names()).toSorted()).toEqual(['b', 'c']);
    // Restoring the current content creates no version.
    const before = (await versions()).length;
    await call('POST', `/api/versions/${replaced?.uuid}/restore`);
    expect((await versions()).length).toBeLessThanOrEqual(before + 1);
    expect((await names()).toSorted()).toEqual(['b', 'c']);
  });

  it('of a large scene is restored on another thread, and charged to the user', {
    tags: ['full'],
  }, async () => {
    const many = Array.from({ length: 6_000 }, (_, at) => `box-${at}`);
    await put(...many);
    const first = await call('POST', `/api/compositions/${scene}/versions`, { name: 'First' });
    await put('b');
    const parse = vi.spyOn(JSON, 'parse');
    const consume = vi.spyOn(harness.deps.limits, 'consume');
    const restored = await call('POST', `/api/versions/${first.json.uuid}/restore`);
    const lengths = parse.mock.calls.map(([text]) => String(text).length);
    const charges = consume.mock.calls.filter(([limit]) => limit === 'document-bytes');
    parse.mockRestore();
    consume.mockRestore();
    expect(restored.status).toBe(200);
    expect(Math.max(...lengths)).toBeLessThan(100_000);
    expect(charges).toEqual([['document-bytes', owner.userId, expect.any(Number)]]);
    expect(charges[0]?.[2]).toBeGreaterThan(500);
    expect(await names()).toHaveLength(many.length);
  });

  it('that a restore replaced holds the state before it and is kept at any age', async () => {
    await put('a');
    const first = await call('POST', `/api/compositions/${scene}/versions`, { name: 'First' });
    await put('b');
    await call('POST', `/api/versions/${first.json.uuid}/restore`);
    const replaced = (await versions()).find(({ automatic }) => automatic);
    await harness.db.raw(
      `insert into scene_versions (id, composition_id, revision, automatic, document, created_at, taken_at)
       select gen_random_uuid(), ?, 1000 + n, true, '{"nodes":{}}', now() + n * interval '1 day', now() - interval '1 day'
       from generate_series(1, 800) n`,
      [scene],
    );
    await age('11 minutes');
    await put('c');
    const kept: Listed[] = (await read(`/api/compositions/${scene}/versions?pagination=false`)).member;
    expect(kept.length).toBeLessThan(100);
    expect(kept.map(({ uuid }) => uuid)).toContain(replaced?.uuid);
    const { document: then } = await read(`/api/versions/${replaced?.uuid}/document`);
    expect(Object.keys(then.nodes)).toEqual(['b']);
  });

  it('holds the edit of a colleague from just before a restore', async () => {
    await put('a');
    const ydoc = toYDoc(emptyDocument());
    const since = (change: () => void) => {
      const before = Y.encodeStateVector(ydoc);
      change();
      return Y.encodeStateAsUpdate(ydoc, before);
    };
    const edit = since(() => addNode(ydoc, { kind: 'box', id: 'colleague' }));
    const restore = since(() => removeNodes(ydoc, ['colleague']));
    const after = since(() => addNode(ydoc, { kind: 'box', id: 'later' }));
    const by = { compositionId: scene, userId: owner.userId };
    await appendUpdates(harness.db, [
      { ...by, bytes: edit },
      { ...by, bytes: restore, replaces: true },
      { ...by, bytes: after },
    ]);
    await compactScene(harness.db, scene);
    const kept = await Promise.all(
      (await versions()).map(async ({ uuid }) =>
        Object.keys((await read(`/api/versions/${uuid}/document`)).document.nodes).toSorted(),
      ),
    );
    expect(kept).toContainEqual(['a', 'colleague']);
    expect(Object.keys((await document()).document.nodes).toSorted()).toEqual(['a', 'later']);
  });

  it('that a restore replaced is kept beside a named one of the same state', async () => {
    await put('a');
    const first = await call('POST', `/api/compositions/${scene}/versions`, { name: 'First' });
    await put('b');
    await call('POST', `/api/compositions/${scene}/versions`, { name: 'Second' });
    await call('POST', `/api/versions/${first.json.uuid}/restore`);
    expect((await versions()).map(({ name }) => name)).toEqual(expect.arrayContaining(['Second', null]));
  });

  it('that a restore replaced is one of at most a hundred', async () => {
    await put('a');
    const first = await call('POST', `/api/compositions/${scene}/versions`, { name: 'First' });
    await harness.db.raw(
      `insert into scene_versions (id, composition_id, revision, automatic, replaced, document, created_at)
       select gen_random_uuid(), ?, 1000 + n, true, true, '{"nodes":{}}', now() - n * interval '1 minute'
       from generate_series(1, 120) n`,
      [scene],
    );
    await put('b');
    await call('POST', `/api/versions/${first.json.uuid}/restore`);
    const rows = await harness.db('scene_versions').where({ composition_id: scene, replaced: true });
    expect(rows).toHaveLength(100);
  });

  it('of an older release is returned in the current format', async () => {
    await put('a');
    const made = await call('POST', `/api/compositions/${scene}/versions`, { name: 'Old' });
    await harness.db.raw(
      `update scene_versions set document = '{"version":1,"nodes":{"x":{"kind":"box"}}}' where id = ?`,
      [String(made.json.uuid)],
    );
    const { document: today } = await read(`/api/versions/${made.json.uuid}/document`);
    expect(today.version).toBe(emptyDocument().version);
    expect(Object.keys(today.nodes)).toEqual(['x']);
  });

  it('protects its files from deletion, unless it is automatic', async () => {
    const asset = uuidv7();
    const { accountId } = owner;
    await harness.db('assets').insert({ id: asset, account_id: accountId, type: 2, name: 'm.glb', size: 1 });
    await harness
      .db('composition_documents')
      .where({ composition_id: scene })
      .update({ document: JSON.stringify({ ...emptyDocument(), note: `/api/assets/${asset}` }) });
    const made = await call('POST', `/api/compositions/${scene}/versions`, { name: 'With a model' });
    await harness
      .db('composition_documents')
      .where({ composition_id: scene })
      .update({ document: JSON.stringify(emptyDocument()) });
    const uses = () => harness.db('composition_assets').where({ asset_id: asset }).select('version_id');
    expect(await uses()).toEqual([{ version_id: made.json.uuid }]);
    expect((await call('DELETE', `/api/assets/${asset}`)).status).toBe(409);
    await harness.db.raw('update scene_versions set automatic = true, name = null where id = ?', [
      String(made.json.uuid),
    ]);
    expect((await call('DELETE', `/api/assets/${asset}`)).status).toBe(204);
    await call('DELETE', `/api/versions/${made.json.uuid}`);
    expect(await uses()).toEqual([]);
  });

  it('is one of at most a hundred named ones, also for concurrent requests', async () => {
    await put('a');
    await harness.db.raw(
      `insert into scene_versions (id, composition_id, revision, name, automatic, document, created_at)
       select gen_random_uuid(), ?, n, 'v', false, '{}', now() from generate_series(1, 98) n`,
      [scene],
    );
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => call('POST', `/api/compositions/${scene}/versions`, { name: `v${n}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.json).toMatchObject({
      violations: [{ propertyPath: 'name', code: 'version.limit' }],
    });
  });

  it('is refused with 404 to users without access and with 403 to viewers', async () => {
    await put('a');
    const made = await call('POST', `/api/compositions/${scene}/versions`, { name: 'Secret' });
    const [stranger, viewer] = await Promise.all(
      ['stranger', 'viewer'].map((name) => harness.signUp(`${name}-v${count}`)),
    );
    await harness
      .db('composition_members')
      .insert({ composition_id: scene, user_id: viewer?.userId ?? '', role: 1 });
    const path = `/api/versions/${made.json.uuid}`;
    for (const [person, status] of [
      [stranger, 404],
      [viewer, 403],
    ] as const) {
      for (const [method, at] of [
        ['GET', path],
        ['GET', `${path}/document`],
        ['POST', `${path}/restore`],
        ['DELETE', path],
      ] as const) {
        expect([at, (await call(method, at, undefined, person)).status]).toEqual([at, status]);
      }
    }
  });
});
