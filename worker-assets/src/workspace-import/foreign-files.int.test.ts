import { requestOriginal } from '@diorama/shared/server/assets/asset-originals.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { eraseScenes } from '@diorama/shared/server/scenes/erase-scenes.queries.ts';
import { attachToScenes, insertArchivedItem } from '@diorama/shared/server/workspaces/import-rows.queries.ts';
import { makeScene } from '@diorama/stack/test/factories.ts';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { useArchive } from './test/archive-fixture.ts';
import { useTransfers } from './test/transfer-fixture.ts';

const transfers = useTransfers();
const { manifest, withManifest, withScene, withComponent } = useArchive(transfers);

describe('an archive that names files of another workspace', () => {
  it('cannot refer to a file of another workspace', async () => {
    const { db } = transfers;
    const other = await transfers.makeOwner('other');
    const secret = await transfers.addFile(other, {
      body: Buffer.from('secret'),
      name: 'secret.png',
      type: 0,
    });
    const steal = (json: Record<string, never>) => {
      Object.assign(json, { materials: { m: { maps: { color: `/api/assets/${secret}` } } } });
    };
    const thief = await transfers.makeOwner('thief');
    expect((await transfers.importInto(thief, Buffer.from(withScene(() => undefined, steal)))).status).toBe(
      'completed',
    );
    const scene = await db('compositions').where({ account_id: thief.accountId }).first('id');
    const { document } = await db('composition_documents')
      .where({ composition_id: scene.id })
      .first('document');
    expect(JSON.stringify(document)).not.toContain(secret);
    expect(await db('composition_assets').where({ composition_id: scene.id })).toEqual([]);
  });

  it('reaches no file or component of another workspace from any place', async () => {
    const { db } = transfers;
    const other = await transfers.makeOwner('robbed');
    const file = (name: string) =>
      transfers.addFile(other, { body: Buffer.from(name), name: `${name}.glb`, type: 2 });
    const [unlisted, listed] = [await file('unlisted'), await file('listed')];
    const foreign = uuidv7();
    const component = { id: foreign, kind: 'component', account_id: other.accountId, name: 'Table' };
    await db('library_items').insert(component);
    const rows = () => db('assets').where({ account_id: other.accountId }).orderBy('id');
    const before = await rows();
    const iri = `/api/assets/${unlisted}`;
    const steal = (json: Record<string, never>) => {
      const library = { item: foreign, version: 1 };
      Object.assign(json, {
        materials: { m: { maps: { color: iri } } },
        nodes: {
          a: { kind: 'model', props: { asset: iri } },
          b: { kind: 'model', props: { asset: `/api/assets/${listed}` } },
          c: { kind: 'component', props: { library } },
        },
      });
    };
    const comments = (scene: Record<string, never>) => {
      Object.assign(scene.comments?.[0] ?? {}, { snapshot: unlisted });
    };
    const parts = (json: unknown) => {
      const { materials } = json as { materials: Record<string, object> };
      materials.wood = { maps: { color: iri } };
    };
    const places = (json: ReturnType<typeof manifest>) => {
      const item = { asset: null, material: null, versions: [], isPublished: false };
      const plain = { description: null, category: null, tags: [], credit: null, ...item };
      const [{ id: scene }] = json.scenes;
      json.settings.logo = unlisted;
      json.settings.watermark = unlisted;
      json.assets.push({ ...json.assets[0], id: listed, scene, showsOriginal: true, name: 'listed.png' });
      json.library.push(
        { ...plain, id: unlisted, kind: 'component', name: 'a' },
        { ...plain, id: listed, kind: 'component', name: 'b' },
        { ...plain, id: foreign, kind: 'component', name: 'c' },
        { ...plain, id: uuidv7(), kind: 'model', name: 'd', asset: unlisted },
        { ...plain, id: uuidv7(), kind: 'model', name: 'e', asset: listed },
        { ...plain, id: uuidv7(), kind: 'model', name: 'f', asset: foreign },
        { ...plain, id: uuidv7(), kind: 'material', name: 'g', material: { maps: { color: iri } } },
      );
    };
    const changed = unzipSync(withComponent(parts, unzipSync(withScene(comments, steal))));
    const thief = await transfers.makeOwner('robber');
    const done = await transfers.importInto(thief, Buffer.from(withManifest(places, changed)));
    expect(done.status, JSON.stringify(done.error)).toBe('completed');
    const own = { account_id: thief.accountId };
    const items = await db('library_items').where(own);
    expect(items.map(({ name }) => name).sort()).toEqual(['Chair', 'e', 'g']);
    const scenes: string[] = await db('compositions').where(own).pluck('id');
    const written = [
      items,
      await db('library_versions').whereIn(
        'item_id',
        items.map(({ id }) => id),
      ),
      await db('composition_documents').whereIn('composition_id', scenes),
      await db('composition_assets').whereIn('composition_id', scenes),
      await db('comments').whereIn('composition_id', scenes),
      await db('accounts').where({ id: thief.accountId }),
    ];
    for (const id of [unlisted, listed, foreign]) {
      expect(JSON.stringify(written)).not.toContain(id);
    }
    expect(await rows()).toEqual(before);
    await db('compositions').whereIn('id', scenes).update({ deleted_at: new Date() });
    await db.transaction((trx) => eraseScenes(trx, scenes));
    expect(await rows()).toEqual(before);
  });

  it('cannot change or move a file of another workspace, even if it refers to one', async () => {
    const { db } = transfers;
    const other = await transfers.makeOwner('owner-of-file');
    const asset = await transfers.addFile(other, { body: Buffer.from('m'), name: 'm.glb', type: 2 });
    const thief = await transfers.makeOwner('taker');
    const scene = await makeScene(db, thief, {});
    const read = () => db('assets').where({ id: asset }).first('composition_id', 'wants_original');
    await attachToScenes(db, thief.accountId, [{ asset, scene }]);
    expect(await requestOriginal(db, { id: asset, account_id: thief.accountId }, true)).toBe(false);
    expect(await read()).toEqual({ composition_id: null, wants_original: false });
    const item = {
      ...{ id: null, kind: 'model' as const, asset, material: null, name: 'm', description: null },
      ...{ category: null, tags: [], credit: null, isPublished: false },
    };
    expect(await insertArchivedItem(db, thief, item)).toBe(false);
    await db('assets').where({ id: asset }).update({ composition_id: scene });
    await db('compositions').where({ id: scene }).update({ deleted_at: new Date() });
    await db.transaction((trx) => eraseScenes(trx, [scene]));
    expect(await read()).toEqual({ composition_id: null, wants_original: false });
  });
});
