import { describe, expect, it } from 'vitest';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';
import { ABSENT, scenesOf } from '../organise/scenes-fixture.ts';

describe('copying a file into another workspace', () => {
  const fixture = useWorkspace();
  const { call, join } = fixture;
  const { addAsset, createScene } = scenesOf(fixture);
  /** An admin of the owner's workspace with a separate workspace and a scene in it. */
  const joinAdmin = async () => {
    const admin = await join('admin');
    await fixture.harness
      .db('account_members')
      .insert({ account_id: fixture.owner.accountId, user_id: admin.userId, role: 'admin' });
    return { admin, own: await fixture.createScene({ name: 'Own', account: admin.accountId }, admin) };
  };

  it('creates a file with the same bytes, for a user who manages both workspaces', async () => {
    const { iri } = await addAsset(await createScene(), 900);
    const { admin, own } = await joinAdmin();
    const copy = await call('POST', `${iri}/copies`, { composition: own }, admin);
    expect(copy.status).toBe(201);
    expect(copy.json).toMatchObject({ account: `/api/accounts/${admin.accountId}`, status: 'ready' });
    expect(copy.json['@id']).not.toBe(iri);
    const { pathname, search } = new URL(String(copy.json.url));
    expect((await fixture.harness.call('GET', pathname + search)).status).toBe(200);
    const account = await call('GET', `/api/accounts/${admin.accountId}`, undefined, admin);
    expect(JSON.parse(account.text).storage.used).toBe(900);
  });

  it('creates one copy for repeated requests and for several scenes of that workspace', async () => {
    const { iri } = await addAsset(await createScene(), 700);
    const { admin, own } = await joinAdmin();
    const other = await fixture.createScene({ name: 'Other', account: admin.accountId }, admin);
    const copies = await Promise.all(
      [own, own, other].map((composition) => call('POST', `${iri}/copies`, { composition }, admin)),
    );
    expect(new Set(copies.map(({ json }) => json['@id'])).size).toBe(1);
    const id = idOf(String(copies[0]?.json['@id']));
    // Deleted assets are not reused.
    await fixture.harness.db('assets').where({ id }).update({ deleted_at: fixture.harness.db.fn.now() });
    const anew = await call('POST', `${iri}/copies`, { composition: own }, admin);
    expect(idOf(String(anew.json['@id']))).not.toBe(id);
  });

  it('returns a file that is already in the workspace unchanged', async () => {
    const scene = await createScene();
    const { iri } = await addAsset(scene, 10);
    expect((await call('POST', `${iri}/copies`, { composition: scene })).json['@id']).toBe(iri);
  });

  it('is refused for viewers, for unknown scenes and for files that are not ready', async () => {
    const scene = await createScene();
    const { iri } = await addAsset(scene, 10);
    const viewer = await join('viewer');
    await fixture.shareScene(scene, viewer, 1);
    const theirs = await fixture.createScene({ name: 'Theirs' }, viewer);
    const refused = await call('POST', `${iri}/copies`, { composition: theirs }, viewer);
    expect(refused.status).toBe(403);
    expect((await call('POST', `${iri}/copies`, { composition: ABSENT })).status).toBe(404);
    const { admin, own } = await joinAdmin();
    await fixture.harness
      .db('assets')
      .where({ id: idOf(iri) })
      .update({ status: 'processing' });
    const early = await call('POST', `${iri}/copies`, { composition: own }, admin);
    expect([early.status, JSON.parse(early.text).description]).toEqual([409, 'asset.not-ready']);
  });
});
