import { claimOrphans, emptyTrash } from '@diorama/shared/server/storage/storage-sweep.queries.ts';
import { describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { type Item, scenesOf } from './scenes-fixture.ts';

describe('the trash', () => {
  const fixture = useWorkspace();
  const { call, join } = fixture;
  const { addAsset, bulk, createScene, list, putBox, used, usedScenes, withModel } = scenesOf(fixture);
  const trash = async (name: string) => {
    const scene = await createScene(name);
    await call('DELETE', scene);
    return scene;
  };

  it('lists the latest deletions first, only to users who can restore them', async () => {
    await trash('Old');
    const scene = await trash('New');
    expect(await list('trashed=true')).toEqual(['New', 'Old']);
    const { json } = await call('GET', '/api/compositions?trashed=true');
    expect((json.member as Item[])[0]?.deletedAt).toMatch(/^\d{4}-/);
    const editor = await join('editor');
    await fixture.shareScene(scene, editor, 0);
    expect(await list('trashed=true&sharedWithMeOnly=true', editor)).toEqual([]);
    expect(await list(`trashed=true&account.uuid=${fixture.owner.accountId}`, editor)).toEqual([]);
    for (const method of ['DELETE'] as const) {
      expect((await call(method, `/api/trash/${idOf(scene)}`, undefined, editor)).status).toBe(404);
    }
  });

  it('restores only one of several concurrent scenes when one fits the plan', async () => {
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

  it('deletes a scene permanently, and only from the trash', async () => {
    const scene = await createScene();
    expect((await call('DELETE', `/api/trash/${idOf(scene)}`)).status).toBe(404);
    await call('DELETE', scene);
    expect((await call('DELETE', `/api/trash/${idOf(scene)}`, undefined, fixture.stranger)).status).toBe(404);
    expect((await call('DELETE', `/api/trash/${idOf(scene)}`)).status).toBe(204);
    expect((await call('POST', `${scene}/restore`)).status).toBe(404);
  });

  it('is emptied at once, for one workspace only', async () => {
    await trash('A');
    await trash('B');
    const live = await createScene('Live');
    const foreign = String((await call('POST', '/api/compositions', {}, fixture.stranger)).json['@id']);
    await call('DELETE', foreign, undefined, fixture.stranger);
    const others = await call(
      'DELETE',
      `/api/trash?account.uuid=${fixture.owner.accountId}`,
      undefined,
      fixture.stranger,
    );
    expect(others.status).toBe(404);
    expect((await call('DELETE', '/api/trash')).status).toBe(204);
    expect(await list('trashed=true')).toEqual([]);
    expect((await call('GET', live)).status).toBe(200);
    expect((await call('POST', `${foreign}/restore`, undefined, fixture.stranger)).status).toBe(200);
  });

  it('frees files that only the deleted scene used and keeps files used by others', async () => {
    const [gone, kept] = [await createScene('Gone'), await createScene('Kept')];
    const own = await addAsset(gone, 3_000);
    const shared = await addAsset(gone, 500);
    await putBox(gone, withModel(own.iri));
    await putBox(kept, withModel(shared.iri));
    await call('DELETE', gone);
    expect(await used()).toBe(3_500);
    await call('DELETE', `/api/trash/${idOf(gone)}`);
    expect(await used()).toBe(500);
    expect((await call('GET', own.iri)).status).toBe(404);
    expect((await call('GET', shared.iri)).status).toBe(200);
    const swept = await fixture.harness.db.transaction((trx) => claimOrphans(trx));
    expect(swept).toContain(`${fixture.owner.accountId}/${own.object}`);
    expect(swept).not.toContain(`${fixture.owner.accountId}/${shared.object}`);
  });

  it('deletes scenes after thirty days', async () => {
    const [old, young] = [await trash('Old'), await trash('Young')];
    const asset = await addAsset(old, 2_000);
    const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);
    await fixture.harness
      .db('compositions')
      .where({ id: idOf(old) })
      .update({ deleted_at: days(31) });
    await fixture.harness
      .db('compositions')
      .where({ id: idOf(young) })
      .update({ deleted_at: days(29) });
    await fixture.harness.db.transaction(emptyTrash);
    expect(await list('trashed=true')).toEqual(['Young']);
    expect(await used()).toBe(0);
    expect((await call('GET', asset.iri)).status).toBe(404);
  });
});
