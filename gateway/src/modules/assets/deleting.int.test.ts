import { randomUUID } from 'node:crypto';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { finishPicture } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import { requestOutput } from '@diorama/shared/server/scenes/request-output.queries.ts';
import { claimOrphans } from '@diorama/shared/server/storage/storage-sweep.queries.ts';
import { describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { ABSENT, scenesOf } from '../organise/scenes-fixture.ts';

describe('deleting a file', () => {
  const fixture = useWorkspace();
  const { call } = fixture;
  const { addAsset, createScene, putBox, used, withModel } = scenesOf(fixture);
  const db = () => fixture.harness.db;

  it('frees exactly its bytes and sends live events at once', async () => {
    const scene = await createScene();
    const before = await used();
    const [one, twin] = [await addAsset(scene, 1_234), await addAsset(scene, 10)];
    await db()('assets')
      .where({ id: idOf(twin.iri) })
      .update({ original_object: one.object });
    expect(await used()).toBe(before + 1_244);
    await db()('live_events').delete();
    const gone = await call('DELETE', one.iri);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect(await used(), 'another file has the same content').toBe(before + 1_234);
    const told = await db()('live_events').orderBy('topic').select('topic', 'type', 'resource_id');
    expect(told).toEqual([
      { topic: 'account', type: 'updated', resource_id: fixture.owner.accountId },
      { topic: 'asset', type: 'deleted', resource_id: idOf(one.iri) },
    ]);
    const row = await db()('assets')
      .where({ id: idOf(one.iri) })
      .first('deleted_at');
    expect(row.deleted_at).not.toBeNull();
    expect([(await call('GET', one.iri)).status, (await call('DELETE', one.iri)).status]).toEqual([404, 404]);
    const { json } = await call('GET', `/api/assets?account.uuid=${fixture.owner.accountId}`);
    expect(JSON.stringify(json)).not.toContain(one.iri);

    expect((await call('DELETE', twin.iri)).status).toBe(204);
    expect(await used()).toBe(before);
    const swept = await db().transaction((trx) => claimOrphans(trx));
    expect(swept).toContain(`${fixture.owner.accountId}/${one.object}`);
  });

  it('is refused with the scenes that use the file, also in the trash, until forced', async () => {
    const [drawn, published, trashed] = [
      await createScene('Drawn'),
      await createScene('Published'),
      await createScene('Trashed'),
    ];
    const before = await used();
    const file = await addAsset(drawn, 500);
    for (const scene of [drawn, trashed]) {
      expect((await putBox(scene, withModel(file.iri))).status).toBe(200);
    }
    await requestOutput(db(), {
      compositionId: idOf(published),
      accountId: fixture.owner.accountId,
      userId: fixture.owner.userId,
      revision: 0,
      text: JSON.stringify(parseDocument(withModel(file.iri))),
      sourceObject: null,
    });
    await call('DELETE', trashed);
    for (const query of ['', '?force=false']) {
      const refused = await call('DELETE', `${file.iri}${query}`);
      expect(refused.status).toBe(409);
      expect(JSON.parse(refused.text)).toEqual({
        status: 409,
        title: 'This file is used in scenes',
        description: 'asset.in-use',
        violations: [],
        scenes: [
          { '@id': drawn, name: 'Drawn' },
          { '@id': published, name: 'Published' },
          { '@id': trashed, name: 'Trashed' },
        ],
      });
    }
    expect([await used(), (await call('GET', file.iri)).status]).toEqual([before + 500, 200]);
    expect((await call('DELETE', `${file.iri}?force=true`)).status).toBe(204);
    expect([await used(), (await call('GET', file.iri)).status]).toEqual([before, 404]);
    expect((await call('GET', drawn)).status).toBe(200);
  });

  it('is refused until forced while the library or the watermark uses the file', async () => {
    const scene = await createScene();
    const [thing, map, sign] = [await addAsset(scene, 1), await addAsset(scene, 1), await addAsset(scene, 1)];
    const item = { account_id: fixture.owner.accountId, name: 'Thing' };
    const material = JSON.stringify({ maps: { color: map.iri } });
    await db()('library_items').insert([
      { ...item, id: randomUUID(), kind: 'model', asset_id: idOf(thing.iri) },
      { ...item, id: randomUUID(), kind: 'material', material },
    ]);
    const account = () => db()('accounts').where({ id: fixture.owner.accountId });
    await account().update({ watermark_asset: idOf(sign.iri) });
    for (const { iri } of [thing, map, sign]) {
      const refused = await call('DELETE', iri);
      expect([refused.status, JSON.parse(refused.text).scenes]).toEqual([409, []]);
      expect((await call('DELETE', `${iri}?force=true`)).status).toBe(204);
    }
    expect(await db()('library_items').where({ asset_id: idOf(thing.iri) })).toEqual([]);
    expect((await account().first('watermark_asset')).watermark_asset).toBeNull();
  });

  it('is refused with 403 to scene editors and with 404 to users without access', async () => {
    const scene = await createScene();
    const file = await addAsset(scene, 10);
    const editor = await fixture.join('guest');
    await fixture.shareScene(scene, editor, 0);
    const status = async (person: typeof editor, iri = file.iri) =>
      (await fixture.callAs(person, 'DELETE', iri)).status;
    expect([await status(editor), await status(fixture.stranger)]).toEqual([403, 404]);
    const shared = randomUUID();
    await db()('assets').insert({
      id: shared,
      account_id: LIBRARY_ACCOUNT_ID,
      type: 2,
      name: 'chair',
      size: 1,
    });
    expect(await status(fixture.owner, `/api/assets/${shared}`)).toBe(403);
    expect(await status(fixture.owner, ABSENT.replace('compositions', 'assets'))).toBe(404);
  });

  it('is allowed to editors for their own uploads that only their scene uses', async () => {
    const scene = await createScene();
    const editor = await fixture.join('guest');
    await fixture.shareScene(scene, editor, 0);
    const mine = await addAsset(scene, 10);
    const theirs = await addAsset(scene, 10);
    await db()('assets')
      .where({ id: idOf(mine.iri) })
      .update({ created_by: editor.userId });
    const remove = async (iri: string) =>
      (await fixture.callAs(editor, 'DELETE', `${iri}?force=true`)).status;
    const elsewhere = await createScene();
    await putBox(scene, withModel(mine.iri));
    await putBox(elsewhere, withModel(mine.iri));
    expect([await remove(mine.iri), await remove(theirs.iri)]).toEqual([409, 403]);
    await db()('composition_assets')
      .where({ composition_id: idOf(elsewhere) })
      .delete();
    const version = (name: string) => fixture.call('POST', `${scene}/versions`, { name });
    expect((await version('Kept')).status).toBe(201);
    expect(await remove(mine.iri), 'a kept version uses it').toBe(409);
    await db()('scene_versions').delete();
    expect(await remove(mine.iri)).toBe(204);
    const late = await addAsset(scene, 10);
    await db()('assets')
      .where({ id: idOf(late.iri) })
      .update({ created_by: editor.userId });
    await db()('composition_members').where({ user_id: editor.userId }).update({ role: 1 });
    expect(await remove(late.iri)).toBe(403);
  });

  it.each([
    ['waits for its import', { status: 'uploaded' }, []],
    ['is being imported', { status: 'processing', progress: 40, fence: 1 }, []],
    [
      'waits for its thumbnail',
      { status: 'processing', progress: 90, fence: 1 },
      ['main_object', 'mobile_object'],
    ],
    ['is ready', { status: 'ready' }, ['main_object', 'mobile_object', 'thumbnail_object']],
    ['has failed', { status: 'failed', error_code: 'import.failed' }, []],
    ['is shown as uploaded', { status: 'ready', wants_original: true }, ['main_object', 'thumbnail_object']],
  ] as const)('removes a file that %s, with all its objects and references', async (_, state, columns) => {
    const scene = await createScene();
    const before = await used();
    const file = await addAsset(scene, 700);
    const made = [];
    for (const column of columns) {
      made.push({ column, ...(await addAsset(scene, 30)) });
    }
    const id = idOf(file.iri);
    const objects = Object.fromEntries(made.map(({ column, object }) => [column, object]));
    await db()('assets')
      .where({ id })
      .update({ ...state, ...objects });
    for (const { iri } of made) {
      expect((await call('DELETE', iri)).status).toBe(204);
    }
    expect((await call('DELETE', file.iri)).status).toBe(204);
    expect(await used()).toBe(before);
    expect(await findAsset(db(), id), 'what an import that begins now would find').toBeNull();
    expect(await db()('object_refs').where({ holder_id: id })).toEqual([]);
    const swept = await db().transaction((trx) => claimOrphans(trx));
    const keys = [file, ...made].map(({ object }) => `${fixture.owner.accountId}/${object}`);
    expect(swept).toEqual(expect.arrayContaining(keys));
  });

  it('ends a running import without keeping its results', async () => {
    const scene = await createScene();
    const [file, made] = [await addAsset(scene, 10), await addAsset(scene, 20)];
    await db()('assets')
      .where({ id: idOf(file.iri) })
      .update({ status: 'processing' });
    const asset = await findAsset(db(), idOf(file.iri));
    if (!asset) {
      throw new Error('The file is gone');
    }
    expect((await call('DELETE', file.iri)).status).toBe(204);
    const report = { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [] };
    await db().transaction((trx) =>
      finishPicture(trx, asset, {
        main: made.object,
        mobile: null,
        thumbnail: made.object,
        report,
        extra: {},
      }),
    );
    expect(await db()('object_refs').where({ holder_id: asset.id })).toEqual([]);
  });
});
