import { describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { ABSENT, scenesOf } from './scenes-fixture.ts';

describe('changing many scenes at once', () => {
  const fixture = useWorkspace();
  const { call } = fixture;
  const { bulk, createScene, list, usedScenes } = scenesOf(fixture);
  it('moves them and returns those that it could not move', async () => {
    const project = String(
      (await call('POST', '/api/projects', { name: 'P', owner: fixture.owner.accountId })).json['@id'],
    );
    const scenes = [await createScene('A'), await createScene('B')];
    const foreign = String((await call('POST', '/api/compositions', {}, fixture.stranger)).json['@id']);
    const viewed = String((await call('POST', '/api/compositions', {}, fixture.stranger)).json['@id']);
    await fixture.shareScene(viewed, fixture.owner, 0);
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
      { composition: viewed, code: 'security.not-allowed', title: 'Sorry, this action is not available' },
    ]);
    expect((await call('GET', project)).json.compositionsNumber).toBe(2);
    expect((await bulk({ action: 'move', project: null, compositions: scenes })).json.done).toHaveLength(2);
    expect((await call('GET', project)).json.compositionsNumber).toBe(0);
    const absent = { action: 'move', project: idOf(ABSENT), compositions: scenes };
    expect((await bulk(absent)).status).toBe(404);
  });

  it('deletes and restores them and updates the counts', async () => {
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

  it('adds and removes tags', async () => {
    const scenes = [await createScene('A'), await createScene('B')];
    await call('PATCH', String(scenes[0]), { tags: ['Old', 'Wood'] });
    await bulk({ action: 'tag', compositions: scenes, add: ['wood', 'New'], remove: ['OLD'] });
    const tags = await Promise.all(scenes.map(async (scene) => (await call('GET', scene)).json.tags));
    expect(tags).toEqual([
      ['Wood', 'New'],
      ['Wood', 'New'],
    ]);
  });

  it('rejects invalid changes', async () => {
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
