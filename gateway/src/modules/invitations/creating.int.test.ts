import { describe, expect, it } from 'vitest';
import { startHarness } from '../../test/harness.ts';
import { type InvitationInput, UNKNOWN_UUID, useInvitations } from './invitations-fixture.ts';

describe('creating an invitation', () => {
  const fixture = useInvitations();
  const { accept, addressOf, call, createProject, invite, invited, join, mailsTo, named } = fixture;

  it('mails in the language of the invited user, or else of the workspace', async () => {
    const known = await join('known');
    const path = `/api/account-details/${fixture.owner.accountId}`;
    expect((await call(fixture.owner, 'PATCH', path, { locale: 'es' })).status).toBe(200);
    await invited();
    await invited({ email: known.email });
    const [stranger] = await mailsTo(addressOf('bob'), 'invitation');
    const [person] = await mailsTo(known.email, 'invitation');
    expect([stranger?.locale, person?.locale]).toEqual(['es', 'en']);
    expect(stranger?.props.url).toContain('/es/accept-invitation/');
  });

  it('returns inviter, address and scene, lasts seven days and mails the link', async () => {
    await fixture.harness.confirmEmail(fixture.owner);
    const { status, json } = await invite({ email: ` ${addressOf('bob').toUpperCase()} ` });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      '@type': 'Invitation',
      accepted: false,
      declined: false,
      email: addressOf('bob'),
      name: named('bob'),
      role: 0,
      permission: 'edit',
      subject: 'compositions',
      account: `/api/accounts/${fixture.owner.accountId}`,
      entity: { '@id': `/api/compositions/${fixture.scene}`, name: 'Showroom', thumbnail: null },
      createdBy: { name: named('owner') },
      request: false,
    });
    const days = (Date.parse(String(json.expiresAt)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    const [mail] = await mailsTo(addressOf('bob'), 'invitation');
    expect(mail?.props).toMatchObject({
      inviterName: named('owner'),
      entityName: 'Showroom',
      permission: 'edit',
    });
    expect(mail?.props.url).toMatch(new RegExp(`/en/accept-invitation/${json.uuid}$`));
  });

  it('is rejected with an invalid role or address, or without exactly one list', async () => {
    const project = await createProject();
    const refused: [InvitationInput, string][] = [
      [{ role: 2 }, 'role'],
      [{ accounts: [fixture.owner.accountId], role: 0 }, 'role'],
      [{ compositions: [] }, 'compositions'],
      [{ compositions: undefined }, 'compositions'],
      [{ compositions: [fixture.scene], projects: [project] }, 'compositions'],
      [{ role: 7 }, 'role'],
      [{ email: 'bob@people.test\r\nBcc: eve@people.test' }, 'email'],
      [{ email: 'nobody' }, 'email'],
    ];
    for (const [requested, path] of refused) {
      const answer = await invite(requested);
      expect([answer.status, answer.json.description], JSON.stringify(requested)).toEqual([
        422,
        'request.invalid',
      ]);
      expect(JSON.parse(answer.text).violations[0].propertyPath.split('.')[0]).toBe(path);
    }
    expect(await fixture.harness.db('invitations').where({ account_id: fixture.owner.accountId })).toEqual(
      [],
    );
  });

  it('returns 404 to users without access and 403 to users who may not invite', async () => {
    const stranger = await join('stranger');
    const hidden = await invite({}, stranger);
    const absent = await invite({ compositions: [UNKNOWN_UUID] }, stranger);
    expect([hidden.status, hidden.text]).toEqual([404, absent.text]);
    await accept(stranger, await invited({ email: stranger.email, role: 0 }));
    const seen = await invite({ email: addressOf('eve') }, stranger);
    expect([seen.status, seen.json.description]).toEqual([403, 'security.not-allowed']);
  });

  it('is rejected as a duplicate for the owner, members, invited addresses and admins', async () => {
    const bob = await join('bob');
    const duplicate = async (requested: InvitationInput) => {
      const answer = await invite(requested);
      expect([answer.status, answer.json.description, answer.json.title], JSON.stringify(requested)).toEqual([
        422,
        'invitation.duplicate',
        'This user is already invited to this scene',
      ]);
    };
    await duplicate({ email: fixture.owner.email });
    const first = await invited();
    await duplicate({});
    await duplicate({ role: 1, email: addressOf('bob').toUpperCase() });
    await accept(bob, first);
    await duplicate({});
    await invited({ email: addressOf('admin'), accounts: [fixture.owner.accountId], role: 2 });
    await duplicate({ email: addressOf('admin'), accounts: [fixture.owner.accountId], role: 3 });
    const admin = await join('admin');
    const [pending] = await fixture.harness.db('invitations').where({ email: admin.email });
    expect((await accept(admin, pending.id)).status).toBe(200);
    await duplicate({ email: admin.email });
  });

  it('succeeds once for concurrent invitations of one address', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite({})));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
    expect(await mailsTo(addressOf('bob'), 'invitation')).toHaveLength(1);
    expect(await fixture.harness.db('members').where({ email: addressOf('bob') })).toHaveLength(1);
  });

  it('is limited to a hundred a day and workspace, referrals included', async () => {
    const limited = await startHarness({ RATE_LIMIT_FACTOR: '0.03' });
    try {
      const ada = await limited.signUpConfirmed('ada');
      const send = (email: string) =>
        limited.call('POST', '/api/invitations', {
          token: ada.token,
          body: { email, role: 3, accounts: [ada.accountId] },
        });
      const statuses = [(await send('a@people.test')).status, (await send('b@people.test')).status];
      const referral = await limited.call('POST', '/api/referral/send', {
        token: ada.token,
        body: { email: 'c@people.test' },
      });
      const fourth = await send('d@people.test');
      expect([...statuses, referral.status, fourth.status]).toEqual([201, 201, 200, 422]);
      expect(fourth.json).toMatchObject({
        description: 'invitation.limit',
        title: 'You have exceeded your invitation limit. Please try again later.',
      });
    } finally {
      await limited.close();
    }
  });

  it('is refused by a workspace over its quota or suspended', async () => {
    await fixture.harness
      .db('accounts')
      .where({ id: fixture.owner.accountId })
      .update({ storage_used: 3_000_000_000 });
    for (const requested of [
      {},
      { accounts: [fixture.owner.accountId], role: 3 },
      { projects: [await createProject()] },
    ]) {
      expect((await invite(requested)).json.description).toBe('security.account.overflown_storage');
    }
    await fixture.harness
      .db('accounts')
      .where({ id: fixture.owner.accountId })
      .update({ storage_used: 0, is_active: false });
    expect((await invite({})).json.description).toBe('security.account.suspended');
    expect((await invite({ accounts: [fixture.owner.accountId], role: 3 })).json.description).toBe(
      'security.account.suspended',
    );
  });
});
