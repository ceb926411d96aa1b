import type { LibraryItem } from '@diorama/shared/contract/library.ts';
import { MAX_LIBRARY_VERSIONS } from '@diorama/shared/domain/library.ts';
import { deleteAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { eraseScenes } from '@diorama/shared/server/scenes/erase-scenes.queries.ts';
import { emptyGlb } from '@diorama/stack/test/tiny-files.ts';
import { beforeAll, expect, it } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';
import { multipartForm } from '../../test/multipart-form.ts';

const harness = useHarness();
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  owner = await harness.signUp('owner-c');
  stranger = await harness.signUp('stranger-c');
});

const call = (person: Person, method: string, path: string, body?: object) =>
  harness.call(method, path, { token: person.token, ...(body && { body }) });

const chair = (nodes: object = {}) => ({
  nodes: {
    shown: { kind: 'instance', props: { component: 'chair' } },
    chair: { kind: 'component' },
    seat: { kind: 'box', parent: 'chair' },
    ...nodes,
  },
});
const save = (person: Person, id: string, number: number, body: object = {}) =>
  call(person, 'PUT', `/api/library/components/${id}/versions/${number}`, {
    name: 'Chair',
    document: chair(),
    ...body,
  });
const read = (person: Person, id: string, number: number) =>
  call(person, 'GET', `/api/library/components/${id}/versions/${number}`);
const listed = async (person: Person, query = '') =>
  JSON.parse((await call(person, 'GET', `/api/library/components?mine=true${query}`)).text).member;

async function upload(person: Person, name = 'lamp.glb') {
  const form = multipartForm({ type: '2' }, ['file', name, emptyGlb()]);
  return (await harness.call('POST', '/api/assets/upload', { token: person.token, body: form })).json;
}

it('a component is saved in numbered versions that managers of the workspace list and read', async () => {
  const id = uuidv7();
  const first = await save(owner, id, 1);
  expect([first.status, first.json]).toMatchObject([
    201,
    {
      '@id': `/api/library/components/${id}`,
      kind: 'component',
      permission: 'edit',
      version: { number: 1, note: null },
    },
  ]);
  expect(await harness.events('library.version-saved')).toContainEqual({ itemId: id });
  const wide = chair({ seat: { kind: 'box', parent: 'chair', scale: [2, 1, 1] } });
  const second = await save(owner, id, 2, { document: wide, note: 'Wider', name: 'Wide chair' });
  expect(second.json).toMatchObject({ name: 'Wide chair', version: { number: 2, note: 'Wider' } });
  const document = async (number: number) => (await read(owner, id, number)).json.document;
  expect(await document(1)).toMatchObject({ nodes: { seat: { scale: [1, 1, 1] } } });
  expect(await document(2)).toMatchObject({ nodes: { seat: { scale: [2, 1, 1] } } });
  expect((await read(owner, id, 3)).status).toBe(404);
  const versions = await call(owner, 'GET', `/api/library/components/${id}/versions`);
  expect(versions.json.versions).toMatchObject([
    { number: 2, note: 'Wider', by: 'owner-c' },
    { number: 1, note: null, by: 'owner-c' },
  ]);
  expect((await call(stranger, 'GET', `/api/library/components/${id}/versions`)).status).toBe(404);
  const other = uuidv7();
  await save(owner, other, 1, { name: 'Table' });
  const of = async (query: string) => (await listed(owner, query)).map(({ uuid }: { uuid: string }) => uuid);
  expect(await of('')).toEqual([other, id]);
  expect(await of(`&uuids=${id},${uuidv7()}`)).toEqual([id]);
  expect(await of('&q=wide')).toEqual([id]);
  expect((await call(owner, 'GET', '/api/library/components?mine=true&uuids=x')).status).toBe(422);
  // Other people neither see it nor save into it.
  expect(await listed(stranger, `&uuids=${id}`)).toEqual([]);
  for (const refused of [
    await read(stranger, id, 1),
    await save(stranger, id, 1),
    await save(stranger, id, 3),
  ]) {
    expect(refused.status).toBe(404);
  }
  expect((await save(stranger, uuidv7(), 1, { account: owner.accountId })).status).toBe(404);
  expect((await call(owner, 'PATCH', `/api/library/components/${id}`, { name: 'Bench' })).json.name).toBe(
    'Bench',
  );
  expect((await call(owner, 'DELETE', `/api/library/components/${id}`)).status).toBe(204);
  expect((await read(owner, id, 1)).status).toBe(404);
  expect((await save(owner, id, 3)).status).toBe(404);
});

it('editors of a scene read its components and are offered newer versions', async () => {
  const [used, other, elsewhere] = [uuidv7(), uuidv7(), uuidv7()];
  await save(owner, used, 1);
  await save(owner, other, 1);
  await save(stranger, elsewhere, 1);
  const [editor, guest, member, viewer] = await Promise.all([
    harness.signUp('editor-c'),
    harness.signUp('guest-c'),
    harness.signUp('member-c'),
    harness.signUp('viewer-c'),
  ]);
  const { uuid: project } = (
    await call(owner, 'POST', '/api/projects', { name: 'Hall', owner: owner.accountId })
  ).json;
  const made = { name: 'Seats', account: owner.accountId, project };
  const scene = String((await call(owner, 'POST', '/api/compositions', made)).json.uuid);
  const { db } = harness;
  const share = (person: Person, role: number) =>
    db('composition_members').insert({ composition_id: scene, user_id: person.userId, role });
  await Promise.all([share(editor, 0), share(guest, 0), share(viewer, 1)]);
  await db('account_members').insert({ account_id: owner.accountId, user_id: guest.userId, role: 'guest' });
  await db('project_members').insert({ project_id: project, user_id: member.userId, role: 0 });
  const link = (item: string) => ({ kind: 'component', props: { library: { item, version: 1, ids: {} } } });
  const put = await harness.call('PUT', `/api/compositions/${scene}/document`, {
    token: owner.token,
    headers: { 'if-match': '0' },
    body: { document: { nodes: { a: link(used), b: link(elsewhere) } } },
  });
  expect(put.status).toBe(200);
  await save(owner, used, 2, { note: 'Wider' });
  const of = `composition.uuid=${scene}`;
  const offered = async (person: Person, query = '') => {
    const { status, text } = await call(person, 'GET', `/api/library/components?${of}${query}`);
    return status === 200
      ? JSON.parse(text).member.map((item: LibraryItem) => [item.uuid, item.version?.number, item.permission])
      : status;
  };
  const readIn = async (person: Person, id: string, number: number) =>
    (await call(person, 'GET', `/api/library/components/${id}/versions/${number}?${of}`)).status;
  for (const person of [editor, guest, member]) {
    expect(await offered(person)).toEqual([[used, 2, 'use']]);
    expect(await offered(person, `&uuids=${used},${other}`)).toEqual([[used, 2, 'use']]);
    expect(await offered(person, `&uuids=${other}`)).toEqual([]);
    expect([await readIn(person, used, 1), await readIn(person, used, 2)]).toEqual([200, 200]);
    // Neither the rest of the library, nor other workspaces, nor without the scene, nor to change it.
    expect([await readIn(person, other, 1), await readIn(person, elsewhere, 1)]).toEqual([404, 404]);
    expect((await read(person, used, 1)).status).toBe(404);
    expect((await save(person, used, 3)).status).toBe(404);
    expect((await call(person, 'GET', `/api/library/components/${used}`)).status).toBe(404);
  }
  expect([await offered(viewer), await readIn(viewer, used, 1)]).toEqual([403, 404]);
  expect([await offered(stranger), await readIn(stranger, used, 1)]).toEqual([404, 404]);
  // The stranger's own item stays theirs.
  expect(await readIn(stranger, elsewhere, 1)).toBe(200);
  await db('composition_members').where({ user_id: editor.userId }).delete();
  expect([await offered(editor), await readIn(editor, used, 1)]).toEqual([404, 404]);
});

it('each version number is used once, also for concurrent saves', async () => {
  const id = uuidv7();
  await save(owner, id, 1);
  const both = await Promise.all([save(owner, id, 2, { note: 'a' }), save(owner, id, 2, { note: 'b' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const late = both.find(({ status }) => status === 409);
  expect(late?.json).toMatchObject({ description: 'request.conflict', version: 2 });
  expect((await save(owner, id, 1)).status).toBe(409);
  expect((await save(owner, id, 4)).status).toBe(409);
  await harness
    .db('library_versions')
    .where({ item_id: id })
    .update({ number: harness.db.raw('number + ?', [MAX_LIBRARY_VERSIONS - 2]) });
  expect((await save(owner, id, MAX_LIBRARY_VERSIONS + 1)).status).toBe(201);
  const numbers = await harness
    .db('library_versions')
    .where({ item_id: id })
    .orderBy('number')
    .pluck('number');
  expect(numbers).toEqual([MAX_LIBRARY_VERSIONS - 1, MAX_LIBRARY_VERSIONS, MAX_LIBRARY_VERSIONS + 1]);
});

it('neither a component nor a material is saved with a file that is deleted meanwhile', async () => {
  const { db } = harness;
  const saves: ((iri: string) => ReturnType<typeof call>)[] = [
    (iri) => {
      const lamp = { kind: 'model', parent: 'chair', props: { asset: iri } };
      return save(owner, uuidv7(), 1, { document: chair({ lamp }) });
    },
    (iri) =>
      call(owner, 'POST', '/api/library/materials', { name: 'Oak', material: { maps: { color: iri } } }),
  ];
  for (const [at, saveWith] of saves.entries()) {
    const { '@id': iri, uuid } = await upload(owner, `lamp-${at}.glb`);
    const trx = await db.transaction();
    await deleteAsset(trx, { id: String(uuid), force: false });
    const saved = saveWith(String(iri));
    // It waits for the deletion.
    await expect
      .poll(async () => {
        const { rows } = await db.raw(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database() and query like '%for key share%'`);
        return rows.length;
      })
      .toBeGreaterThan(0);
    await trx.commit();
    const { status, json } = await saved;
    expect([status, json.violations]).toMatchObject([422, [{ code: 'document.unknown-asset' }]]);
  }
  // A file that is named cannot be deleted unasked.
  const kept = String((await upload(owner, 'kept.glb'))['@id']);
  expect((await saves[0]?.(kept))?.status).toBe(201);
  expect((await call(owner, 'DELETE', kept)).status).toBe(409);
});

it('an invalid component is rejected with the reason', async () => {
  const codes = async (body: object) => {
    const { status, json } = await save(owner, uuidv7(), 1, body);
    return [status, (json.violations as { code: string }[]).map(({ code }) => code)];
  };
  const legs = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, i) => [`n${i}`, { kind: 'box', parent: 'chair' }]),
  );
  const self = { a: { kind: 'instance', parent: 'chair', props: { component: 'chair' } } };
  const stray = { a: { kind: 'box' } };
  expect(await codes({ document: chair(legs) })).toEqual([422, ['library.component.large']]);
  expect(await codes({ document: chair(self) })).toEqual([422, ['library.component.cyclic']]);
  expect(await codes({ document: chair(stray) })).toEqual([422, ['library.component.form']]);
  expect(await codes({ document: {} })).toEqual([422, ['library.component.form']]);
  expect(await codes({ document: chair({ a: { kind: 'spy' } }) })).toEqual([422, ['document.unknown-kind']]);
  expect(await codes({ document: { ...chair(), html: '<script>' } })).toEqual([
    422,
    ['document.unknown-key'],
  ]);
  const odd = await save(owner, uuidv7(), 1, {
    document: chair({ a: { kind: 'box', parent: 'chair', name: 'a\0\ud800' } }),
  });
  expect(odd.status).toBe(201);
  const own = uuidv7();
  const link = { library: { item: own, version: 1 } };
  const within = {
    a: { kind: 'instance', parent: 'chair', props: { component: 'b' } },
    b: { kind: 'component', props: link },
  };
  expect((await save(owner, own, 1, { document: chair(within) })).status).toBe(422);
  expect((await save(owner, uuidv7(), 1, { document: chair(within) })).status).toBe(201);
  expect((await save(owner, uuidv7(), 1, { name: '' })).status).toBe(422);
  expect((await save(owner, 'x', 1)).status).toBe(404);
  expect((await save(owner, uuidv7(), 0)).status).toBe(404);
  const plain = await call(owner, 'POST', '/api/library/components', { name: 'Chair' });
  expect(plain.json.violations).toMatchObject([{ code: 'library.component.version' }]);
});

it('a component uses only files of its workspace, which then cannot be deleted', async () => {
  const [lamp, foreign] = [await upload(owner), await upload(stranger)];
  const model = (asset: unknown) => ({
    document: chair({ seat: { kind: 'model', parent: 'chair', props: { asset } } }),
  });
  const id = uuidv7();
  expect((await save(owner, id, 1, model(foreign['@id']))).json.violations).toMatchObject([
    { code: 'document.unknown-asset', propertyPath: 'document.nodes.seat.props.asset' },
  ]);
  expect((await save(owner, id, 1, model(lamp['@id']))).status).toBe(201);
  expect((await save(owner, id, 2)).status).toBe(201);
  const refused = await call(owner, 'DELETE', `/api/assets/${lamp.uuid}`);
  expect([refused.status, refused.json.description]).toEqual([409, 'asset.in-use']);
  // The end of a scene that it was uploaded for does not end it either.
  const scene = (await call(owner, 'POST', '/api/compositions', { name: 'Room', account: owner.accountId }))
    .json.uuid;
  await harness.db('assets').where({ id: lamp.uuid }).update({ composition_id: scene });
  await harness.db('compositions').where({ id: scene }).update({ deleted_at: new Date() });
  await harness.db.transaction((trx) => eraseScenes(trx, [String(scene)]));
  expect((await call(owner, 'GET', `/api/assets/${lamp.uuid}`)).status).toBe(200);
  const { files } = (await call(owner, 'GET', `/api/accounts/${owner.accountId}/storage`)).json as {
    files: { isInLibrary: boolean; assets: string[] }[];
  };
  expect(files.find(({ assets }) => assets.includes(String(lamp['@id'])))?.isInLibrary).toBe(true);
  // Deleted all the same, the version shows it as missing, and saving it again is refused.
  await call(owner, 'DELETE', `/api/assets/${lamp.uuid}?force=true`);
  expect((await read(owner, id, 1)).json.document).toMatchObject({
    nodes: { seat: { props: { asset: lamp['@id'] } } },
  });
  expect((await save(owner, id, 3, model(lamp['@id']))).json.violations).toMatchObject([
    { code: 'document.unknown-asset' },
  ]);
});

it('a component is not saved in a full workspace, but is still read and listed', async () => {
  const id = uuidv7();
  await save(owner, id, 1);
  const set = (used: number) =>
    harness.db('accounts').where({ id: owner.accountId }).update({ storage_used: used });
  await set(10 ** 15);
  for (const full of [await save(owner, id, 2), await save(owner, uuidv7(), 1)]) {
    expect([full.status, full.json.description]).toEqual([402, 'library.limit']);
  }
  expect((await read(owner, id, 1)).status).toBe(200);
  expect((await listed(owner, `&uuids=${id}`)).length).toBe(1);
  expect((await call(owner, 'PATCH', `/api/library/components/${id}`, { name: 'Stool' })).status).toBe(200);
  await set(0);
  expect((await save(owner, id, 2)).status).toBe(201);
});

it('component versions are deleted with their workspace', async () => {
  const id = uuidv7();
  await save(stranger, id, 1);
  await harness.db('accounts').where({ id: stranger.accountId }).delete();
  expect(await harness.db('library_versions').where({ item_id: id })).toEqual([]);
});
