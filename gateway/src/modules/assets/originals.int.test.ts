import { abandonForm } from '@diorama/shared/server/assets/asset-originals.ts';
import { findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import { describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { scenesOf } from '../organise/scenes-fixture.ts';

describe('showing the original of a model', () => {
  const fixture = useWorkspace();
  const { call } = fixture;
  const { addAsset, createScene, used } = scenesOf(fixture);
  const db = () => fixture.harness.db;
  const jobsAsked = async () => {
    const rows = await db()('outbox').where({ name: 'asset.form-asked' }).select('payload');
    return rows.length;
  };

  it('queues one job, sends one live event and uses no storage', async () => {
    const scene = await createScene();
    const { iri } = await addAsset(scene, 700);
    const before = await used();
    await db()('live_events').delete();
    const asked = await call('PATCH', iri, { wantsOriginal: true });
    expect(asked.status).toBe(200);
    expect(asked.json).toMatchObject({ wantsOriginal: true, showsOriginal: false, status: 'ready' });
    expect((await call('PATCH', iri, { wantsOriginal: true })).status).toBe(200);
    expect(await jobsAsked()).toBe(1);
    const told = await db()('live_events').select('topic', 'type', 'resource_id');
    expect(told).toEqual([{ topic: 'asset', type: 'updated', resource_id: idOf(iri) }]);
    expect(await used()).toBe(before);
  });

  it('is allowed to editors of its scene and refused to viewers and strangers', async () => {
    const scene = await createScene();
    const { iri } = await addAsset(scene, 10);
    const [editor, viewer] = [await fixture.join('editor'), await fixture.join('viewer')];
    await fixture.shareScene(scene, editor, 0);
    await fixture.shareScene(scene, viewer, 1);
    const ask = async (person: typeof editor) =>
      (await fixture.callAs(person, 'PATCH', iri, { wantsOriginal: true })).status;
    expect([await ask(viewer), await ask(editor), await ask(fixture.stranger)]).toEqual([403, 200, 404]);
  });

  it('stays off after an empty PATCH', async () => {
    const { iri } = await addAsset(await createScene(), 10);
    const asked = await call('PATCH', iri, {});
    expect(asked.json).toMatchObject({ wantsOriginal: false, showsOriginal: false });
  });

  it.each([
    ['is not ready', { status: 'processing' }],
    ['has no stored original', { original_object: null }],
    ['is not a model', { type: 1 }],
  ])('is refused with 409 for a file that %s', async (_, change) => {
    const { iri } = await addAsset(await createScene(), 20);
    await db()('assets')
      .where({ id: idOf(iri) })
      .update(change);
    const asked = await call('PATCH', iri, { wantsOriginal: true });
    expect([asked.status, JSON.parse(asked.text).description]).toEqual([409, 'asset.not-ready']);
  });

  it('is turned off again when it cannot be prepared', async () => {
    const { iri } = await addAsset(await createScene(), 30);
    await call('PATCH', iri, { wantsOriginal: true });
    const asset = await findAsset(db(), idOf(iri));
    if (!asset) {
      throw new Error('The asset is gone');
    }
    await db().transaction((trx) => abandonForm(trx, asset));
    expect((await call('GET', iri)).json).toMatchObject({ wantsOriginal: false, showsOriginal: false });
  });
});
