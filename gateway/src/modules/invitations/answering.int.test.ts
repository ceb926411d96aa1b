import { describe, expect, it } from 'vitest';
import { UNKNOWN_UUID, useInvitations } from './invitations-fixture.ts';

describe('answering an invitation', () => {
  const fixture = useInvitations();
  const { accept, call, createProject, createScene, invite, invited, join, mailsTo, named, permission } =
    fixture;

  it('makes the user a member at once and mails the inviter', async () => {
    const bob = await join('bob');
    await Promise.all([bob, fixture.owner].map((person) => fixture.harness.confirmEmail(person)));
    const id = await invited();
    expect(await permission(bob)).toBeNull();
    const answer = await accept(bob, id);
    expect([answer.status, answer.json.accepted, answer.json.name]).toEqual([200, true, named('bob')]);
    expect(await permission(bob)).toBe('edit');
    const shared = await call(bob, 'GET', '/api/compositions?sharedWithMeOnly=true');
    expect(shared.json.totalItems).toBe(1);
    const [mail] = await mailsTo(fixture.owner.email, 'invitation-accepted');
    expect(mail?.props).toMatchObject({ personName: named('bob'), email: bob.email, entityName: 'Showroom' });
    const { json } = await call(fixture.owner, 'GET', `/api/compositions/${fixture.scene}`);
    expect(json.members).toEqual([answer.json.member]);
  });

  it('succeeds once for concurrent accepts', async () => {
    const bob = await join('bob');
    const id = await invited();
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(bob, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
    expect(
      new Set(answers.filter(({ status }) => status === 422).map(({ json }) => json.description)),
    ).toEqual(new Set(['auth.link-expired']));
    expect(await mailsTo(fixture.owner.email, 'invitation-accepted')).toHaveLength(1);
  });

  it('is refused with another email address and changes nothing', async () => {
    const eve = await join('eve');
    const answer = await accept(eve, await invited());
    expect([answer.status, answer.json.description]).toEqual([403, 'invitation.other-address']);
    expect(await permission(eve)).toBeNull();
  });

  it('shows the invitation to anyone with the link, and no picture once it is closed', async () => {
    const objectId = '01900000-0000-7000-8000-00000000000b';
    await fixture.harness.db('objects').insert({
      id: objectId,
      account_id: fixture.owner.accountId,
      sha256: Buffer.from(named('hash')),
      key: named('k'),
      size: 1,
      content_type: 'image/webp',
    });
    await fixture.harness
      .db('compositions')
      .where({ id: fixture.scene })
      .update({ thumbnail_object: objectId });
    const id = await invited();
    const look = async () => JSON.parse((await call(null, 'GET', `/api/invitations/${id}`)).text);
    expect((await look()).entity.thumbnail).toMatch(/\/files\//);
    await call(null, 'PATCH', `/api/invitations/decline/${id}`);
    expect(await look()).toMatchObject({ declined: true, entity: { name: 'Showroom', thumbnail: null } });
    expect((await call(null, 'GET', `/api/invitations/${UNKNOWN_UUID}`)).status).toBe(404);
    await fixture.harness.db('compositions').where({ id: fixture.scene }).update({ thumbnail_object: null });
    await fixture.harness.db('objects').where({ id: objectId }).delete();
  });

  it('fails once declined, expired, revoked or with its scene in the trash', async () => {
    const bob = await join('bob');
    const declined = await invited();
    expect((await call(null, 'PATCH', `/api/invitations/decline/${declined}`)).json.declined).toBe(true);
    expect((await accept(bob, declined)).json.description).toBe('auth.link-expired');
    const again = await call(null, 'PATCH', `/api/invitations/decline/${declined}`);
    expect(again.json.description).toBe('auth.link-expired');
    const expired = await invited();
    await fixture.harness
      .db('invitations')
      .where({ id: expired })
      .update({ expires_at: fixture.harness.db.fn.now() });
    expect((await accept(bob, expired)).json).toMatchObject({
      status: 422,
      title: 'This link has expired. Please request a new one',
    });
    const revoked = await invited();
    expect((await call(fixture.owner, 'DELETE', `/api/invitations/${revoked}`)).status).toBe(204);
    expect((await accept(bob, revoked)).status).toBe(404);
    const trashed = await invited();
    await call(fixture.owner, 'DELETE', `/api/compositions/${fixture.scene}`);
    expect((await accept(bob, trashed)).status).toBe(404);
    expect(await permission(bob)).toBeNull();
  });

  it('fails while the workspace is suspended', async () => {
    const bob = await join('bob');
    const id = await invited();
    await fixture.harness.db('accounts').where({ id: fixture.owner.accountId }).update({ is_active: false });
    expect((await accept(bob, id)).json.description).toBe('security.account.suspended');
    await fixture.harness.db('accounts').where({ id: fixture.owner.accountId }).update({ is_active: true });
    expect((await accept(bob, id)).status).toBe(200);
  });

  it('never lowers a role', async () => {
    const bob = await join('bob');
    const project = await createProject();
    const inProject = await createScene({ project });
    await accept(bob, await invited({ projects: [project], role: 0 }));
    expect(await permission(bob, inProject)).toBe('edit');
    await accept(bob, await invited({ compositions: [inProject], role: 1 }));
    expect(await permission(bob, inProject)).toBe('edit');
    const id = await invited({ accounts: [fixture.owner.accountId], role: 2 });
    await accept(bob, id);
    expect(await permission(bob)).toBe('admin');
    const me = await call(bob, 'GET', '/api/users/me');
    expect(JSON.parse(me.text).accounts.map((account: { role: string }) => account.role)).toEqual([
      'owner',
      'admin',
    ]);
  });

  it('grants access to every scene of the invitation', async () => {
    const bob = await join('bob');
    const second = await createScene({ name: 'Garden' });
    const answer = await invite({ compositions: [fixture.scene, second, fixture.scene] });
    expect(JSON.parse(answer.text).entities.map((entity: { name: string }) => entity.name)).toEqual([
      'Showroom',
      'Garden',
    ]);
    expect((await mailsTo(bob.email, 'invitation'))[0]?.props.others).toBe(1);
    await accept(bob, String(answer.json.uuid));
    expect([await permission(bob), await permission(bob, second)]).toEqual(['edit', 'edit']);
  });
});
