import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { scenesOf } from './scenes-fixture.ts';

describe('duplicating a scene', () => {
  const fixture = useWorkspace();
  const { call, join } = fixture;
  const { addAsset, createScene, documentOf, list, putBox, usedScenes, withModel } = scenesOf(fixture);
  it('copies document, picture, tags, category and project, with a translated name', async () => {
    const project = (await call('POST', '/api/projects', { name: 'P', owner: fixture.owner.accountId })).json[
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
    const copy = await call('PATCH', `/api/compositions/clone/${idOf(scene)}`);
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
      fixture.harness.call('PATCH', `/api/compositions/clone/${idOf(scene)}`, {
        token: fixture.owner.token,
        headers: { 'accept-language': language },
      });
    expect((await clone('en')).json.name).toBe('Copy of Kitchen (2)');
    expect((await clone('es')).json.name).toBe('Copia de Kitchen');
  });

  it('requests a picture of the copy when that of the original is outdated', async () => {
    const scene = await createScene();
    const { db, deps } = fixture.harness;
    const { id: picture } = await storeObject(deps, {
      accountId: fixture.owner.accountId,
      body: Buffer.from('picture'),
      contentType: 'image/webp',
    });
    const copyWith = async (revision: number) => {
      await db('compositions')
        .where({ id: idOf(scene) })
        .update({ thumbnail_object: picture, thumbnail_revision: revision });
      const copy = await call('PATCH', `/api/compositions/clone/${idOf(scene)}`);
      return db('outbox')
        .where({ name: 'composition.rested' })
        .whereRaw("payload ->> 'compositionId' = ?", [idOf(String(copy.json['@id']))]);
    };
    expect(await copyWith(0)).toHaveLength(0);
    await putBox(scene);
    expect(await copyWith(0)).toHaveLength(1);
  });

  it('keeps the longest names within their limit', async () => {
    const scene = await createScene('x'.repeat(200));
    const names = [];
    for (let index = 0; index < 2; index += 1) {
      names.push((await call('PATCH', `/api/compositions/clone/${idOf(scene)}`)).json.name as string);
    }
    expect(new Set(names).size).toBe(2);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(200);
  });

  it('stops at the plan’s scene limit, also for concurrent requests', async () => {
    const scene = await createScene();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('PATCH', `/api/compositions/clone/${idOf(scene)}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(4);
    expect(await usedScenes()).toBe(5);
    expect(new Set(await list()).size).toBe(5);
  });

  it('is allowed to others where the scene permits it, into their workspace with its files', async () => {
    const scene = await createScene();
    const asset = await addAsset(scene, 1_000);
    await putBox(scene, withModel(asset.iri));
    const path = `/api/compositions/clone/${idOf(scene)}`;
    const viewer = await join('viewer');
    expect((await call('PATCH', path, undefined, viewer)).status).toBe(404);
    await fixture.shareScene(scene, viewer, 1);
    expect((await call('PATCH', path, undefined, viewer)).status).toBe(403);
    await call('PATCH', scene, { sharing: { allowClone: true } });
    // A copy made during a conversion would never have the file.
    const row = fixture.harness.db('assets').where({ id: idOf(asset.iri) });
    await row.clone().update({ status: 'processing' });
    const early = await call('PATCH', path, undefined, viewer);
    expect([early.status, JSON.parse(early.text).description]).toEqual([409, 'asset.not-ready']);
    await row.clone().update({ status: 'ready' });
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
        await fixture.harness.call(
          'GET',
          new URL(String(copied.json.url)).pathname + new URL(String(copied.json.url)).search,
        )
      ).status,
    ).toBe(200);
    const account = await call('GET', `/api/accounts/${viewer.accountId}`, undefined, viewer);
    expect(JSON.parse(account.text).storage.used).toBe(1_000);
    expect((await call('PATCH', path, undefined, fixture.stranger)).status).toBe(404);
  });
});
