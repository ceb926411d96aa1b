import { PLANS } from '@diorama/shared/plans.ts';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../test/harness.ts';
import { useWorkspace } from '../../test/workspace-fixture.ts';

describe('a full workspace', () => {
  const fixture = useWorkspace();
  const create = () =>
    fixture.harness.call('POST', '/api/compositions', { token: fixture.owner.token, body: {} });

  it('checks the permission to create a scene before the scene limit', async () => {
    const limit = PLANS.free.features.maxScenes;
    await Promise.all(Array.from({ length: limit }, () => create()));
    const project = await fixture.call('POST', '/api/projects', {
      name: 'Full',
      owner: `/api/accounts/${fixture.owner.accountId}`,
    });
    const viewer = await fixture.join('viewer');
    await fixture.harness
      .db('project_members')
      .insert({ project_id: String(project.json.uuid), user_id: viewer.userId, role: 1 });
    const body = { project: project.json['@id'] };
    const refused = await fixture.callAs(viewer, 'POST', '/api/compositions', body);
    expect([refused.status, refused.json.description]).toEqual([403, 'security.not-allowed']);
    expect((await fixture.callAs(fixture.stranger, 'POST', '/api/compositions', body)).status).toBe(404);
    expect((await fixture.call('POST', '/api/compositions', body)).status).toBe(402);
  });

  it('allows unpublishing and unsharing, and no other change in the same request', async () => {
    const { json: scene } = await create();
    const path = `/api/compositions/${scene.uuid}`;
    const shared = { status: 'published', privacy: 'public' };
    expect((await fixture.call('PATCH', path, shared)).status).toBe(200);
    const account = fixture.harness.db('accounts').where({ id: fixture.owner.accountId });
    await account.clone().update({ storage_used: 2_000_000_001 });
    const withName = await fixture.call('PATCH', path, { status: 'draft', privacy: 'private', name: 'x' });
    expect([withName.status, withName.json.description]).toEqual([403, 'security.account.overflown_storage']);
    const editor = await fixture.join('guest');
    await fixture.shareScene(path, editor, 0);
    expect((await fixture.callAs(editor, 'PATCH', path, { privacy: 'private' })).status).toBe(403);
    const unpublished = await fixture.callAs(editor, 'PATCH', path, { status: 'draft' });
    expect([unpublished.status, unpublished.json.privacy]).toEqual([200, 'public']);
    const closed = await fixture.call('PATCH', path, { status: 'draft', privacy: 'private' });
    expect([closed.status, closed.json.privacy]).toEqual([200, 'private']);
    expect((await fixture.call('PATCH', path, { status: 'published' })).status).toBe(403);
    await account.clone().update({ storage_used: 0 });
  });

  it('mails its owner about exceeded storage once a day when an editor asks', async () => {
    const { json: scene } = await create();
    const [editor, viewer] = [await fixture.join('editor'), await fixture.join('viewer')];
    await fixture.harness.db('composition_members').insert([
      { composition_id: scene.uuid, user_id: editor.userId, role: 0 },
      { composition_id: scene.uuid, user_id: viewer.userId, role: 1 },
    ]);
    const notify = (person: Person) =>
      fixture.callAs(person, 'PATCH', `/api/compositions/${scene.uuid}/notify-overflow`);
    const mails = () =>
      fixture.harness.db('emails').where({ template: 'overflow', recipient: fixture.owner.email });
    expect((await notify(editor)).json).toEqual({ isNotified: false });
    await fixture.harness
      .db('accounts')
      .where({ id: fixture.owner.accountId })
      .update({ storage_used: 2_000_000_001 });
    expect((await notify(fixture.owner)).json).toEqual({ isNotified: false });
    expect((await notify(viewer)).status).toBe(403);
    expect((await notify(fixture.stranger)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 8 }, () => notify(editor)));
    expect(answers.filter(({ json }) => json.isNotified)).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
    await fixture.harness
      .db('compositions')
      .where({ id: scene.uuid })
      .update({ overflow_notified_at: new Date(Date.now() - 86_400_001) });
    expect((await notify(editor)).json).toEqual({ isNotified: true });
    expect(await mails()).toHaveLength(2);
  });

  it('mails its owner when a file does not fit', async () => {
    const { json: scene } = await create();
    const editor = await fixture.join('filer');
    await fixture.shareScene(String(scene['@id']), editor, 0);
    await fixture.harness
      .db('accounts')
      .where({ id: fixture.owner.accountId })
      .update({ storage_used: 1_999_999_999 });
    const notify = () => fixture.callAs(editor, 'PATCH', `/api/compositions/${scene.uuid}/notify-overflow`);
    expect((await notify()).json).toEqual({ isNotified: true });
    expect((await notify()).json).toEqual({ isNotified: false });
    const mail = await fixture.harness
      .db('emails')
      .where({ template: 'overflow', recipient: fixture.owner.email })
      .first('props');
    expect(mail.props).toMatchObject({ isOverflown: false });
  });
});
