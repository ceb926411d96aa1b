import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIBRARY_ACCOUNT_ID, MATERIAL_CATEGORIES, MODEL_CATEGORIES } from '@diorama/shared/domain/library.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { emptyGlb } from '@diorama/stack/test/tiny-files.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';
import { multipartForm } from '../../test/multipart-form.ts';

type Item = {
  '@id': string;
  uuid: string;
  name: string;
  isShared: boolean;
  permission: string;
  url: string | null;
};

const OPERATOR = 'keeper@people.test';

const harness = useHarness({ OPERATOR_EMAILS: OPERATOR });
let operator: Person;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  operator = await harness.signUpConfirmed('keeper');
  owner = await harness.signUp('owner-l');
  stranger = await harness.signUp('stranger-l');
});

const call = (person: Person, method: string, path: string, body?: object) =>
  harness.call(method, path, { token: person.token, ...(body && { body }) });
const list = async (person: Person, query: string): Promise<Item[]> =>
  JSON.parse((await call(person, 'GET', `/api/library/${query}`)).text).member;
const upload = async (person: Person, fields: Record<string, string> = {}) => {
  const form = multipartForm({ type: '2', uploadType: 'library', ...fields }, [
    'file',
    'lamp.glb',
    emptyGlb(),
  ]);
  return harness.call('POST', '/api/assets/upload', { token: person.token, body: form });
};

/** Imitates the workers' result for a converted model. */
async function makeReady(assetId: unknown): Promise<string> {
  const { account_id: accountId } = await harness.db('assets').where({ id: assetId }).first('account_id');
  const object = await storeObject(harness.deps, {
    accountId,
    body: emptyGlb(),
    contentType: 'model/gltf-binary',
  });
  await harness.db('assets').where({ id: assetId }).update({ status: 'ready', main_object: object.id });
  return object.id;
}

describe('the shared library', () => {
  it('is filled by operators, and visible once an item is ready and published', async () => {
    const asset = await upload(operator, { account: LIBRARY_ACCOUNT_ID });
    expect([asset.status, asset.json.account]).toEqual([201, `/api/accounts/${LIBRARY_ACCOUNT_ID}`]);
    const made = await call(operator, 'POST', '/api/library/models', {
      name: 'Lamp',
      asset: asset.json['@id'],
      isShared: true,
      category: `/api/defaults/model-library-categories/${MODEL_CATEGORIES[3].uuid}`,
      tags: ['light', 'light', 'desk'],
      credit: { author: 'Ada', licence: 'CC BY 4.0', url: 'https://example.test/lamp' },
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      name: 'Lamp',
      tags: ['light', 'desk'],
      status: 'uploaded',
      account: null,
      isShared: true,
      permission: 'edit',
      credit: { author: 'Ada', licence: 'CC BY 4.0' },
    });
    expect(await list(owner, 'models')).toEqual([]);
    expect((await list(operator, 'models?unpublished=true')).map(({ name }) => name)).toEqual(['Lamp']);
    expect(await list(owner, 'models?unpublished=true')).toEqual([]);
    await makeReady(asset.json.uuid);
    const [seen] = await list(owner, 'models');
    expect(seen).toMatchObject({ name: 'Lamp', permission: 'use' });
    // Its file is public without a signature, and so is its asset for every user who places it in a scene.
    expect((await fetch(seen?.url ?? '')).status).toBe(200);
    expect((await call(stranger, 'GET', `/api/assets/${asset.json.uuid}`)).json.status).toBe('ready');
    // The operator's own storage is not charged.
    const account = await call(operator, 'GET', `/api/accounts/${operator.accountId}`);
    expect(account.json).toMatchObject({ storage: { used: 0 } });

    const iri = String(made.json['@id']);
    expect((await call(owner, 'PATCH', iri, { name: 'Mine' })).status).toBe(403);
    expect((await call(owner, 'DELETE', iri)).status).toBe(403);
    expect((await call(operator, 'PATCH', iri, { isPublished: false })).json.isPublished).toBe(false);
    expect((await call(owner, 'GET', iri)).status).toBe(404);
    expect(await list(owner, 'models')).toEqual([]);
    expect((await call(operator, 'DELETE', iri)).status).toBe(204);
    expect((await call(operator, 'GET', iri)).status).toBe(404);
    // A scene that uses it keeps it.
    expect((await call(stranger, 'GET', `/api/assets/${asset.json.uuid}`)).status).toBe(200);
  });

  it('accepts nothing from other users', async () => {
    expect((await upload(owner, { account: LIBRARY_ACCOUNT_ID })).status).toBe(404);
    const shared = await call(owner, 'POST', '/api/library/materials', {
      name: 'Mine',
      material: {},
      isShared: true,
    });
    expect([shared.status, shared.json.description]).toEqual([403, 'security.not-allowed']);
    const own = await upload(owner);
    const taken = await call(operator, 'POST', '/api/library/models', {
      name: 'Not mine',
      asset: own.json.uuid,
      isShared: true,
    });
    expect(taken.status).toBe(422);
  });

  it('is searched by words and categories, in both languages', async () => {
    const make = (name: string, category: number, tags: string[]) =>
      call(operator, 'POST', '/api/library/materials', {
        name,
        tags,
        isShared: true,
        category: MATERIAL_CATEGORIES[category]?.uuid,
        material: { color: '#aabbcc' },
      });
    const oak = await make('Oak_1', 2, ['wood']);
    await make('Gold', 0, ['shiny']);
    await harness
      .db('library_items')
      .where({ id: oak.json.uuid })
      .update({ names: { es: 'Roble' } });
    const found = async (query: string) => (await list(owner, `materials?${query}`)).map(({ name }) => name);
    expect(await found('q=SHINY')).toEqual(['Gold']);
    expect(await found('q=roble')).toEqual(['Oak_1']);
    // Pattern characters are literal here.
    expect(await found('q=%25')).toEqual([]);
    expect(await found('q=oak_')).toEqual(['Oak_1']);
    expect(await found(`category=${MATERIAL_CATEGORIES[0].uuid}`)).toEqual(['Gold']);
    const spanish = await harness.call('GET', `/api/library/materials/${oak.json.uuid}`, {
      token: owner.token,
      headers: { 'accept-language': 'es' },
    });
    expect(spanish.json.name).toBe('Roble');
    const renamed = await call(operator, 'PATCH', `/api/library/materials/${oak.json.uuid}`, {
      name: 'Old oak',
    });
    expect(renamed.json.name).toBe('Old oak');
    expect((await call(owner, 'GET', '/api/library/books')).status).toBe(404);
    expect((await call(owner, 'GET', `/api/library/models/${oak.json.uuid}`)).status).toBe(404);
  });
});

describe('a workspace library', () => {
  it('shows its materials only to members', async () => {
    const made = await call(owner, 'POST', '/api/library/materials', {
      name: 'House red',
      material: { color: '#aa2211', roughness: 0.2 },
    });
    expect(made.json).toMatchObject({
      isShared: false,
      permission: 'edit',
      account: `/api/accounts/${owner.accountId}`,
      material: { color: '#aa2211', roughness: 0.2, metalness: 0 },
    });
    expect(await harness.events('library.material-saved')).toContainEqual({ itemId: made.json.uuid });
    expect((await list(owner, 'materials?mine=true')).map(({ name }) => name)).toEqual(['House red']);
    expect(await list(stranger, 'materials?mine=true')).toEqual([]);
    expect((await list(stranger, 'materials?q=House')).map(({ name }) => name)).toEqual([]);
    for (const person of [stranger, operator]) {
      expect((await call(person, 'GET', String(made.json['@id']))).status).toBe(404);
      expect((await call(person, 'PATCH', String(made.json['@id']), { name: 'x' })).status).toBe(404);
      expect((await call(person, 'DELETE', String(made.json['@id']))).status).toBe(404);
    }
    await harness
      .db('account_members')
      .insert({ account_id: owner.accountId, user_id: stranger.userId, role: 'guest' });
    expect(await list(stranger, 'materials?mine=true')).toEqual([]);
    const guest = await call(stranger, 'POST', '/api/library/materials', {
      name: 'Guest’s',
      material: {},
      account: owner.accountId,
    });
    expect(guest.status).toBe(403);
    await harness.db('account_members').where({ user_id: stranger.userId }).update({ role: 'admin' });
    expect(
      (await list(stranger, `materials?mine=true&account.uuid=${owner.accountId}`)).map(({ name }) => name),
    ).toEqual(['House red']);
    await harness.db('account_members').where({ user_id: stranger.userId }).delete();
  });

  it('contains the uploaded models of the workspace once they are ready', async () => {
    const asset = await upload(owner);
    const mine = () => list(owner, `models?mine=true&q=lamp`);
    const before = (await mine()).length;
    await makeReady(asset.json.uuid);
    const items = await mine();
    expect(items.length).toBe(before + 1);
    const item = items.find(({ uuid }) => uuid === asset.json.uuid);
    expect(item).toMatchObject({ name: 'lamp', isShared: false, permission: 'use' });
    expect((await call(owner, 'GET', item?.['@id'] ?? '')).json.asset).toBe(asset.json['@id']);
    expect((await call(stranger, 'GET', item?.['@id'] ?? '')).status).toBe(404);
    expect((await call(owner, 'PATCH', item?.['@id'] ?? '', { name: 'x' })).status).toBe(403);
    const named = await call(owner, 'POST', '/api/library/models', {
      name: 'Reading lamp',
      asset: asset.json.uuid,
    });
    expect(named.status).toBe(201);
    expect((await mine()).filter(({ name }) => name === 'lamp').map(({ uuid }) => uuid)).not.toContain(
      asset.json.uuid,
    );
    const again = await call(owner, 'POST', '/api/library/models', { name: 'Twice', asset: asset.json.uuid });
    expect(again.status).toBe(422);
  });

  it('lists the fonts of the workspace to members, and shared fonts to everyone', async () => {
    const font = await readFile(
      join(
        import.meta.dirname,
        '../../../../node_modules/@fontsource/inter/files/inter-latin-400-normal.woff2',
      ),
    );
    const send = (person: Person, fields: Record<string, string>) =>
      harness.call('POST', '/api/assets/upload', {
        token: person.token,
        body: multipartForm({ type: '10', uploadType: 'library', ...fields }, ['file', 'Inter.woff2', font]),
      });
    const own = await send(owner, {});
    await makeReady(own.json.uuid);
    expect(await list(owner, 'fonts?mine=true')).toMatchObject([{ name: 'Inter', kind: 'font' }]);
    expect(await list(stranger, 'fonts?mine=true')).toEqual([]);
    expect((await call(owner, 'DELETE', String(own.json['@id']))).status).toBe(204);
    expect(await list(owner, 'fonts?mine=true')).toEqual([]);
    const shared = await send(operator, { account: LIBRARY_ACCOUNT_ID });
    await makeReady(shared.json.uuid);
    const made = await call(operator, 'POST', '/api/library/fonts', {
      name: 'Inter',
      asset: shared.json['@id'],
      isShared: true,
    });
    expect(made.status).toBe(201);
    expect((await list(stranger, 'fonts')).map(({ name }) => name)).toEqual(['Inter']);
  });

  it('rejects invalid items with 422', async () => {
    const bodies: [string, object][] = [
      ['materials', { name: 'No values' }],
      ['materials', { name: 'Odd', material: { color: 'red' } }],
      ['materials', { name: 'Odd', material: { color: '#aabbcc', script: 1 } }],
      ['models', { name: 'No file' }],
      ['models', { name: 'Nothing', asset: '01900000-0000-7000-8000-0000000000ff' }],
      ['materials', { name: 'Odd', material: {}, category: MODEL_CATEGORIES[0].uuid }],
      ['materials', { name: '\u202E', material: {} }],
      ['materials', { name: 'Odd', material: {}, credit: { author: 'x', url: 'javascript:alert(1)' } }],
    ];
    for (const [shelf, body] of bodies) {
      expect([shelf, body, (await call(owner, 'POST', `/api/library/${shelf}`, body)).status]).toEqual([
        shelf,
        body,
        422,
      ]);
    }
  });
});

it('library categories are translated into the language of the request', async () => {
  const english = await harness.call('GET', '/api/defaults/model-library-categories');
  expect(english.text).toContain('Seating');
  const spanish = await harness.call('GET', '/api/defaults/material-library-categories', {
    headers: { 'accept-language': 'es' },
  });
  expect(spanish.text).toContain('Madera');
});
