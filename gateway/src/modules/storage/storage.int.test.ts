import { randomUUID } from 'node:crypto';
import type { StorageOverview } from '@diorama/shared/contract/storage.ts';
import { describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { scenesOf } from '../organise/scenes-fixture.ts';

describe('the storage overview', () => {
  const fixture = useWorkspace();
  const { addAsset, createScene, putBox, withModel, used } = scenesOf(fixture);
  const db = () => fixture.harness.db;
  const read = async (person = fixture.owner) => {
    const answer = await fixture.call(
      'GET',
      `/api/accounts/${fixture.owner.accountId}/storage`,
      undefined,
      person,
    );
    return { status: answer.status, overview: JSON.parse(answer.text) as StorageOverview };
  };

  it('lists the largest files first, each content once, with its uses', async () => {
    const [kitchen, hall] = [await createScene('Kitchen'), await createScene('Hall')];
    const [small, large] = [await addAsset(kitchen, 100), await addAsset(hall, 5_000)];
    const [twin, loose] = [await addAsset(hall, 1), await addAsset(hall, 40)];
    await db()('assets')
      .where({ id: idOf(twin.iri) })
      .update({ original_object: large.object });
    await db()('accounts').where({ id: fixture.owner.accountId }).decrement('storage_used', 1);
    await putBox(kitchen, withModel(small.iri));
    await putBox(hall, withModel(twin.iri));
    await fixture.call('DELETE', hall);
    await db()('library_items').insert({
      id: randomUUID(),
      account_id: fixture.owner.accountId,
      name: 'Thing',
      kind: 'model',
      asset_id: idOf(small.iri),
    });
    const { status, overview } = await read();
    expect(status).toBe(200);
    expect(overview.used).toBe(await used());
    expect(overview.files.map(({ size, assets, uses }) => [size, assets.length, uses])).toEqual([
      [5_000, 2, [{ '@id': hall, name: 'Hall', kind: 'trash' }]],
      [100, 1, [{ '@id': kitchen, name: 'Kitchen', kind: 'scene' }]],
      [40, 1, []],
    ]);
    expect(overview.files.map(({ isInLibrary }) => isInLibrary)).toEqual([false, true, false]);
    expect(overview.files.reduce((sum, { size }) => sum + size, 0)).toBe(overview.used);
    expect(overview.others).toEqual({ count: 0, size: 0 });
    expect((await fixture.call('DELETE', loose.iri)).status, 'what is told to be unused can be deleted').toBe(
      204,
    );
    expect((await fixture.call('DELETE', twin.iri)).status, 'what is told to be used is asked about').toBe(
      409,
    );
  });

  it('marks files that users added to their library, and not leftovers of a scene', async () => {
    const scene = await createScene('Hall');
    const shelved = await addAsset(scene, 300);
    await addAsset(scene, 200);
    await db()('assets')
      .where({ id: idOf(shelved.iri) })
      .update({ upload_type: 'library', composition_id: null });
    const { overview } = await read();
    expect(overview.files.map(({ size, isInLibrary }) => [size, isInLibrary])).toEqual([
      [300, true],
      [200, false],
    ]);
  });

  it('reports that only an older version uses a file', async () => {
    const scene = await createScene('Attic');
    const file = await addAsset(scene, 70);
    await putBox(scene, withModel(file.iri));
    expect((await fixture.call('POST', `${scene}/versions`, { name: 'Before' })).status).toBe(201);
    const changed = await fixture.harness.call('PUT', `${scene}/document`, {
      token: fixture.owner.token,
      body: { document: { nodes: {} } },
      headers: { 'if-match': '1' },
    });
    expect(changed.status).toBe(200);
    const [only] = (await read()).overview.files;
    expect(only?.uses).toEqual([{ '@id': scene, name: 'Attic', kind: 'version' }]);
  });

  it('reports that only automatic versions use a file, which may be deleted', async () => {
    const scene = await createScene('Cellar');
    const file = await addAsset(scene, 60);
    await putBox(scene, withModel(file.iri));
    await fixture.call('POST', `${scene}/versions`, { name: 'Before' });
    await db()('scene_versions')
      .where({ composition_id: idOf(scene) })
      .update({ automatic: true, name: null });
    const changed = await fixture.harness.call('PUT', `${scene}/document`, {
      token: fixture.owner.token,
      body: { document: { nodes: {} } },
      headers: { 'if-match': '1' },
    });
    expect(changed.status).toBe(200);
    const told = (await read()).overview.files.find(({ assets }) => assets.includes(file.iri));
    expect(told?.uses).toEqual([{ '@id': scene, name: 'Cellar', kind: 'history' }]);
    expect((await fixture.call('DELETE', file.iri)).status).toBe(204);
  });

  it('counts the files beyond its limit together', async () => {
    const scene = await createScene();
    const { object } = await addAsset(scene, 10);
    await db().raw(
      `with made as (insert into objects (id, account_id, sha256, key, size, content_type)
         select gen_random_uuid(), account_id, decode(md5(n::text), 'hex'), key || n, 5, content_type
         from objects, generate_series(1, 510) n where id = ? returning id, account_id)
       insert into assets (id, account_id, type, name, size, status, original_object)
         select gen_random_uuid(), account_id, 2, 'small', 5, 'ready', id from made`,
      [object],
    );
    const { overview } = await read();
    expect(overview.files).toHaveLength(500);
    expect(overview.others).toEqual({ count: 11, size: 55 });
  });

  it('is refused to users who do not manage the workspace', async () => {
    const guest = await fixture.join('guest');
    await db()('account_members').insert({
      account_id: fixture.owner.accountId,
      user_id: guest.userId,
      role: 'guest',
    });
    expect((await read(guest)).status).toBe(403);
    expect((await read(fixture.stranger)).status).toBe(404);
  });
});
