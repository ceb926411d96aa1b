import { randomUUID } from 'node:crypto';
import { emptyTrash, takeOrphans } from '@diorama/shared/server/db/sweeps.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';

type Person = Awaited<ReturnType<Harness['signUp']>>;
type Item = { '@id': string; name: string; deletedAt: string | null };
const ABSENT = '/api/compositions/01900000-0000-7000-8000-000000000009';

describe('organising scenes', () => {
  let harness: Harness;
  let owner: Person;
  let stranger: Person;
  let count = 0;
  beforeAll(async () => {
    harness = await startHarness();
    stranger = await harness.signUp('stranger');
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    count += 1;
    owner = await harness.signUp(`owner${count}`);
  });

  const call = (method: string, path: string, body?: object, person = owner, language = 'en') =>
    harness.call(method, path, {
      token: person.token,
      body,
      headers: { 'accept-language': language },
    });
  const createScene = async (name = 'Kitchen', body: object = {}) =>
    String((await call('POST', '/api/compositions', { name, ...body })).json['@id']);
  const bulk = (body: object, person = owner) => call('POST', '/api/compositions/bulk', body, person);
  const list = async (query = '', person = owner) => {
    const { json } = await call('GET', `/api/compositions?${query}`, undefined, person);
    return (json.member as Item[]).map(({ name }) => name);
  };
  const usedScenes = async () => (await call('GET', `/api/accounts/${owner.accountId}`)).json.totalScenes;
  const setPlan = (plan: string) => harness.db('accounts').where({ id: owner.accountId }).update({ plan });
  const share = (scene: string, person: Person, role: 0 | 1) =>
    harness
      .db('composition_members')
      .insert({ composition_id: scene.slice(-36), user_id: person.userId, role });
  const box = { nodes: { box1: { kind: 'box', index: 'a0', name: 'Box', props: {} } } };
  const documentOf = async (scene: string, person = owner) =>
    JSON.parse((await call('GET', `${scene}/document`, undefined, person)).text).document;
  const putBox = (scene: string, document: object = box) =>
    harness.call('PUT', `${scene}/document`, {
      token: owner.token,
      body: { document },
      headers: { 'if-match': '0' },
    });
  /** An asset with an original of some bytes, as an import would leave it. */
  const addAsset = async (scene: string, size: number) => {
    const [object, id] = [randomUUID(), randomUUID()];
    await harness.db('objects').insert({
      id: object,
      account_id: owner.accountId,
      sha256: Buffer.from(randomUUID()),
      key: `${owner.accountId}/${object}`,
      size,
      content_type: 'model/gltf-binary',
      created_at: new Date(Date.now() - 48 * 3_600_000),
    });
    await harness.deps.store.put(`${owner.accountId}/${object}`, Buffer.alloc(size, 1), {
      contentType: 'model/gltf-binary',
      size,
    });
    await harness.db('assets').insert({
      id,
      account_id: owner.accountId,
      composition_id: scene.slice(-36),
      type: 2,
      name: 'model.glb',
      size,
      status: 'ready',
      original_object: object,
      main_object: object,
    });
    await harness.db('accounts').where({ id: owner.accountId }).increment('storage_used', size);
    return { iri: `/api/assets/${id}`, object };
  };
  const withModel = (asset: string) => ({
    nodes: { m: { kind: 'model', index: 'a0', name: 'Model', props: { asset } } },
  });
  const used = async () =>
    (await harness.db('accounts').where({ id: owner.accountId }).first('storage_used'))?.storage_used;

  describe('in lists', () => {
    it('come in every order, numbers by their value and accents beside their letters', async () => {
      await setPlan('starter');
      for (const name of ['Scene 10', 'scene 2', 'Árbol', 'zebra', 'Arbol b']) {
        await createScene(name);
      }
      expect(await list('order[name]=asc')).toEqual(['Árbol', 'Arbol b', 'scene 2', 'Scene 10', 'zebra']);
      expect(await list('order[name]=desc&itemsPerPage=2')).toEqual(['zebra', 'Scene 10']);
      expect(await list('order[createdAt]=asc&itemsPerPage=2&page=2')).toEqual(['Árbol', 'zebra']);
      expect(await list('order[updatedAt]=desc&itemsPerPage=1')).toEqual(['Arbol b']);
      expect((await call('GET', '/api/compositions?order[name]=sideways')).status).toBe(422);
    });

    it('take each scene once, page by page, however many share a name', async () => {
      await setPlan('starter');
      for (let index = 0; index < 7; index += 1) {
        await createScene('Same');
      }
      for (const order of ['order[name]=asc', 'order[name]=desc', 'order[updatedAt]=asc']) {
        const pages = await Promise.all(
          [1, 2, 3, 4].map((page) => call('GET', `/api/compositions?${order}&itemsPerPage=2&page=${page}`)),
        );
        const ids = pages.flatMap(({ json }) => (json.member as Item[]).map((item) => item['@id']));
        expect(new Set(ids).size).toBe(7);
      }
    });

    it('filter by status, and by everything at once', async () => {
      const project = String(
        (await call('POST', '/api/projects', { name: 'P', owner: owner.accountId })).json['@id'],
      );
      await createScene('Kitchen lamp', { project });
      const scene = await createScene('Lamp', { project });
      await call('PATCH', scene, { status: 'published', privacy: 'public', tags: ['light'] });
      expect(await list('status=published')).toEqual(['Lamp']);
      expect(await list('status=draft')).toEqual(['Kitchen lamp']);
      const all = `project.uuid=${project}&account.uuid=${owner.accountId}&name=LAM&tags[]=light&status=published`;
      expect(await list(`${all}&order[name]=asc`)).toEqual(['Lamp']);
      expect(await list(`${all}&trashed=true`)).toEqual([]);
    });

    it('use the index of their order, also with many scenes', async () => {
      await harness.db.raw(
        `insert into compositions (id, account_id, name, created_by, updated_at)
         select gen_random_uuid(), ?, 'Scene ' || n, ?, now() - n * interval '1 minute' from generate_series(1, 3000) n`,
        [owner.accountId, owner.userId],
      );
      await harness.db.raw('analyze compositions');
      const { rows } = await harness.db.raw(
        `explain select id from compositions c where c.deleted_at is null and c.account_id = ?
         order by c.name collate natural_order, c.id limit 60`,
        [owner.accountId],
      );
      expect(JSON.stringify(rows)).toContain('compositions_by_name');
      expect(await list('order[name]=asc&itemsPerPage=3')).toEqual(['Scene 1', 'Scene 2', 'Scene 3']);
    });
  });

  describe('duplicating one', () => {
    it('copies document, picture, tags, category and place, and names it in the person’s language', async () => {
      const project = (await call('POST', '/api/projects', { name: 'P', owner: owner.accountId })).json[
        '@id'
      ];
      const scene = await createScene('Kitchen', { project });
      await putBox(scene);
      await call('PATCH', scene, {
        tags: ['wood'],
        description: 'Nice',
        privacy: 'public',
        status: 'published',
      });
      const copy = await call('PATCH', `/api/compositions/clone/${scene.slice(-36)}`);
      expect(copy.status).toBe(201);
      expect(copy.json).toMatchObject({
        name: 'Copy of Kitchen',
        project,
        tags: ['wood'],
        description: 'Nice',
        status: 'draft',
        privacy: 'private',
        entities: { nodes: 1, triangles: 12 },
        ownedByCurrentUser: true,
        publishedRevision: null,
      });
      expect(copy.json['@id']).not.toBe(scene);
      expect(await documentOf(String(copy.json['@id']))).toEqual(await documentOf(scene));
      const clone = (language: string) =>
        call('PATCH', `/api/compositions/clone/${scene.slice(-36)}`, undefined, owner, language);
      expect((await clone('en')).json.name).toBe('Copy of Kitchen (2)');
      expect((await clone('es')).json.name).toBe('Copia de Kitchen');
    });

    it('keeps the longest names within their limit', async () => {
      const scene = await createScene('x'.repeat(200));
      const names = [];
      for (let index = 0; index < 2; index += 1) {
        names.push((await call('PATCH', `/api/compositions/clone/${scene.slice(-36)}`)).json.name as string);
      }
      expect(new Set(names).size).toBe(2);
      expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(200);
    });

    it('stops at the plan’s number of scenes, also when many are asked for at once', async () => {
      const scene = await createScene();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => call('PATCH', `/api/compositions/clone/${scene.slice(-36)}`)),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
      expect(answers.filter(({ status }) => status === 402)).toHaveLength(4);
      expect(await usedScenes()).toBe(5);
      expect(new Set(await list()).size).toBe(5);
    });

    it('is for others only where the scene allows it, and goes to their own workspace with its files', async () => {
      const scene = await createScene();
      const asset = await addAsset(scene, 1_000);
      await putBox(scene, withModel(asset.iri));
      const path = `/api/compositions/clone/${scene.slice(-36)}`;
      const viewer = await harness.signUp(`viewer${count}`);
      expect((await call('PATCH', path, undefined, viewer)).status).toBe(404);
      await share(scene, viewer, 1);
      expect((await call('PATCH', path, undefined, viewer)).status).toBe(403);
      await call('PATCH', scene, { sharing: { allowClone: true } });
      const copy = await call('PATCH', path, undefined, viewer);
      expect(copy.json).toMatchObject({
        name: 'Copy of Kitchen',
        account: `/api/accounts/${viewer.accountId}`,
        permission: 'admin',
      });
      const node = (await documentOf(String(copy.json['@id']), viewer)).nodes.m;
      expect(node.props.asset).not.toBe(asset.iri);
      const copied = await call('GET', node.props.asset, undefined, viewer);
      expect(copied.json).toMatchObject({ account: `/api/accounts/${viewer.accountId}`, status: 'ready' });
      expect(
        (
          await harness.call(
            'GET',
            new URL(String(copied.json.url)).pathname + new URL(String(copied.json.url)).search,
          )
        ).status,
      ).toBe(200);
      const account = await call('GET', `/api/accounts/${viewer.accountId}`, undefined, viewer);
      expect(JSON.parse(account.text).storage.used).toBe(1_000);
      expect((await call('PATCH', path, undefined, stranger)).status).toBe(404);
    });
  });

  describe('many at once', () => {
    it('moves them, and says which it could not', async () => {
      const project = String(
        (await call('POST', '/api/projects', { name: 'P', owner: owner.accountId })).json['@id'],
      );
      const scenes = [await createScene('A'), await createScene('B')];
      const foreign = String((await call('POST', '/api/compositions', {}, stranger)).json['@id']);
      const viewed = String((await call('POST', '/api/compositions', {}, stranger)).json['@id']);
      await share(viewed, owner, 0);
      const { status, json } = await bulk({
        action: 'move',
        project,
        compositions: [...scenes, scenes[0], ABSENT, foreign, viewed],
      });
      expect(status).toBe(200);
      expect(new Set(json.done as string[])).toEqual(new Set(scenes));
      expect(json.failed).toEqual([
        { composition: ABSENT, code: 'request.not-found', title: expect.any(String) },
        { composition: foreign, code: 'request.not-found', title: expect.any(String) },
        {
          composition: viewed,
          code: 'security.not-allowed',
          title: 'Sorry, this action is not available',
        },
      ]);
      expect((await call('GET', project)).json.compositionsNumber).toBe(2);
      expect((await bulk({ action: 'move', project: null, compositions: scenes })).json.done).toHaveLength(2);
      expect((await call('GET', project)).json.compositionsNumber).toBe(0);
      const absent = { action: 'move', project: ABSENT.slice(-36), compositions: scenes };
      expect((await bulk(absent)).status).toBe(404);
    });

    it('deletes and restores them, and the counts follow', async () => {
      const scenes = [await createScene('A'), await createScene('B'), await createScene('C')];
      await bulk({ action: 'delete', compositions: scenes.slice(0, 2) });
      expect([await usedScenes(), await list()]).toEqual([1, ['C']]);
      expect((await list('trashed=true')).sort()).toEqual(['A', 'B']);
      await bulk({ action: 'restore', compositions: scenes });
      expect([await usedScenes(), (await list('trashed=true')).length]).toEqual([3, 0]);
    });

    it('duplicates all or none where the plan has no room', async () => {
      const scenes = [await createScene('A'), await createScene('B'), await createScene('C')];
      const full = await bulk({ action: 'duplicate', compositions: scenes });
      expect([full.status, full.json.description]).toEqual([402, 'scenes.limit']);
      expect(await usedScenes()).toBe(3);
      const fits = await bulk({ action: 'duplicate', compositions: scenes.slice(0, 2) });
      expect(fits.json.created).toHaveLength(2);
      expect((await list()).sort()).toEqual(['A', 'B', 'C', 'Copy of A', 'Copy of B']);
    });

    it('puts tags on and takes others off', async () => {
      const scenes = [await createScene('A'), await createScene('B')];
      await call('PATCH', String(scenes[0]), { tags: ['Old', 'Wood'] });
      await bulk({ action: 'tag', compositions: scenes, add: ['wood', 'New'], remove: ['OLD'] });
      const tags = await Promise.all(scenes.map(async (scene) => (await call('GET', scene)).json.tags));
      expect(tags).toEqual([
        ['Wood', 'New'],
        ['Wood', 'New'],
      ]);
    });

    it('refuses what is no change', async () => {
      const scene = await createScene();
      for (const body of [
        { action: 'dance', compositions: [scene] },
        { action: 'delete', compositions: [] },
        { action: 'delete', compositions: ['nonsense'] },
        { action: 'move', compositions: [scene] },
        { action: 'delete', compositions: Array.from({ length: 201 }, () => scene) },
        { action: 'tag', compositions: [scene], add: [''] },
      ]) {
        expect((await bulk(body)).status).toBe(422);
      }
    });
  });

  describe('the trash', () => {
    const trash = async (name: string) => {
      const scene = await createScene(name);
      await call('DELETE', scene);
      return scene;
    };

    it('shows what was deleted last first, to those alone who can restore it', async () => {
      await trash('Old');
      const scene = await trash('New');
      expect(await list('trashed=true')).toEqual(['New', 'Old']);
      const { json } = await call('GET', '/api/compositions?trashed=true');
      expect((json.member as Item[])[0]?.deletedAt).toMatch(/^\d{4}-/);
      const editor = await harness.signUp(`editor${count}`);
      await share(scene, editor, 0);
      expect(await list('trashed=true&sharedWithMeOnly=true', editor)).toEqual([]);
      expect(await list(`trashed=true&account.uuid=${owner.accountId}`, editor)).toEqual([]);
      for (const method of ['DELETE'] as const) {
        expect((await call(method, `/api/trash/${scene.slice(-36)}`, undefined, editor)).status).toBe(404);
      }
    });

    it('gives back to one who asks at the limit, and not to the next', async () => {
      const scenes = [await trash('A'), await trash('B'), await trash('C')];
      for (const name of ['1', '2', '3', '4']) {
        await createScene(name);
      }
      const answers = await Promise.all(scenes.map((scene) => call('POST', `${scene}/restore`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402]);
      expect(await usedScenes()).toBe(5);
      const rest = await bulk({ action: 'restore', compositions: scenes });
      expect([rest.status, await usedScenes()]).toEqual([402, 5]);
    });

    it('deletes one for good, and only from the trash', async () => {
      const scene = await createScene();
      expect((await call('DELETE', `/api/trash/${scene.slice(-36)}`)).status).toBe(404);
      await call('DELETE', scene);
      expect((await call('DELETE', `/api/trash/${scene.slice(-36)}`, undefined, stranger)).status).toBe(404);
      expect((await call('DELETE', `/api/trash/${scene.slice(-36)}`)).status).toBe(204);
      expect((await call('POST', `${scene}/restore`)).status).toBe(404);
    });

    it('is emptied at once, of this workspace alone', async () => {
      await trash('A');
      await trash('B');
      const live = await createScene('Live');
      const foreign = String((await call('POST', '/api/compositions', {}, stranger)).json['@id']);
      await call('DELETE', foreign, undefined, stranger);
      const others = await call('DELETE', `/api/trash?account.uuid=${owner.accountId}`, undefined, stranger);
      expect(others.status).toBe(404);
      expect((await call('DELETE', '/api/trash')).status).toBe(204);
      expect(await list('trashed=true')).toEqual([]);
      expect((await call('GET', live)).status).toBe(200);
      expect((await call('POST', `${foreign}/restore`, undefined, stranger)).status).toBe(200);
    });

    it('frees the files that only the scene used, and keeps those that others use', async () => {
      const [gone, kept] = [await createScene('Gone'), await createScene('Kept')];
      const own = await addAsset(gone, 3_000);
      const shared = await addAsset(gone, 500);
      await putBox(gone, withModel(own.iri));
      await putBox(kept, withModel(shared.iri));
      await call('DELETE', gone);
      expect(await used()).toBe(3_500);
      await call('DELETE', `/api/trash/${gone.slice(-36)}`);
      expect(await used()).toBe(500);
      expect((await call('GET', own.iri)).status).toBe(404);
      expect((await call('GET', shared.iri)).status).toBe(200);
      const swept = await harness.db.transaction((trx) => takeOrphans(trx));
      expect(swept).toContain(`${owner.accountId}/${own.object}`);
      expect(swept).not.toContain(`${owner.accountId}/${shared.object}`);
    });

    it('empties itself of what has been there for thirty days', async () => {
      const [old, young] = [await trash('Old'), await trash('Young')];
      const asset = await addAsset(old, 2_000);
      const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);
      await harness
        .db('compositions')
        .where({ id: old.slice(-36) })
        .update({ deleted_at: days(31) });
      await harness
        .db('compositions')
        .where({ id: young.slice(-36) })
        .update({ deleted_at: days(29) });
      await harness.db.transaction(emptyTrash);
      expect(await list('trashed=true')).toEqual(['Young']);
      expect(await used()).toBe(0);
      expect((await call('GET', asset.iri)).status).toBe(404);
    });
  });
});
