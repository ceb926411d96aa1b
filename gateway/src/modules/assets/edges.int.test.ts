import { randomUUID } from 'node:crypto';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { assetIdOf } from '@diorama/shared/scene/asset-references.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { applyDocumentDiff, applyUpdates } from '@diorama/shared/scene/ydoc.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { requestOutput } from '@diorama/shared/server/scenes/request-output.queries.ts';
import { appendUpdates, compactScene, loadScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import {
  completeOutput,
  failOutput,
  findOutputWork,
} from '@diorama/shared/server/scenes/scene-outputs.queries.ts';
import { claimOrphans } from '@diorama/shared/server/storage/storage-sweep.queries.ts';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { scenesOf } from '../organise/scenes-fixture.ts';

describe('asset access', () => {
  const fixture = useWorkspace();
  const { call, callAs } = fixture;
  const { addAsset, createScene, putBox, withModel } = scenesOf(fixture);
  const db = () => fixture.harness.db;

  /** The assets that a scene uses now, with their uses. */
  const edges = async (scene: string) => {
    const rows = await db()('composition_assets').where({ composition_id: idOf(scene), version_id: null });
    return rows.map((row) => ({
      asset: `/api/assets/${row.asset_id}`,
      by: row.output_id === null ? (row.update_seq === null ? 'document' : 'edit') : 'output',
    }));
  };
  /** An edit of the live document that is stored, but not merged. */
  const edit = async (scene: string, document: object) => {
    const ydoc = new Y.Doc();
    applyUpdates(ydoc, (await loadScene(db(), idOf(scene)))?.updates ?? []);
    const before = Y.encodeStateVector(ydoc);
    applyDocumentDiff(ydoc, parseDocument(document));
    const bytes = Y.encodeStateAsUpdate(ydoc, before);
    await appendUpdates(db(), [{ compositionId: idOf(scene), bytes, userId: fixture.owner.userId }]);
  };
  const erase = async (scene: string) => {
    await call('DELETE', scene);
    expect((await call('DELETE', `/api/trash/${idOf(scene)}`)).status).toBe(204);
  };
  const output = async (scene: string, document: object) =>
    requestOutput(db(), {
      compositionId: idOf(scene),
      accountId: fixture.owner.accountId,
      userId: fixture.owner.userId,
      revision: 0,
      text: JSON.stringify(parseDocument(document)),
      sourceObject: null,
    });

  it('is denied to a document that references foreign assets, with the property paths', async () => {
    const [scene, foreign] = [await createScene(), await fixture.createScene({}, fixture.stranger)];
    const theirs = await addAsset(foreign, 100, fixture.stranger);
    const own = await addAsset(scene, 100);
    const answer = await putBox(scene, {
      environment: { hdri: theirs.iri },
      materials: { oak: { maps: { normal: theirs.iri } } },
      nodes: { ...withModel(theirs.iri).nodes, own: { kind: 'model', props: { asset: own.iri } } },
    });
    expect(answer.status).toBe(422);
    const { violations } = JSON.parse(answer.text);
    expect(violations.map((one: { propertyPath: string }) => one.propertyPath).sort()).toEqual([
      'document.environment.hdri',
      'document.materials.oak.maps.normal',
      'document.nodes.m.props.asset',
    ]);
    expect((await putBox(scene, withModel(own.iri))).status).toBe(200);
    await db()('assets')
      .where({ id: idOf(own.iri) })
      .update({ deleted_at: new Date() });
    const again = await fixture.harness.call('PUT', `${scene}/document`, {
      token: fixture.owner.token,
      body: { document: withModel(own.iri) },
      headers: { 'if-match': '1' },
    });
    expect(again.status).toBe(422);
  });

  it('includes the assets of the product’s library', async () => {
    const scene = await createScene();
    const id = randomUUID();
    await db()('assets').insert({ id, account_id: LIBRARY_ACCOUNT_ID, type: 2, name: 'chair', size: 1 });
    expect((await putBox(scene, withModel(`/api/assets/${id}`))).status).toBe(200);
    expect(await edges(scene)).toEqual([{ asset: `/api/assets/${id}`, by: 'document' }]);
  });

  it('is denied to visitors for foreign assets in a published document', async () => {
    const [scene, foreign] = [await createScene(), await fixture.createScene({}, fixture.stranger)];
    const [own, theirs] = [await addAsset(scene, 100), await addAsset(foreign, 100, fixture.stranger)];
    const document = {
      nodes: { ...withModel(own.iri).nodes, x: { kind: 'model', props: { asset: theirs.iri } } },
    };
    const id = await output(scene, document);
    await db()('scene_outputs').where({ id }).update({ status: 'completed' });
    const published = { status: 'published', privacy: 'public', published_output_id: id };
    await db()('compositions')
      .where({ id: idOf(scene) })
      .update(published);
    const { text } = await callAs(null, 'GET', `/api/public/scenes/${idOf(scene)}`);
    expect(Object.keys(JSON.parse(text).assets)).toEqual([own.iri]);
    const status = async (object: string) => (await callAs(null, 'GET', `/files/${object}/model.glb`)).status;
    expect([await status(own.object), await status(theirs.object)]).toEqual([200, 404]);
  });

  it('follows edits as soon as they are stored', async () => {
    const scene = await createScene();
    const [one, other] = [await addAsset(scene, 100), await addAsset(scene, 100)];
    await edit(scene, withModel(one.iri));
    expect(await edges(scene)).toEqual([{ asset: one.iri, by: 'edit' }]);
    await compactScene(db(), idOf(scene));
    expect(await edges(scene)).toEqual([{ asset: one.iri, by: 'document' }]);
    await edit(scene, withModel(other.iri));
    await compactScene(db(), idOf(scene));
    expect(await edges(scene)).toEqual([{ asset: other.iri, by: 'document' }]);
  });

  it('has no edge to an asset of another workspace', async () => {
    const [scene, foreign] = [await createScene(), await fixture.createScene({}, fixture.stranger)];
    const theirs = await addAsset(foreign, 100, fixture.stranger);
    await edit(scene, withModel(theirs.iri));
    await compactScene(db(), idOf(scene));
    await output(scene, withModel(theirs.iri));
    expect(await edges(scene)).toEqual([]);
  });

  it('keeps files of an erased scene that an edit, an output or the library still uses', async () => {
    const gone = await createScene('Gone');
    const [edited, published] = [await createScene('Edited'), await createScene('Published')];
    const files = {
      edit: await addAsset(gone, 10),
      output: await addAsset(gone, 20),
      item: await addAsset(gone, 30),
      map: await addAsset(gone, 40),
      watermark: await addAsset(gone, 50),
      own: await addAsset(gone, 60),
    };
    await edit(edited, withModel(files.edit.iri));
    await output(published, withModel(files.output.iri));
    const item = { account_id: fixture.owner.accountId, name: 'Thing' };
    await db()('library_items').insert([
      { ...item, id: randomUUID(), kind: 'model', asset_id: idOf(files.item.iri) },
      {
        ...item,
        id: randomUUID(),
        kind: 'material',
        material: JSON.stringify({ maps: { color: files.map.iri } }),
      },
    ]);
    const account = db()('accounts').where({ id: fixture.owner.accountId });
    await account.update({ watermark_asset: idOf(files.watermark.iri) });
    await erase(gone);
    const kept = await db()('assets').where({ account_id: fixture.owner.accountId }).pluck('size');
    expect(kept.sort()).toEqual([10, 20, 30, 40, 50]);
    expect(await db().transaction((trx) => claimOrphans(trx))).toEqual([
      `${fixture.owner.accountId}/${files.own.object}`,
    ]);
  });

  it('is granted to a guest for the assets of the shared scene only', async () => {
    const [scene, other] = [await createScene(), await createScene()];
    const guest = await fixture.join('guest');
    await fixture.shareScene(scene, guest, 1);
    const [used, unused] = [await addAsset(other, 100), await addAsset(other, 100)];
    await putBox(scene, withModel(used.iri));
    const seen = async (iri: string) => (await callAs(guest, 'GET', iri)).status;
    expect([await seen(used.iri), await seen(unused.iri)]).toEqual([200, 404]);
  });

  it('ends for uploads of a member who leaves the workspace', async () => {
    const scene = await createScene();
    const editor = await fixture.join('leaver');
    await fixture.shareScene(scene, editor, 0);
    const sent = await addAsset(scene, 100, fixture.owner);
    await db()('assets')
      .where({ id: idOf(sent.iri) })
      .update({ created_by: editor.userId, composition_id: null });
    const seen = async () => (await callAs(editor, 'GET', sent.iri)).status;
    expect(await seen()).toBe(200);
    await db()('composition_members').where({ user_id: editor.userId }).delete();
    await db()('members').where({ user_id: editor.userId }).delete();
    expect(await seen()).toBe(404);
  });

  it('is denied to library materials with foreign pictures', async () => {
    const foreign = await fixture.createScene({}, fixture.stranger);
    const theirs = await addAsset(foreign, 100, fixture.stranger);
    const body = { name: 'Oak', account: `/api/accounts/${fixture.owner.accountId}`, material: {} };
    const made = await call('POST', '/api/library/materials', body);
    expect(made.status).toBe(201);
    const material = { maps: { color: theirs.iri } };
    for (const answer of [
      await call('POST', '/api/library/materials', { ...body, material }),
      await call('PATCH', String(made.json['@id']), { material }),
    ]) {
      expect([answer.status, JSON.parse(answer.text).violations?.[0]?.propertyPath]).toEqual([
        422,
        'material.maps.color',
      ]);
    }
  });

  it('is denied for a foreign picture as an avatar', async () => {
    const scene = await createScene();
    const guest = await fixture.join('guest');
    await fixture.shareScene(scene, guest, 1);
    const theirs = await addAsset(scene, 100);
    await db()('assets')
      .where({ id: assetIdOf(theirs.iri) })
      .update({ type: ASSET_TYPE.image });
    const { status } = await callAs(guest, 'PATCH', `/api/users/${guest.userId}`, { avatar: theirs.iri });
    expect(status).toBe(422);
  });
});

describe('the outputs of a scene', () => {
  const fixture = useWorkspace();

  it('are kept while among the newest three, published or in progress', async () => {
    const { db } = fixture.harness;
    const scene = idOf(await fixture.createScene());
    const { accountId, userId } = fixture.owner;
    const request = { compositionId: scene, accountId, userId, text: '{}', sourceObject: null };
    const object = async () =>
      (
        await storeObject(fixture.harness.deps, {
          accountId,
          body: Buffer.from(randomUUID()),
          contentType: 'x',
        })
      ).id;
    const made: string[] = [];
    const end = async (isPublished: boolean) => {
      const id = await requestOutput(db, { ...request, revision: made.length });
      made.push(id);
      const work = await findOutputWork(db, id);
      if (!work) {
        throw new Error('The output is gone');
      }
      const [glb, mobile, ar, usdz, thumbnail] = [
        await object(),
        await object(),
        await object(),
        await object(),
        await object(),
      ];
      const stats = { triangles: 0, drawCalls: 0, textures: 0, dropped: 0 };
      await db.transaction((trx) =>
        isPublished
          ? completeOutput(trx, work, { glb, mobile, ar, usdz, thumbnail, stats })
          : failOutput(trx, work, { code: 'import.failed', detail: null }),
      );
    };
    const left = async () => {
      const ids = await db('scene_outputs').where({ composition_id: scene }).pluck('id');
      return made.flatMap((id, at) => (ids.includes(id) ? [at] : []));
    };
    for (const isPublished of [true, true, true, true, true]) {
      await end(isPublished);
    }
    expect(await left()).toEqual([2, 3, 4]);
    for (const isPublished of [false, false, false]) {
      await end(isPublished);
    }
    expect(await left(), 'visitors see the fifth').toEqual([4, 5, 6, 7]);
    const waiting = await requestOutput(db, { ...request, revision: 99 });
    made.push(waiting);
    expect(await left()).toEqual([4, 5, 6, 7, 8]);
    await db('objects').update({ created_at: new Date(Date.now() - 48 * 3_600_000) });
    expect(await db.transaction((trx) => claimOrphans(trx)), 'the files of the others go').toHaveLength(
      7 * 5,
    );
  });
});

describe('references to stored objects', () => {
  const fixture = useWorkspace();

  it('are kept by a trigger on every column that names an object', async () => {
    const { rows } = await fixture.harness.db.raw(
      `select c.table_name, c.column_name, coalesce(pg_get_triggerdef(t.oid), '') as definition
       from information_schema.columns c
       left join pg_trigger t on t.tgrelid = c.table_name::regclass and t.tgname = c.table_name || '_hold_objects'
       where c.table_schema = 'public' and c.column_name ~ '_objects{0,1}$'`,
    );
    expect(rows.length).toBeGreaterThan(14);
    const forgotten = rows.filter(
      (row: { definition: string; column_name: string }) => !row.definition.includes(row.column_name),
    );
    expect(forgotten).toEqual([]);
  });

  it('are removed when the row names another object or none', async () => {
    const { db } = fixture.harness;
    const [first, second] = [randomUUID(), randomUUID()];
    await db('objects').insert(
      [first, second].map((id) => ({
        id,
        account_id: fixture.owner.accountId,
        sha256: Buffer.from(id),
        key: id,
        size: 1,
        content_type: 'image/webp',
        created_at: new Date(Date.now() - 48 * 3_600_000),
      })),
    );
    const held = () => db('object_refs').whereIn('object_id', [first, second]).pluck('object_id');
    await db('users').where({ id: fixture.owner.userId }).update({ avatar_object: first });
    expect(await held()).toEqual([first]);
    await db('users').where({ id: fixture.owner.userId }).update({ avatar_object: second });
    expect(await held()).toEqual([second]);
    expect(await db.transaction((trx) => claimOrphans(trx))).toEqual([first]);
    await db('users').where({ id: fixture.owner.userId }).update({ avatar_object: null });
    expect(await held()).toEqual([]);
  });
});
