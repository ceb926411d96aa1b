import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { eraseScenes } from '@diorama/shared/server/scenes/erase-scenes.queries.ts';
import { forgetExpired } from '@diorama/shared/server/storage/storage-sweep.queries.ts';
import { describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { scenesOf } from '../organise/scenes-fixture.ts';

describe('the pictures of a library material', () => {
  const fixture = useWorkspace();
  const { call } = fixture;
  const { addAsset, createScene, putBox, used } = scenesOf(fixture);
  const assets = () => fixture.harness.db('assets');

  /** An uploaded picture of a material, of ten bytes. */
  const addPicture = async (row: object = {}): Promise<string> => {
    const { iri } = await addAsset(await createScene(), 10);
    const sent = { type: 0, upload_type: 'material', composition_id: null };
    await assets()
      .where({ id: idOf(iri) })
      .update({ ...sent, ...row });
    return iri;
  };
  const save = async (maps: Record<string, string | null>): Promise<string> => {
    const body = { name: 'Oak', account: fixture.owner.accountId, material: { maps } };
    return String((await call('POST', '/api/library/materials', body)).json['@id']);
  };
  const wearing = (map: string) => ({ materials: { oak: { name: 'Oak', maps: { color: map } } }, nodes: {} });
  const left = async (...iris: string[]) =>
    Promise.all(iris.map(async (iri) => (await call('GET', iri)).status === 200));

  it('are not listed as textures, are deleted with the material and free their bytes', async () => {
    const before = await used();
    const [color, normal] = [await addPicture(), await addPicture()];
    const material = await save({ color, normal, ao: color });
    const textures = await call('GET', '/api/library/textures?mine=true');
    expect(JSON.stringify(textures.json)).not.toContain(color);
    expect(await used()).toBe(before + 20);
    await fixture.harness.db('live_events').delete();
    expect((await call('DELETE', material)).status).toBe(204);
    expect(await left(color, normal)).toEqual([false, false]);
    expect(await used()).toBe(before);
    const told = await fixture.harness.db('live_events').where({ topic: 'asset' }).pluck('resource_id');
    expect(told.toSorted()).toEqual([idOf(color), idOf(normal)].toSorted());
  });

  it('are deleted one by one when the material replaces them', async () => {
    const [color, other, normal] = [await addPicture(), await addPicture(), await addPicture()];
    const material = await save({ color, normal });
    expect((await call('PATCH', material, { name: 'Old oak' })).status).toBe(200);
    expect(await left(color, other, normal)).toEqual([true, true, true]);
    expect((await call('PATCH', material, { material: { maps: { color: other, normal } } })).status).toBe(
      200,
    );
    expect(await left(color, other, normal)).toEqual([false, true, true]);
  });

  it('are kept while another material or a scene uses them, also in the trash', async () => {
    const [shared, worn, trashed] = [await addPicture(), await addPicture(), await addPicture()];
    const material = await save({ color: shared, normal: worn, ao: trashed });
    const twin = await save({ color: shared });
    const [scene, gone] = [await createScene(), await createScene()];
    expect((await putBox(scene, wearing(worn))).status).toBe(200);
    expect((await putBox(gone, wearing(trashed))).status).toBe(200);
    await call('DELETE', gone);
    expect((await call('DELETE', material)).status).toBe(204);
    expect(await left(shared, worn, trashed)).toEqual([true, true, true]);
    await call('DELETE', twin);
    expect(await left(shared, worn, trashed)).toEqual([false, true, true]);
    await call('DELETE', scene);
    await fixture.harness.db.transaction((trx) => eraseScenes(trx, [idOf(scene), idOf(gone)]));
    expect(await left(worn, trashed)).toEqual([false, false]);
  });

  it.each([
    ['were uploaded to the texture library', { upload_type: 'library' }, true],
    ['were uploaded to a scene', { upload_type: 'scene' }, true],
    ['belong to the shared library', { account_id: LIBRARY_ACCOUNT_ID }, true],
    ['were uploaded for the material', {}, false],
  ])('that %s are kept or deleted accordingly (%o, kept: %s)', async (_, row, isKept) => {
    const color = await addPicture(row);
    const material = await save({ color });
    expect((await call('DELETE', material)).status).toBe(204);
    const there = await assets()
      .where({ id: idOf(color), deleted_at: null })
      .first('id');
    expect(there !== undefined).toBe(isKept);
  });

  it('are deleted after a week without a material or scene', async () => {
    const old = { created_at: fixture.harness.db.raw(`now() - interval '8 days'`) };
    const [saved, never, young] = [await addPicture(old), await addPicture(old), await addPicture()];
    const worn = await addPicture(old);
    await save({ color: saved });
    expect((await putBox(await createScene(), wearing(worn))).status).toBe(200);
    const before = await used();
    await fixture.harness.db.transaction(forgetExpired);
    expect(await left(saved, never, young, worn)).toEqual([true, false, true, true]);
    expect(await used()).toBe(before - 10);
  });
});
